#include "core/data/formats/decompress.h"
#include "tests/fuzz/fuzz.h"

MERCER_FUZZ(input) {
  const std::uint64_t most = 10 * input.size();
  const std::string out = Unpack(std::string(input), "f", most);
  MERCER_CHECK(out.size() <= most || !IsPacked(input));
}
