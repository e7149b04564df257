#include "games/chess/rules.h"
