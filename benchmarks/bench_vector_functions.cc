// exp and cos over an array that stays in cache: ours, the scalar functions and Eigen's. How SLEEF
// compared is in README.md.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/linalg/vector_functions.h"

namespace mercer {
namespace {

constexpr Index kSize = 4096;

template <class Function>
void Run(benchmark::State& state, Function function) {
  std::vector<double> x(kSize), y(kSize);
  for (Index i = 0; i < kSize; ++i)
    x[static_cast<std::size_t>(i)] = 6.0 * static_cast<double>(i) / kSize - 3.0;
  for (auto _ : state) {
    y = x;
    function(y.data());
    benchmark::DoNotOptimize(y.data());
    benchmark::ClobberMemory();
  }
  state.SetItemsProcessed(state.iterations() * kSize);
}

void ScalarExp(benchmark::State& state) {
  Run(state,
      [](double* v) { std::transform(v, v + kSize, v, [](double x) { return std::exp(x); }); });
}
void ScalarCos(benchmark::State& state) {
  Run(state,
      [](double* v) { std::transform(v, v + kSize, v, [](double x) { return std::cos(x); }); });
}
void EigenExp(benchmark::State& state) {
  Run(state, [](double* v) {
    Eigen::Map<Eigen::ArrayXd> array(v, kSize);
    array = array.exp();
  });
}
void EigenCos(benchmark::State& state) {
  Run(state, [](double* v) {
    Eigen::Map<Eigen::ArrayXd> array(v, kSize);
    array = array.cos();
  });
}
void OurExp(benchmark::State& state) {
  Run(state, [](double* v) { VectorExp(v, kSize); });
}
void OurCos(benchmark::State& state) {
  Run(state, [](double* v) { VectorCos(v, kSize); });
}

void OurCosSin(benchmark::State& state) {
  std::vector<double> sines(kSize);
  Run(state, [&](double* v) { VectorCosSin(v, kSize, v, sines.data()); });
}

BENCHMARK(ScalarExp);
BENCHMARK(EigenExp);
BENCHMARK(OurExp);
BENCHMARK(ScalarCos);
BENCHMARK(EigenCos);
BENCHMARK(OurCos);
BENCHMARK(OurCosSin);

}  // namespace
}  // namespace mercer
