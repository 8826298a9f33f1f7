#include "experiments/store/passport.h"

#include <array>
#include <cmath>
#include <utility>

#include "experiments/json/parse_json.h"

namespace mercer {
namespace {

constexpr std::array<std::pair<const char*, double Passport::*>, 5> kRates = {{
    {"gemm_double_gflops", &Passport::gemm_double_gflops},
    {"gemm_float_gflops", &Passport::gemm_float_gflops},
    {"cos_million_per_s", &Passport::cos_million_per_s},
    {"memory_gb_per_s", &Passport::memory_gb_per_s},
    {"liblinear_fits_per_s", &Passport::liblinear_fits_per_s},
}};

std::optional<Passport> Read(const OrderedJson& json) {
  Passport passport;
  for (const auto& [name, rate] : kRates) {
    const OrderedJson* value = Member(json, name);
    if (value == nullptr || !value->is_number()) return std::nullopt;
    passport.*rate = value->get<double>();
    if (!std::isfinite(passport.*rate) || passport.*rate <= 0) return std::nullopt;
  }
  if (const OrderedJson* quiet = Member(json, "quiet"); quiet != nullptr && quiet->is_boolean())
    passport.quiet = quiet->get<bool>();
  passport.measured = TextOf(json, "measured");
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
  OrderedJson json;
  for (const auto& [name, rate] : kRates) json[name] = passport.*rate;
  json["quiet"] = passport.quiet;
  json["measured"] = passport.measured;
  return json.dump(1) + "\n";
}

std::optional<Passport> PassportFromJson(const std::string& json) {
  return Read(ParseJson(json).value_or(OrderedJson()));
}

std::optional<Passport> PassportOfContext(const std::string& context_json) {
  const OrderedJson context = ParseJson(context_json).value_or(OrderedJson());
  const OrderedJson* passport = Member(context, "passport");
  return passport == nullptr ? std::nullopt : Read(*passport);
}

}  // namespace mercer
