#ifndef MERCER_TESTS_SUPPORT_ERROR_MESSAGE_H_
#define MERCER_TESTS_SUPPORT_ERROR_MESSAGE_H_

#include <string>

#include "core/base/error.h"

namespace mercer::testing {

/// What the InvalidInput says that body() throws.
template <class Body>
std::string Message(const Body& body) {
  try {
    body();
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return "nothing was thrown";
}

}  // namespace mercer::testing

#endif  // MERCER_TESTS_SUPPORT_ERROR_MESSAGE_H_
