#include "experiments/store/passport.h"

#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

namespace mercer {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::array<std::pair<const char*, double Passport::*>, 5> kRates = {{
    {"gemm_double_gflops", &Passport::gemm_double_gflops},
    {"gemm_float_gflops", &Passport::gemm_float_gflops},
    {"cos_million_per_s", &Passport::cos_million_per_s},
    {"memory_gb_per_s", &Passport::memory_gb_per_s},
    {"liblinear_fits_per_s", &Passport::liblinear_fits_per_s},
}};

std::optional<Passport> Read(const Json& json) {
  if (!json.is_object()) return std::nullopt;
  Passport passport;
  for (const auto& [name, rate] : kRates) {
    const auto it = json.find(name);
    if (it == json.end() || !it->is_number()) return std::nullopt;
    passport.*rate = it->get<double>();
    if (!std::isfinite(passport.*rate) || passport.*rate <= 0) return std::nullopt;
  }
  if (const auto it = json.find("quiet"); it != json.end() && it->is_boolean())
    passport.quiet = it->get<bool>();
  if (const auto it = json.find("measured"); it != json.end() && it->is_string())
    passport.measured = it->get<std::string>();
  return passport;
}

}  // namespace

Passport ReferencePassport() {
  Passport passport;
  passport.gemm_double_gflops = kReferenceGemmDoubleGflops;
  passport.gemm_float_gflops = kReferenceGemmFloatGflops;
  passport.cos_million_per_s = kReferenceCosMillionPerS;
  passport.memory_gb_per_s = kReferenceMemoryGbPerS;
  passport.liblinear_fits_per_s = kReferenceLiblinearFitsPerS;
  return passport;
}

std::string PassportToJson(const Passport& passport) {
  Json json;
  for (const auto& [name, rate] : kRates) json[name] = passport.*rate;
  json["quiet"] = passport.quiet;
  json["measured"] = passport.measured;
  return json.dump(1) + "\n";
}

std::optional<Passport> PassportFromJson(const std::string& json) {
  return Read(Json::parse(json, nullptr, /*allow_exceptions=*/false));
}

std::optional<Passport> PassportOfContext(const std::string& context_json) {
  const Json context = Json::parse(context_json, nullptr, /*allow_exceptions=*/false);
  if (!context.is_object()) return std::nullopt;
  const auto it = context.find("passport");
  return it == context.end() ? std::nullopt : Read(*it);
}

}  // namespace mercer
