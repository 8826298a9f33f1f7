#ifndef MERCER_TESTS_FUZZ_SEALED_H_
#define MERCER_TESTS_FUZZ_SEALED_H_

#include <string>
#include <string_view>

#include "core/base/sha256.h"
#include "experiments/json/parse_json.h"

namespace mercer {

/// The object with the checksum that lines of records and grid.json have, so that what it holds is
/// looked at; the text itself where it is no object.
inline std::string Sealed(std::string_view text) {
  constexpr std::size_t kDigits = 16;
  std::optional<OrderedJson> json = ParseJson(text);
  if (!json || !json->is_object()) return std::string(text);
  json->erase("checksum");
  (*json)["checksum"] = Sha256Hex(json->dump()).substr(0, kDigits);
  return json->dump();
}

}  // namespace mercer

#endif  // MERCER_TESTS_FUZZ_SEALED_H_
