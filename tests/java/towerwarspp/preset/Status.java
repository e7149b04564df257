package towerwarspp.preset;

/** What has become of a move. */
public enum Status { OK, RED_WIN, BLUE_WIN, ILLEGAL, UNDEFINED }
