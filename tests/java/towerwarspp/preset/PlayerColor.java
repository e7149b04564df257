package towerwarspp.preset;

public enum PlayerColor { RED, BLUE }
