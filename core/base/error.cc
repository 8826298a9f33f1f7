#include "core/base/error.h"

#include <cstdio>
#include <cstdlib>

namespace mercer {

void FailCheck(const char* expression, const char* file, int line) {
  std::fprintf(stderr, "mercer: internal error: %s does not hold (%s:%d)\n", expression, file,
               line);
  std::abort();
}

}  // namespace mercer
