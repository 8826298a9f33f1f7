#ifndef MERCER_CORE_LINALG_SIMD_H_
#define MERCER_CORE_LINALG_SIMD_H_

namespace mercer {

/// A register of so many bytes of Reals, for sources that compute in them: the compiler splits what
/// is wider than the machine's. Not to be passed by value between functions of different files,
/// since the calling convention depends on the machine.
template <class Real, int bytes>
struct Simd {
  typedef Real Values __attribute__((vector_size(bytes)));  // NOLINT(modernize-use-using)
};

}  // namespace mercer

#endif  // MERCER_CORE_LINALG_SIMD_H_
