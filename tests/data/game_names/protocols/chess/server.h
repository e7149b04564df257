namespace spielwerk::chess_protocol {}
