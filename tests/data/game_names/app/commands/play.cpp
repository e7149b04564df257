"  spielwerk play chess\n"
