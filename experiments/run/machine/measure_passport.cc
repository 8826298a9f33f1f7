#include "experiments/run/machine/measure_passport.h"

#include <mercer_build_info.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <memory>
#include <numeric>
#include <vector>

#include "core/base/error.h"
#include "core/base/quantiles.h"
#include "core/base/random.h"
#include "core/base/sha256.h"
#include "core/base/stopwatch.h"
#include "core/learners/wrapped/liblinear.h"
#include "core/linalg/memory.h"
#include "core/linalg/row_products.h"
#include "core/linalg/tile_product.h"
#include "core/linalg/vector_functions.h"
#include "experiments/run/machine/machine_use.h"
#include "experiments/run/machine/system_facts.h"
#include "experiments/store/disk/files.h"

namespace mercer {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kSeed = 1;
constexpr int kRates = 5;
constexpr double kDay = 24 * 3600;

/// Runs work() until `seconds` are over, three times at least, once more beforehand; the median of
/// `amount` over the CPU seconds of a run, which other processes lengthen far less than wall time.
template <class Work>
double MedianRate(double amount, double seconds, const Work& work) {
  work();
  std::vector<double> rates;
  const Stopwatch all;
  while (rates.size() < 3 || all.Seconds() < seconds) {
    const double start = ProcessCpuSeconds();
    work();
    rates.push_back(amount / std::max(ProcessCpuSeconds() - start, 1e-9));
  }
  return Median(std::move(rates));
}

/// Uniform on [-1, 1).
std::vector<double> Numbers(Index count, std::uint64_t index) {
  RandomStream stream(kSeed, StreamPurpose::kGenerator, index);
  std::vector<double> numbers(static_cast<std::size_t>(count));
  for (double& number : numbers) number = 2 * stream.Uniform() - 1;
  return numbers;
}

// A block of rows of 128 columns times 32 panels of weights, as a map of 1,000 features does it.
double GemmDoubleGflops(double seconds) {
  constexpr Index kDepth = 128, kTiles = 24, kPanels = 32;
  const TileShape shape = ProductTileShape();
  const std::vector<double> rows = Numbers(kTiles * shape.rows * kDepth, 0);
  const std::vector<double> weights = Numbers(kPanels * kDepth * shape.panel, 1);
  const std::vector<double> zeros(static_cast<std::size_t>(shape.panel));
  std::vector<double> out(static_cast<std::size_t>(kTiles * shape.rows * shape.panel));
  constexpr int kRounds = 20;
  const double operations =
      2.0 * kRounds * static_cast<double>(kTiles * shape.rows * kDepth * kPanels * shape.panel);
  return MedianRate(operations, seconds,
                    [&] {
                      for (Index panel = 0; panel < kRounds * kPanels; ++panel) {
                        ProductTiles({rows.data(), kTiles, shape.rows * kDepth},
                                     weights.data() + panel % kPanels * kDepth * shape.panel,
                                     kDepth, shape.panel, {zeros.data(), 0},
                                     {out.data(), shape.panel, false});
                      }
                    }) *
         1e-9;
}

// A few rows with 1,000 packed ones, as Gram rows are made.
double GemmFloatGflops(double seconds) {
  constexpr Index kDepth = 128, kRows = 1024, kLeft = 64;
  const std::vector<double> values = Numbers(kRows * kDepth, 2);
  const Examples x = Matrix(Eigen::Map<const Matrix>(values.data(), kRows, kDepth));
  std::vector<Index> numbers(kRows);
  std::iota(numbers.begin(), numbers.end(), Index{0});
  const RowProducts<float> products(x, numbers);
  MERCER_CHECK(products.in_tiles());
  std::vector<float> left(kLeft * kDepth);
  for (Index i = 0; i < kLeft; ++i) CopyRow<float>(x, i, left.data() + i * kDepth);
  std::vector<float> out(static_cast<std::size_t>(kLeft * products.stride()));
  constexpr int kRounds = 20;
  const double operations = 2.0 * kRounds * kLeft * kDepth * static_cast<double>(products.stride());
  return MedianRate(operations, seconds,
                    [&] {
                      for (int round = 0; round < kRounds; ++round)
                        products.Tiles(left.data(), kLeft, 0, products.stride(), out.data(),
                                       products.stride());
                    }) *
         1e-9;
}

double CosMillionPerS(double seconds) {
  constexpr Index kValues = 4096;
  constexpr int kRounds = 256;
  // Cosines of cosines stay numbers of an ordinary size, so nothing has to be filled in again.
  std::vector<double> angles = Numbers(kValues, 3);
  return MedianRate(static_cast<double>(kRounds) * kValues, seconds,
                    [&] {
                      for (int round = 0; round < kRounds; ++round)
                        VectorCos(angles.data(), kValues);
                    }) *
         1e-6;
}

double MemoryGbPerS(double seconds) {
  constexpr Index kValues = Index{8} << 20;
  const auto a = std::make_unique_for_overwrite<double[]>(kValues);
  const auto b = std::make_unique<double[]>(kValues), c = std::make_unique<double[]>(kValues);
  std::fill_n(b.get(), kValues, 1.0);
  std::fill_n(c.get(), kValues, 2.0);
  double scale = 0.5;
  return MedianRate(3.0 * sizeof(double) * kValues, seconds,
                    [&] {
                      double* const out = a.get();
                      const double* const left = b.get();
                      const double* const right = c.get();
                      for (Index i = 0; i < kValues; ++i) out[i] = left[i] + scale * right[i];
                      // Read back, so that no run may be left out.
                      scale = out[kValues / 2] > 0 ? scale + 0.5 : 0;
                    }) *
         1e-9;
}

// Two classes that a hyperplane tells apart but for a tenth of the rows.
double LiblinearFitsPerS(double seconds) {
  constexpr Index kRows = 2000, kColumns = 200;
  const std::vector<double> values = Numbers(kRows * kColumns, 4);
  const std::vector<double> plane = Numbers(kColumns, 5), noise = Numbers(kRows, 6);
  const Matrix rows = Eigen::Map<const Matrix>(values.data(), kRows, kColumns);
  const Examples x = rows;
  Vector y(kRows);
  for (Index i = 0; i < kRows; ++i) {
    const double side =
        rows.row(i).dot(Eigen::Map<const Vector>(plane.data(), kColumns).transpose());
    const bool flipped = noise[static_cast<std::size_t>(i)] > 0.8;
    y[i] = (side > 0) != flipped ? 1 : -1;
  }
  const LiblinearLearner learner({.solver = "l2r_l1loss_svc_dual", .cost = 0.01, .bias = 1});
  return MedianRate(1, seconds, [&] { learner.Fit({.x = x, .y = y}); });
}

/// Negative where there is no such file.
double SecondsSince(const fs::path& file) {
  std::error_code error;
  const auto written = fs::last_write_time(file, error);
  if (error) return -1;
  return std::chrono::duration<double>(fs::file_time_type::clock::now() - written).count();
}

}  // namespace

