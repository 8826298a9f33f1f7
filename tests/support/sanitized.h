#ifndef MERCER_TESTS_SUPPORT_SANITIZED_H_
#define MERCER_TESTS_SUPPORT_SANITIZED_H_

namespace mercer::testing {

/// Whether this is a build under the address or the thread sanitizer: several times slower, and
/// with other memory.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool kSanitized = true;
#else
inline constexpr bool kSanitized = false;
#endif

}  // namespace mercer::testing

#endif  // MERCER_TESTS_SUPPORT_SANITIZED_H_
