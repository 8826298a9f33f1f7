#ifndef MERCER_CORE_BASE_ERROR_H_
#define MERCER_CORE_BASE_ERROR_H_

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>

namespace mercer {

/// An error in the user's input. what() is one sentence that names the thing, its value and what
/// was expected.
class InvalidInput : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// An error in one row: what() = before + row + after. A reader that passes on a file in blocks
/// uses Shifted so that the message has the row's number in the file.
class InvalidRow : public InvalidInput {
 public:
  InvalidRow(const std::string& before, std::int64_t row, const std::string& after)
      : InvalidInput(before + std::to_string(row) + after),
        before_(before),
        row_(row),
        after_(after) {}

  /// The same error for a block that begins at row `first`.
  InvalidRow Shifted(std::int64_t first) const { return {before_, row_ + first, after_}; }

 private:
  std::string before_;
  std::int64_t row_;
  std::string after_;
};

/// Prints the expression and its source location to stderr and aborts; never returns.
[[noreturn, gnu::cold, gnu::noinline]] inline void FailCheck(const char* expression,
                                                             const char* file, int line) {
  std::fprintf(stderr, "mercer: internal error: %s does not hold (%s:%d)\n", expression, file,
               line);
  std::abort();
}

}  // namespace mercer

/// Checks an internal invariant: if the condition is false, aborts with the expression and its
/// source location, in every build type.
#define MERCER_CHECK(condition) \
  ((condition) ? static_cast<void>(0) : ::mercer::FailCheck(#condition, __FILE__, __LINE__))

#endif  // MERCER_CORE_BASE_ERROR_H_
