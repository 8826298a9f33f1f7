#ifndef MERCER_EXPERIMENTS_STORE_PARTIAL_H_
#define MERCER_EXPERIMENTS_STORE_PARTIAL_H_

#include <cstddef>
#include <optional>
#include <string>

namespace mercer {

/// Name of the file in a committed folder that lacks trials of its config.
inline constexpr const char* kPartialName = "partial.json";

/// How many trials are there, of how many.
struct Partial {
  std::size_t trials = 0, of = 0;
};

std::string WritePartialText(const Partial& partial);
/// Nothing where the text is damaged.
std::optional<Partial> ReadPartialText(const std::string& text);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_STORE_PARTIAL_H_
