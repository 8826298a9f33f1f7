#ifndef MERCER_TESTS_SUPPORT_ERROR_MESSAGE_H_
#define MERCER_TESTS_SUPPORT_ERROR_MESSAGE_H_

#include <string>

#include "core/base/error.h"

namespace mercer::testing {

/// What the InvalidInput says that body() throws; `otherwise` where it throws none.
template <class Body>
std::string Message(const Body& body, const std::string& otherwise = "nothing was thrown") {
  try {
    body();
  } catch (const InvalidInput& error) {
    return error.what();
  }
  return otherwise;
}

/// The same of input that is read or checked: "accepted" where nothing is wrong with it.
template <class Body>
std::string FaultOf(const Body& body) {
  return Message(body, "accepted");
}

}  // namespace mercer::testing

#endif  // MERCER_TESTS_SUPPORT_ERROR_MESSAGE_H_
