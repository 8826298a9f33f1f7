#include "tests/fuzz/data/tables.h"

MERCER_FUZZ(input) { ReadAnyTable("cifar10", {{"", "f", std::string(input)}}, {}); }