Passport MeasurePassport(double seconds) {
  const double each = seconds / kRates;
  const MachineWatch watch;
  Passport passport;
  passport.gemm_double_gflops = GemmDoubleGflops(each);
  passport.gemm_float_gflops = GemmFloatGflops(each);
  passport.cos_million_per_s = CosMillionPerS(each);
  passport.memory_gb_per_s = MemoryGbPerS(each);
  passport.liblinear_fits_per_s = LiblinearFitsPerS(each);
  passport.quiet = watch.Use().Disturbance(1).empty();
  passport.measured = UtcNow("%Y-%m-%dT%H:%M:%SZ");
  return passport;
}

std::string PassportKey() {
  const BlasInfo blas = LoadedBlas();
  return ProcessorName() + "\n" + std::to_string(sysconf(_SC_NPROCESSORS_ONLN)) + "\n" +
         blas.library + "\n" + blas.description + "\n" +
         (blas.threads ? std::to_string(*blas.threads) : "") + "\n" + MERCER_BUILD_COMMIT + "\n" +
         MERCER_BUILD_COMPILER + "\n" + MERCER_BUILD_FLAGS + "\n";
}

fs::path PassportFolder() {
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return std::string(value == nullptr ? "" : value);
  };
  if (const std::string cache = variable("XDG_CACHE_HOME"); !cache.empty())
    return fs::path(cache) / "mercer";
  const std::string home = variable("HOME");
  return home.empty() ? fs::path() : fs::path(home) / ".cache" / "mercer";
}

Passport KeptPassport(const fs::path& folder, const std::string& key, double most_seconds,
                      const std::function<Passport()>& measure) {
  // Machines that share a home have a file each.
  const fs::path path =
      folder.empty() ? fs::path() : folder / ("passport-" + Sha256Hex(key).substr(0, 12) + ".json");
  const double age = path.empty() ? -1 : SecondsSince(path);
  if (age >= 0 && age < most_seconds) {
    const std::optional<std::string> text = ReadText(path);
    if (const auto kept = text ? PassportFromJson(*text) : std::nullopt) return *kept;
  }
  const Passport passport = measure();
  if (path.empty() || !passport.quiet) return passport;
  try {
    fs::create_directories(folder);
    WriteFileAtomically(path, PassportToJson(passport));
  } catch (const std::exception&) {
    // What cannot be kept is measured again.
  }
  return passport;
}

Passport MachinePassport(bool again) {
  return KeptPassport(PassportFolder(), PassportKey(), again ? 0 : kDay,
                      [] { return MeasurePassport(); });
}

}  // namespace mercer
