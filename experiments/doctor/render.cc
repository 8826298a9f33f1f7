#include "experiments/doctor/render.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "core/base/text.h"
#include "experiments/doctor/diagnosis.h"
#include "experiments/doctor/four_digits.h"

namespace mercer {
namespace {

using Json = nlohmann::ordered_json;

std::string ShortOr(const std::optional<double>& value, const char* absent) {
  return value ? FourDigits(*value) : absent;
}

// JSON has no infinity.
Json Number(const std::optional<double>& value) {
  return value && std::isfinite(*value) ? Json(*value) : Json(nullptr);
}

std::string TraitsText(const MapTraits& traits) {
  std::vector<std::string> words;
  if (traits.deterministic) words.emplace_back("deterministic");
  if (traits.data_dependent) words.emplace_back("from training rows");
  if (!traits.deterministic) words.emplace_back(traits.unbiased ? "unbiased" : "biased");
  if (traits.has_prefix) words.emplace_back("the first D features do not depend on D");
  return Join(words, "; ");
}

std::string BoundText(const Diagnosis& d) {
  if (!d.bound) return "none known, or none that is finite for these rows";
  std::string text = d.bound->source + " guarantees an error of " + FourDigits(d.bound_epsilon) +
                     " at D = " + std::to_string(d.num_random_features);
  if (std::isfinite(d.bound_features)) {
    text += "; the measured error would need D = " + FourDigits(d.bound_features);
  }
  text += "; violated in a share of at most " + FourDigits(d.bound_violations) + " of the draws";
  if (d.bound->product_sup > 0)
    text += "; no |Z(x) Z(y)| is above " + FourDigits(d.bound->product_sup);
  return text;
}

std::string ExactVarianceText(const Diagnosis& d) {
  if (d.exact_variance) return FourDigits(*d.exact_variance);
  if (d.infinite_variance) return "infinite";
  return d.no_variance_reason.empty() ? "unknown" : "unknown: " + d.no_variance_reason;
}

std::string ErrorsText(const Diagnosis& d) {
  std::vector<std::string> words;
  for (const ErrorAtD& e : d.errors)
    words.push_back(FourDigits(e.rms) + " at D = " + std::to_string(e.num_random_features));
  return Join(words, ", ") + (d.slope ? "; slope " + FourDigits(*d.slope) : "");
}

Json ToJson(const Diagnosis& d) {
  Json errors = Json::array();
  for (const ErrorAtD& e : d.errors)
    errors.push_back({{"D", e.num_random_features}, {"rms", e.rms}});
  Json bound(nullptr);
  if (d.bound) {
    bound = {{"source", d.bound->source},
             {"epsilon", d.bound_epsilon},
             {"features_for_measured_error", Number(d.bound_features)},
             {"largest_share_broken", d.bound_violations},
             {"product_sup", Number(d.bound->product_sup)},
             {"uniform", Json(nullptr)}};
    if (d.uniform_epsilon) {
      bound["uniform"] = {{"source", d.bound->uniform->source},
                          {"epsilon", *d.uniform_epsilon},
                          {"share_broken", d.uniform_violations}};
    }
  }
  const bool random = !d.traits.deterministic;
  return {{"map", d.map},
          {"kernel", d.kernel},
          {"verdict", Verdict(d)},
          {"faults", d.faults},
          {"traits",
           {{"unbiased", d.traits.unbiased},
            {"deterministic", d.traits.deterministic},
            {"data_dependent", d.traits.data_dependent},
            {"projection", d.traits.projection},
            {"has_prefix", d.traits.has_prefix},
            {"complex", d.is_complex}}},
          {"rows", d.rows},
          {"input_dim", d.input_dim},
          {"D", d.num_random_features},
          {"output_dim", d.output_dim},
          {"note", d.note.empty() ? Json(nullptr) : Json(d.note)},
          {"draws", d.draws},
          {"bias_z", Number(d.bias_z)},
          {"bias_z_limit", random ? Json(d.bias_z_limit) : Json(nullptr)},
          {"variance", random ? Json(d.measured_variance) : Json(nullptr)},
          {"variance_standard_error", random ? Json(d.measured_variance_error) : Json(nullptr)},
          {"exact_variance", Number(d.exact_variance)},
          {"no_variance_reason",
           d.no_variance_reason.empty() ? Json(nullptr) : Json(d.no_variance_reason)},
          {"heavy_tails", d.heavy_tails},
          {"errors", errors},
          {"slope", Number(d.slope)},
          {"bound", bound},
          {"features_per_second", d.features_per_second},
          {"operations_per_row", d.operations_per_row},
          {"bytes", d.bytes}};
}

}  // namespace

std::string Verdict(const Diagnosis& d) {
  if (!d.faults.empty()) return "wrong";
  if (d.heavy_tails) return "shown";
  return d.bound || MeanIsJudged(d) ? "right" : "shown";
}

std::string DiagnosisText(const Diagnosis& d) {
  const auto line = [](const std::string& name, const std::string& value) {
    return name + std::string(22 - name.size(), ' ') + value + "\n";
  };
  std::string text = line("map", d.map + " (" + TraitsText(d.traits) + ")");
  text += line("kernel", d.kernel);
  text += line("rows", std::to_string(d.rows) + " x " + std::to_string(d.input_dim) + ", " +
                           std::to_string(d.pairs) + " pairs, " + std::to_string(d.draws) +
                           (d.draws == 1 ? " draw" : " draws"));
  text += line("features", "D = " + std::to_string(d.num_random_features) + ", " +
                               std::to_string(d.output_dim) + " columns" +
                               (d.is_complex ? " (re, im pairs)" : "") + ", drawn map " +
                               std::to_string(d.bytes) + " bytes");
  if (!d.note.empty()) text += line("note", d.note);
  if (d.bias_z)
    text += line("bias", "largest z-score " + FourDigits(*d.bias_z) + ", limit " +
                             FourDigits(d.bias_z_limit));
  if (!d.traits.deterministic) {
    text += line("variance x D",
                 FourDigits(d.measured_variance) + " ± " + FourDigits(d.measured_variance_error) +
                     ", exact " + ExactVarianceText(d) +
                     (d.heavy_tails ? "; a few draws hold most of it: too few to judge by" : ""));
  } else if (!d.no_variance_reason.empty()) {
    text += line("variance x D", "none: " + d.no_variance_reason);
  }
  text += line("rms error", ErrorsText(d));
  text += line("bound", BoundText(d));
  if (d.uniform_epsilon) {
    text +=
        line("bound for all pairs", d.bound->uniform->source + " guarantees an error of " +
                                        FourDigits(*d.uniform_epsilon) +
                                        " anywhere within the rows' radii; violated in a share " +
                                        FourDigits(d.uniform_violations) + " of the draws");
  }
  text += line("cost", FourDigits(d.operations_per_row) + " operations per row, " +
                           FourDigits(d.features_per_second) + " features per second");
  text += line("verdict", Verdict(d) + (d.faults.empty() ? "" : ": " + Join(d.faults, "; ")));
  return text;
}

std::string DiagnosisTable(const std::vector<Diagnosis>& diagnoses) {
  std::vector<std::vector<std::string>> rows = {
      {"map", "kernel", "bias z", "variance", "exact", "slope", "rms error", "verdict"}};
  for (const Diagnosis& d : diagnoses) {
    const auto at_d = std::find_if(d.errors.begin(), d.errors.end(), [&](const ErrorAtD& e) {
      return e.num_random_features == d.num_random_features;
    });
    rows.push_back({d.map, d.kernel, ShortOr(d.bias_z, "-"),
                    d.traits.deterministic ? "-" : FourDigits(d.measured_variance),
                    ShortOr(d.exact_variance, d.infinite_variance ? "inf" : "-"),
                    ShortOr(d.slope, "-"), at_d == d.errors.end() ? "-" : FourDigits(at_d->rms),
                    Verdict(d) + (d.faults.empty() ? "" : ": " + Join(d.faults, "; "))});
  }
  std::vector<std::size_t> widths(rows.front().size());
  for (const auto& row : rows)
    for (std::size_t c = 0; c < row.size(); ++c) widths[c] = std::max(widths[c], row[c].size());
  std::string text;
  for (const auto& row : rows) {
    for (std::size_t c = 0; c + 1 < row.size(); ++c)
      text += row[c] + std::string(widths[c] - row[c].size() + 2, ' ');
    text += row.back() + "\n";
  }
  return text;
}

std::string DiagnosisJson(const std::vector<Diagnosis>& diagnoses) {
  Json list = Json::array();
  for (const Diagnosis& d : diagnoses) list.push_back(ToJson(d));
  return list.dump(2) + "\n";
}

}  // namespace mercer
