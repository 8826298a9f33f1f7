#include "tests/fuzz/data/tables.h"

// The first two bytes: how long the first file is; the second file is the rest.
MERCER_FUZZ(input) {
  const std::size_t high = TakeByte(&input);
  const std::size_t first = std::min<std::size_t>(256 * high + TakeByte(&input), input.size());
  ReadAnyTable("npy",
               {{"rows", "f", std::string(input.substr(0, first))},
                {"labels", "g", std::string(input.substr(first))}},
               {});
}
