// Features per second of every feature map: name
// transform/<map>/<kernel>/n:<n>/d:<d>/D:<D>/threads:<t>, counter features_per_second, which counts
// n·D random features whatever the number of columns. The output is allocated inside the clock;
// blocks/… are the same on one thread into a block of 96 rows that stays in cache, as learners that
// stream have it, and float32/… the same as transform/… with features stored as floats. draw/… is
// the drawing of a map from n training rows.
// With --growth: by which powers of n, D and d the times grow.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <string>

#include "benchmarks/growth.h"
#include "benchmarks/made_rows.h"
#include "core/kernels/builtin_kernels.h"
#include "core/maps/builtin_maps.h"

namespace mercer {
namespace {

struct Case {
  std::string label;  // of the map and its variant
  std::string map;
  Params map_params;
  std::string kernel;
  Params kernel_params;
  Index n = 20000;
  Index d = 22;
  Index D = 1000;
  double density = 1;  // below 1: the rows are stored sparse
  int threads = 1;
  Index nonzeros = 0;  // above 0: sparse rows of so many values
};

Examples RowsOf(const Case& c) {
  return c.nonzeros > 0 ? MadeSparseRows(c.n, c.d, c.nonzeros) : MadeRows(c.n, c.d, c.density);
}

std::unique_ptr<FeatureMap> MapOf(const Case& c, const Kernel& kernel) {
  return MakeMapSpec(c.map, c.map_params)->Draw({kernel, c.d, c.D, 1, nullptr});
}

void CountFeatures(benchmark::State& state, const Case& c) {
  state.counters["features_per_second"] =
      benchmark::Counter(static_cast<double>(c.n) * static_cast<double>(c.D),
                         benchmark::Counter::kIsIterationInvariantRate);
}

void Transform(benchmark::State& state, const Case& c) {
  const Examples x = RowsOf(c);
  const std::unique_ptr<Kernel> kernel = MakeKernel(c.kernel, c.kernel_params);
  const auto map = MapOf(c, *kernel);
  for (auto _ : state) {
    if (map->has_sparse_output(x)) {
      const SparseMatrix z = map->TransformSparse(x, c.threads);
      benchmark::DoNotOptimize(z.valuePtr());
      continue;
    }
    const Matrix z = map->Transform(x, c.threads);
    benchmark::DoNotOptimize(z.data());
  }
  CountFeatures(state, c);
}

void TransformFloats(benchmark::State& state, const Case& c) {
  const Examples x = RowsOf(c);
  const std::unique_ptr<Kernel> kernel = MakeKernel(c.kernel, c.kernel_params);
  const auto map = MapOf(c, *kernel);
  for (auto _ : state) {
    const FloatMatrix z = map->TransformFloats(x, c.threads);
    benchmark::DoNotOptimize(z.data());
  }
  CountFeatures(state, c);
}

void TransformBlocks(benchmark::State& state, const Case& c) {
  constexpr Index kBlock = 96;
  const Examples x = RowsOf(c);
  const std::unique_ptr<Kernel> kernel = MakeKernel(c.kernel, c.kernel_params);
  const auto map = MapOf(c, *kernel);
  Matrix block(kBlock, map->output_dim());
  for (auto _ : state) {
    for (Index begin = 0; begin < c.n; begin += kBlock) {
      const Index count = std::min(kBlock, c.n - begin);
      map->TransformRows(x, begin, count, block.topRows(count));
      benchmark::DoNotOptimize(block.data());
    }
  }
  CountFeatures(state, c);
}

void DrawFromRows(benchmark::State& state, const Case& c) {
  const Examples x = RowsOf(c);
  const std::unique_ptr<Kernel> kernel = MakeKernel(c.kernel, c.kernel_params);
  const auto spec = MakeMapSpec(c.map, c.map_params);
  for (auto _ : state) {
    const auto map = spec->Draw({*kernel, c.d, c.D, 1, &x});
    benchmark::DoNotOptimize(map.get());
  }
  CountFeatures(state, c);
}

void RegisterAs(const std::string& prefix, void (*run)(benchmark::State&, const Case&),
                const Case& c) {
  std::string name = prefix + "/" + c.label + "/" + c.kernel + "/n:" + std::to_string(c.n) +
                     "/d:" + std::to_string(c.d) + "/D:" + std::to_string(c.D);
  if (c.density < 1) name += "/density:" + std::to_string(static_cast<int>(c.density * 100));
  if (c.nonzeros > 0) name += "/nonzeros:" + std::to_string(c.nonzeros);
  name += "/threads:" + std::to_string(c.threads);
  benchmark::RegisterBenchmark(name.c_str(), [c, run](benchmark::State& state) { run(state, c); })
      ->UseRealTime()
      ->Unit(benchmark::kMillisecond);
}

void Register(const Case& c) {
  RegisterAs("transform", Transform, c);
  if (c.threads != 1 || c.nonzeros != 0) return;
  RegisterAs("blocks", TransformBlocks, c);
  RegisterAs("float32", TransformFloats, c);
}

void RegisterFourier() {
  const Params sigma{{"sigma", 1.0}};
  const std::string rff = "random_fourier", orf = "orthogonal_fourier";
  const std::string scf = "signed_circulant_fourier";
  const Params sorf{{"structure", "sorf"}, {"variant", "cos_offset"}};
  for (const int threads : {1, 2}) {
    Register({rff, rff, {}, "gaussian", sigma, 20000, 22, 1000, 1, threads});
    Register({rff, rff, {}, "gaussian", sigma, 4000, 784, 2048, 1, threads});
  }
  for (const char* variant : {"cos_sin", "complex"})
    Register({rff + "_" + variant, rff, {{"variant", variant}}, "gaussian", sigma});
  for (const char* kernel : {"laplacian", "cauchy"}) Register({rff, rff, {}, kernel, sigma});
  Register({rff, rff, {}, "matern", {{"nu", 1.5}, {"sigma", 1.0}}});
  const Params with_offset{{"variant", "cos_offset"}};
  Register({"quasi_fourier", "quasi_fourier", with_offset, "gaussian", sigma});
  Register({"quasi_fourier_cos_sin", "quasi_fourier", {}, "gaussian", sigma});
  for (const double density : {0.02, 0.11, 0.3})
    Register({rff, rff, {}, "gaussian", sigma, 20000, 123, 1000, density});
  for (const Index d : {64, 256, 1024}) {
    Register({rff, rff, {}, "gaussian", sigma, 5000, d, 4096});
    Register({"fastfood", "fastfood", {}, "gaussian", sigma, 5000, d, 4096});
    Register({orf + "_sorf", orf, sorf, "gaussian", sigma, 5000, d, 4096});
    Register({scf, scf, {}, "gaussian", sigma, 5000, d, 4096});
  }
}

// Quadrature has two columns for each of its D points of the Gaussian kernel, SORF with cosines and
// sines D for D/2 frequencies.
void RegisterCoupled() {
  const Params sigma{{"sigma", 1.0}};
  const std::string positive = "positive_features", orf = "orthogonal_fourier";
  for (const char* kernel : {"gaussian", "exponential"})
    Register({positive, positive, {}, kernel, sigma});
  Register({positive, positive, {}, "gaussian", sigma, 4000, 784, 2048});
  const Params butterfly{{"rotation", "butterfly"}};
  for (const Index d : {64, 256, 1024}) {
    const Index rule = 2 * (d + 1), points = 2080 / rule * rule;
    Register({"quadrature_butterfly", "quadrature", butterfly, "gaussian", sigma, 5000, d, points});
    Register({"quadrature_butterfly",
              "quadrature",
              butterfly,
              "arc_cosine",
              {{"order", 1}},
              5000,
              d,
              2 * points});
    Register({orf + "_sorf_cos_sin",
              orf,
              {{"structure", "sorf"}},
              "gaussian",
              sigma,
              5000,
              d,
              2 * points});
  }
}

void RegisterAll() {
  const Params poly10{{"degree", 10}, {"offset", 1}};
  const Params sigma{{"sigma", 1.0}};
  const Params h01{{"h01", true}};
  const std::string rm = "random_maclaurin";
  for (const int threads : {1, 2}) {
    for (const Index d : {22, 784}) {
      const Index n = d == 22 ? 20000 : 4000, D = d == 22 ? 1000 : 2048;
      const Case base{rm, rm, {}, "polynomial", poly10, n, d, D, 1, threads};
      Register(base);
      Case exact = base;
      exact.label = rm + "_h01", exact.map_params = h01;
      Register(exact);
    }
  }
  Register({rm, rm, {}, "exponential", sigma});
  Register({rm + "_h01", rm, h01, "exponential", sigma});
  Register({rm, rm, {}, "homogeneous_polynomial", {{"degree", 3}}});
  for (const double density : {0.02, 0.11, 0.2, 0.3, 0.5})
    Register({rm, rm, {}, "polynomial", poly10, 20000, 123, 1000, density});
  Register({rm, rm, {}, "polynomial", poly10, 20000, 123, 1000});
  RegisterFourier();
  RegisterCoupled();
}

// The dense random kernel map and the circulant one over d: where they cross.
void RegisterCirculant() {
  const std::string circulant = "signed_circulant_kernel", dense = "random_kernel";
  const Params pairs{{"order", 2}}, columns{{"signs", "columns"}};
  for (const Index d : {16, 22, 32, 64, 128, 256, 512, 784, 1024, 4096}) {
    Case c{dense, dense, {}, "anova", pairs, 1000, d, 8192};
    Register(c);
    c.label = c.map = circulant;
    Register(c);
    c.label += "_columns", c.map_params = columns;
    Register(c);
  }
}

void RegisterItemsetAndPolynomial() {
  const std::string kernel_map = "random_kernel", sketch = "tensor_sketch";
  for (const char* law : {"rademacher", "gaussian"}) {
    const Params params{{"distribution", law}};
    const std::string label = kernel_map + "_" + law;
    for (const int order : {2, 3, 4}) {
      const std::string m = "_" + std::to_string(order);
      Register({label + m, kernel_map, params, "anova", {{"order", order}}});
    }
    Register({label, kernel_map, params, "all_subsets", {}});
  }
  for (const int threads : {1, 2}) {
    Register({kernel_map + "_rademacher_3",
              kernel_map,
              {},
              "anova",
              {{"order", 3}},
              4000,
              784,
              2048,
              1,
              threads});
  }
  for (const int degree : {2, 3}) {
    const std::string label = sketch + "_" + std::to_string(degree);
    const Params cubic{{"degree", degree}, {"offset", 1}};
    Register({label, sketch, {}, "polynomial", cubic});
    Register({label, sketch, {}, "polynomial", cubic, 2000, 784, 4096});
  }
  for (const Index d : {123, 12300})
    Register({"taylor",
              "taylor",
              {{"degree", 3}},
              "exponential",
              {{"sigma", 1.0}},
              20000,
              d,
              680,
              1,
              1,
              14});
}

// Sketches of the cubic kernel, and the random Maclaurin features that they take the place of.
void RegisterSketches() {
  const std::string sketch = "polynomial_sketch";
  const Params cubic{{"degree", 3}};
  for (const char* projection : {"rademacher", "gaussian", "srht", "srht_joint"}) {
    for (const char* field : {"real", "complex_to_real"}) {
      const std::string label = sketch + "_" + projection + "_" + field;
      const Params params{{"projection", projection}, {"field", field}};
      Register({label, sketch, params, "homogeneous_polynomial", cubic, 2000, 784, 4096});
    }
  }
  Register({"random_maclaurin",
            "random_maclaurin",
            {},
            "homogeneous_polynomial",
            cubic,
            2000,
            784,
            4096});
  RegisterAs("draw", DrawFromRows,
             {"random_maclaurin_optimal",
              "random_maclaurin",
              {{"law", "optimal"}},
              "polynomial",
              {{"degree", 7}, {"offset", 1}},
              5000,
              784,
              1024});
  Register({"craft", "craft", {}, "homogeneous_polynomial", cubic, 500, 784, 4096});
  for (const char* project : {"after", "before"}) {
    Register({std::string("hierarchical_") + project,
              "hierarchical",
              {{"project", project}},
              "homogeneous_polynomial",
              cubic,
              500,
              784,
              4096});
  }
}

}  // namespace
}  // namespace mercer

int main(int argc, char** argv) {
  if (argc == 2 && std::string(argv[1]) == "--growth") {
    mercer::PrintGrowth();
    return 0;
  }
  mercer::RegisterAll();
  mercer::RegisterItemsetAndPolynomial();
  mercer::RegisterCirculant();
  mercer::RegisterSketches();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
