#include "core/linalg/vector_functions.h"

#include <algorithm>
#include <cmath>
#include <cstring>

// glibc's libmvec holds vector forms of exp under the names of the x86 vector function ABI, one for
// each register width. Measured against SLEEF and Eigen's own: bench_vector_functions. Elsewhere
// the scalar function serves.
#if defined(__x86_64__) && defined(__GLIBC__)
#if defined(__AVX512F__)
#define MERCER_VECTOR_EXP _ZGVeN8v_exp
#define MERCER_VECTOR_EXPF _ZGVeN16v_expf
#define MERCER_VECTOR_BYTES 64
#elif defined(__AVX2__)
#define MERCER_VECTOR_EXP _ZGVdN4v_exp
#define MERCER_VECTOR_EXPF _ZGVdN8v_expf
#define MERCER_VECTOR_BYTES 32
#else
#define MERCER_VECTOR_EXP _ZGVbN2v_exp
#define MERCER_VECTOR_EXPF _ZGVbN4v_expf
#define MERCER_VECTOR_BYTES 16
#endif
using Doubles = double __attribute__((vector_size(MERCER_VECTOR_BYTES)));
using Floats = float __attribute__((vector_size(MERCER_VECTOR_BYTES)));
extern "C" Doubles MERCER_VECTOR_EXP(Doubles);
extern "C" Floats MERCER_VECTOR_EXPF(Floats);
#else
#define MERCER_VECTOR_EXP std::exp
#define MERCER_VECTOR_EXPF std::exp
using Doubles = double;
using Floats = float;
#endif

namespace mercer {
namespace {

template <class Simd, class Real, class Function>
void Apply(Real* values, Index n, Function function) {
  constexpr Index kWidth = sizeof(Simd) / sizeof(Real);
  const auto apply = [&](Real* to) {
    Simd simd;
    std::memcpy(&simd, to, sizeof(simd));
    simd = function(simd);
    std::memcpy(to, &simd, sizeof(simd));
  };
  Index done = 0;
  for (; done + kWidth <= n; done += kWidth) apply(values + done);
  if (done == n) return;
  // The rest goes through the vector form too: the scalar one gives other bits.
  Real rest[kWidth] = {};
  std::copy(values + done, values + n, rest);
  apply(rest);
  std::copy(rest, rest + (n - done), values + done);
}

}  // namespace

void VectorExp(double* values, Index n) {
  Apply<Doubles>(values, n, [](Doubles x) { return MERCER_VECTOR_EXP(x); });
}

void VectorExp(float* values, Index n) {
  Apply<Floats>(values, n, [](Floats x) { return MERCER_VECTOR_EXPF(x); });
}

}  // namespace mercer
