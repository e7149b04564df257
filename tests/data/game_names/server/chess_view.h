// A view
#include "games/chess/rules.h"
