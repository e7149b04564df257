// The command of chess.
