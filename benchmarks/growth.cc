#include "benchmarks/growth.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "benchmarks/made_rows.h"
#include "core/base/error.h"
#include "core/kernels/builtin_kernels.h"
#include "core/maps/builtin_maps.h"

namespace mercer {
namespace {

/// A map whose transform of a row is a matrix product, a fast transform, or the row's own
/// monomials.
enum class Work { kProduct, kTransform, kMonomials };

struct Growing {
  const char* map;
  Params map_params;
  const char* kernel;
  Params kernel_params;
  Work work;
};

const std::vector<Growing>& Maps() {
  static const Params sigma{{"sigma", 1.0}}, cubic{{"degree", 3}, {"offset", 1}};
  static const std::vector<Growing> maps = {
      {"random_fourier", {}, "gaussian", sigma, Work::kProduct},
      {"quasi_fourier", {}, "gaussian", sigma, Work::kProduct},
      {"orthogonal_fourier", {}, "gaussian", sigma, Work::kProduct},
      {"orthogonal_fourier", {{"structure", "sorf"}}, "gaussian", sigma, Work::kTransform},
      {"fastfood", {}, "gaussian", sigma, Work::kTransform},
      {"signed_circulant_fourier", {}, "gaussian", sigma, Work::kTransform},
      {"random_maclaurin", {}, "polynomial", cubic, Work::kProduct},
      {"random_maclaurin", {{"h01", true}}, "polynomial", cubic, Work::kProduct},
      {"random_kernel", {}, "anova", {{"order", 2}}, Work::kProduct},
      {"signed_circulant_kernel", {}, "anova", {{"order", 2}}, Work::kTransform},
      {"tensor_sketch", {}, "polynomial", cubic, Work::kTransform},
      {"taylor", {{"degree", 2}}, "exponential", sigma, Work::kMonomials},
  };
  return maps;
}

/// A power law seconds = c·x^b fitted to measured seconds by least squares of their logarithms.
struct PowerLaw {
  double exponent = 0;
  double standard_error = 0;  // of the exponent, from the scatter about the line
};

/// Needs at least three points, all positive.
PowerLaw FitPowerLaw(const std::vector<double>& x, const std::vector<double>& seconds) {
  MERCER_CHECK(x.size() >= 3 && x.size() == seconds.size());
  const auto n = static_cast<double>(x.size());
  double mean_x = 0, mean_y = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    mean_x += std::log(x[i]) / n;
    mean_y += std::log(seconds[i]) / n;
  }
  double xx = 0, xy = 0, yy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double dx = std::log(x[i]) - mean_x, dy = std::log(seconds[i]) - mean_y;
    xx += dx * dx, xy += dx * dy, yy += dy * dy;
  }
  const double left = std::max(0.0, yy - xy * xy / xx);
  return {xy / xx, std::sqrt(left / (n - 2) / xx)};
}

/// CPU seconds of the fastest of several calls that together take 0.2 s or more.
double BestSeconds(const std::function<void()>& work) {
  constexpr double kTogether = 0.2;
  double best = std::numeric_limits<double>::infinity(), all = 0;
  work();
  while (all < kTogether) {
    const std::clock_t begin = std::clock();
    work();
    const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    best = std::min(best, seconds);
    all += seconds;
  }
  return best;
}

struct Size {
  Index n, d, D;
  Index nonzeros = 0;  // of sparse rows; 0: dense
};

double TransformSeconds(const Growing& growing, const Size& size) {
  const Examples x = size.nonzeros > 0 ? MadeSparseRows(size.n, size.d, size.nonzeros)
                                       : MadeRows(size.n, size.d, 1);
  const std::unique_ptr<Kernel> kernel = MakeKernel(growing.kernel, growing.kernel_params);
  const auto map =
      MakeMapSpec(growing.map, growing.map_params)->Draw({*kernel, size.d, size.D, 1, nullptr});
  if (map->has_sparse_output(x)) return BestSeconds([&] { map->TransformSparse(x, 1); });
  // Into a block that stays in cache: what the kernel clears grows with n·D alone.
  constexpr Index kBlock = 64;
  Matrix block(std::min(kBlock, size.n), map->output_dim());
  return BestSeconds([&] {
    for (Index begin = 0; begin < size.n; begin += kBlock) {
      const Index count = std::min(kBlock, size.n - begin);
      map->TransformRows(x, begin, count, block.topRows(count));
    }
  });
}

void PrintLine(const Growing& growing, const char* over, const std::vector<Index>& values,
               const std::string& expected, const std::function<Size(Index)>& size_of) {
  std::vector<double> x, seconds;
  for (const Index value : values) {
    x.push_back(static_cast<double>(value));
    seconds.push_back(TransformSeconds(growing, size_of(value)));
  }
  const PowerLaw law = FitPowerLaw(x, seconds);
  const std::string name = std::string(growing.map) +
                           (growing.map_params.empty() ? "" : "," + growing.map_params.Canonical());
  std::printf("%-38s %-12s %-9s %6.2f ± %.2f   %s\n", name.c_str(), growing.kernel, over,
              law.exponent, law.standard_error, expected.c_str());
  std::fflush(stdout);
}

}  // namespace

void PrintGrowth() {
  std::printf("%-38s %-12s %-9s %s   %s\n", "map", "kernel", "over", "exponent     ", "expected");
  for (const Growing& growing : Maps()) {
    if (growing.work == Work::kMonomials) {
      PrintLine(growing, "n", {1000, 2000, 4000, 8000, 16000}, "1", [](Index n) {
        return Size{n, 2000, 1, 16};
      });
      PrintLine(growing, "d", {1000, 2000, 4000, 8000, 16000}, "0: non-zeros alone count",
                [](Index d) {
                  return Size{4000, d, 1, 16};
                });
      PrintLine(growing, "non-zeros", {8, 16, 32, 64, 128}, "2, the degree", [](Index nonzeros) {
        return Size{2000, 2000, 1, nonzeros};
      });
      continue;
    }
    const bool product = growing.work == Work::kProduct;
    PrintLine(growing, "n", {500, 1000, 2000, 4000, 8000}, "1", [](Index n) {
      return Size{n, 256, 1024};
    });
    PrintLine(growing, "D", {512, 1024, 2048, 4096, 8192}, "1", [](Index D) {
      return Size{500, 256, D};
    });
    PrintLine(growing, "d", {64, 128, 256, 512, 1024}, product ? "1" : "0 to 0.3: a logarithm",
              [](Index d) {
                return Size{500, d, 4096};
              });
  }
}

}  // namespace mercer
