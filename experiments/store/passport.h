#ifndef MERCER_EXPERIMENTS_STORE_PASSPORT_H_
#define MERCER_EXPERIMENTS_STORE_PASSPORT_H_

#include <optional>
#include <string>

namespace mercer {

/// The speed of a machine at the operations that trials spend their time on, in CPU time of one
/// thread. Each rate is the median of several short runs and > 0.
struct Passport {
  double gemm_double_gflops = 0;    // 10⁹ multiplications and additions per second (ProductTiles)
  double gemm_float_gflops = 0;     // the same for floats (RowProducts<float>)
  double cos_million_per_s = 0;     // 10⁶ cosines per second (VectorCos)
  double memory_gb_per_s = 0;       // 10⁹ bytes per second of a = b + s·c, far beyond the caches
  double liblinear_fits_per_s = 0;  // fits of fixed generated rows per second
  bool quiet = true;  // no other process took more than a fifth of the core during the measurement
  std::string measured{};  // time of measurement in UTC: "2026-05-21T10:15:00Z"
};

/// The rates of the reference machine of normalised times: round numbers near those of one core of
/// a 2.8 GHz Xeon of 2023. They never change, so that normalised times stay comparable.
inline constexpr double kReferenceGemmDoubleGflops = 60, kReferenceGemmFloatGflops = 60,
                        kReferenceCosMillionPerS = 1500, kReferenceMemoryGbPerS = 12,
                        kReferenceLiblinearFitsPerS = 85;

/// The passport with these rates.
Passport ReferencePassport();

/// A JSON object: the rates by the names above, "quiet" and "measured".
std::string PassportToJson(const Passport& passport);

/// nullopt if the text is not such an object, or a rate is missing or not positive.
std::optional<Passport> PassportFromJson(const std::string& json);

/// The same from the "passport" of a run's context; nullopt if it has none.
std::optional<Passport> PassportOfContext(const std::string& context_json);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_STORE_PASSPORT_H_
