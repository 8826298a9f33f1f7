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
using Simd = double __attribute__((vector_size(64)));
#elif defined(__AVX2__)
#define MERCER_VECTOR_EXP _ZGVdN4v_exp
using Simd = double __attribute__((vector_size(32)));
#else
#define MERCER_VECTOR_EXP _ZGVbN2v_exp
using Simd = double __attribute__((vector_size(16)));
#endif
extern "C" Simd MERCER_VECTOR_EXP(Simd);
#else
#define MERCER_VECTOR_EXP std::exp
using Simd = double;
#endif

namespace mercer {
namespace {

constexpr Index kWidth = sizeof(Simd) / sizeof(double);

template <class Function>
void Apply(double* values, Index n, Function function) {
  const auto apply = [&](double* to) {
    Simd simd;
    std::memcpy(&simd, to, sizeof(simd));
    simd = function(simd);
    std::memcpy(to, &simd, sizeof(simd));
  };
  Index done = 0;
  for (; done + kWidth <= n; done += kWidth) apply(values + done);
  if (done == n) return;
  // The rest goes through the vector form too: the scalar one gives other bits.
  double rest[kWidth] = {};
  std::copy(values + done, values + n, rest);
  apply(rest);
  std::copy(rest, rest + (n - done), values + done);
}

}  // namespace

void VectorExp(double* values, Index n) {
  Apply(values, n, [](Simd x) { return MERCER_VECTOR_EXP(x); });
}

}  // namespace mercer
