#include "experiments/store/partial.h"

#include <nlohmann/json.hpp>

namespace mercer {

std::string WritePartialText(const Partial& partial) {
  const nlohmann::ordered_json json = {{"trials", partial.trials}, {"of", partial.of}};
  return json.dump() + "\n";
}

std::optional<Partial> ReadPartialText(const std::string& text) {
  const auto json = nlohmann::json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!json.is_object()) return std::nullopt;
  for (const char* key : {"trials", "of"})
    if (!json.contains(key) || !json[key].is_number_unsigned()) return std::nullopt;
  return Partial{json["trials"].get<std::size_t>(), json["of"].get<std::size_t>()};
}

}  // namespace mercer
