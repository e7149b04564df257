// Nothing to translate here, and no chessboard.
bool isKingHunt();

constexpr auto kGround = "slate";
