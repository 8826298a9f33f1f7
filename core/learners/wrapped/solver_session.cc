#include "core/learners/wrapped/solver_session.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <sstream>
#include <string_view>
#include <system_error>

#include "core/base/error.h"

namespace mercer {
namespace {

std::mutex& Mutex() {
  static std::mutex mutex;
  return mutex;
}

// Guarded by Mutex(): the hooks take no argument of ours.
std::string& Collected() {
  static std::string text;
  return text;
}

}  // namespace

SolverSession::SolverSession(std::uint64_t seed) : lock_(Mutex()) {
  Collected().clear();
  std::srand(static_cast<unsigned int>(seed));
}

void SolverSession::Collect(const char* text) noexcept { Collected() += text; }

FitReport SolverSession::Report(const std::string& learner, Index silent_limit) const {
  return ParseSolverOutput(learner, Collected(), silent_limit);
}

std::optional<double> SolverSession::SumAfter(const std::string& key) const {
  const std::string& text = Collected();
  std::optional<double> sum;
  for (auto at = text.find(key); at != std::string::npos; at = text.find(key, at + key.size()))
    sum = sum.value_or(0) + std::strtod(text.c_str() + at + key.size(), nullptr);
  return sum;
}

FitReport ParseSolverOutput(const std::string& learner, const std::string& text,
                            Index silent_limit) {
  constexpr std::string_view kTotal = "#iter = ";
  constexpr std::string_view kWarning = "WARNING: ";
  constexpr std::string_view kObjective = "obj = ";
  FitReport report;
  Index totals = 0;
  Index steps = 0;
  bool has_totals = false;
  const auto warn = [&](const std::string& text_of_it) {
    const std::string warning = learner + ": " + text_of_it;
    auto& known = report.warnings;
    if (std::find(known.begin(), known.end(), warning) == known.end()) known.push_back(warning);
  };
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    if (const auto at = line.find(kTotal); at != std::string::npos) {
      const Index total = std::strtol(line.c_str() + at + kTotal.size(), nullptr, 10);
      if (silent_limit > 0 && total >= silent_limit) warn("reaching max number of iterations");
      totals += total;
      has_totals = true;
    } else if (line.rfind("iter ", 0) == 0) {
      ++steps;
    }
    if (line.rfind(kObjective, 0) == 0) {
      report.dual_objective = report.dual_objective.value_or(0) -
                              std::strtod(line.c_str() + kObjective.size(), nullptr);
    }
    if (const auto at = line.find(kWarning); at != std::string::npos) {
      warn(line.substr(at + kWarning.size()));
    }
  }
  if (has_totals) {
    report.iterations = totals;
  } else if (steps > 0) {
    report.iterations = steps;
  }
  return report;
}

ParamSpec ClassWeightsSpec() {
  return {.name = "class_weights",
          .kind = ParamKind::kParams,
          .help = "factors of C by label, as {\"1\": 2, \"-1\": 0.5}; absent: 1 for every class",
          .optional = true};
}

ClassWeights ParseClassWeights(const std::string& learner, const ParamValue* value) {
  ClassWeights weights;
  if (value == nullptr) return weights;
  for (const auto& [name, factor] : value->AsParams().entries()) {
    const std::string of = "learner '" + learner + "': class_weights: ";
    int label = 0;
    const char* const end = name.data() + name.size();
    const auto read = std::from_chars(name.data(), end, label);
    if (read.ec != std::errc() || read.ptr != end || std::to_string(label) != name) {
      throw InvalidInput(of + "'" + name +
                         "' is no label; expected a whole number between -2147483648 and "
                         "2147483647");
    }
    if (!factor.is_number() || !std::isfinite(factor.AsNumber()) || factor.AsNumber() <= 0) {
      throw InvalidInput(of + "the factor of label " + name + " is " + factor.Canonical() +
                         "; expected a number > 0");
    }
    weights[label] = factor.AsNumber();
  }
  return weights;
}

WeightArrays::WeightArrays(const std::string& learner, const ClassWeights& weights,
                           const Vector& y) {
  for (const auto& [label, factor] : weights) {
    if ((y.array() == label).any()) {
      labels.push_back(label);
      values.push_back(factor);
    } else {
      warnings.push_back(learner + ": no training row has the label " + std::to_string(label) +
                         " of class_weights");
    }
  }
}

}  // namespace mercer
