#include "core/rules.h"
