#ifndef MERCER_CORE_BASE_ERROR_H_
#define MERCER_CORE_BASE_ERROR_H_

#include <stdexcept>
#include <string>

namespace mercer {

/// The user's fault: what() is one sentence that names the thing, its value and what was expected.
class InvalidInput : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Prints the expression and its place to stderr and aborts; never returns.
[[noreturn]] void FailCheck(const char* expression, const char* file, int line);

}  // namespace mercer

/// Our fault: aborts with expression and place, in every build type.
#define MERCER_CHECK(condition) \
  ((condition) ? static_cast<void>(0) : ::mercer::FailCheck(#condition, __FILE__, __LINE__))

#endif  // MERCER_CORE_BASE_ERROR_H_
