#include "experiments/report/tables/deviation_marks.h"

#include <algorithm>
#include <iterator>
#include <string_view>

#include "core/base/text.h"

namespace mercer {
namespace {

// Unicode has no raised q.
constexpr std::string_view kLetters[] = {"ᵃ", "ᵇ", "ᶜ", "ᵈ", "ᵉ", "ᶠ", "ᵍ", "ʰ", "ⁱ",
                                         "ʲ", "ᵏ", "ˡ", "ᵐ", "ⁿ", "ᵒ", "ᵖ", "ʳ", "ˢ",
                                         "ᵗ", "ᵘ", "ᵛ", "ʷ", "ˣ", "ʸ", "ᶻ"};

// a to z, then twice the same letter.
std::string Letter(std::size_t i) {
  std::string letter;
  for (std::size_t times = 0; times <= i / std::size(kLetters); ++times)
    letter += kLetters[i % std::size(kLetters)];
  return letter;
}

bool Names(const std::vector<std::string>& names, const std::string& shown) {
  return names.empty() || std::find(names.begin(), names.end(), PlainName(shown)) != names.end();
}

bool ConcernsSome(const Summary& summary, const DeviationScope& scope) {
  return std::any_of(summary.rows.begin(), summary.rows.end(), [&](const SummaryRow& row) {
    return row.measured.n > 0 && Concerns(scope, row.cell);
  });
}

}  // namespace

DeviationMarks::DeviationMarks(const Summary& summary) : names_(summary.names) {
  for (const std::string& key : summary.provenance.deviations) {
    const auto scope = summary.provenance.deviation_scopes.find(key);
    if (scope != summary.provenance.deviation_scopes.end() && ConcernsSome(summary, scope->second))
      all_.push_back({Letter(all_.size()), key, scope->second});
  }
}

std::string DeviationMarks::OfDataset(const std::string& kernel, const std::string& dataset) {
  std::string letters;
  for (const Marked& one : all_) {
    const DeviationScope& scope = one.scope;
    if (scope.datasets.empty() || !Names(scope.kernels, kernel) || !Names(scope.datasets, dataset))
      continue;
    letters += one.letter;
    used_.insert(one.key);
  }
  return letters;
}

std::string DeviationMarks::OfMethod(const std::string& kernel, const std::string& method) {
  std::string letters;
  for (const Marked& one : all_) {
    const DeviationScope& scope = one.scope;
    if (!scope.datasets.empty() || scope.methods.empty()) continue;
    if (!Names(scope.kernels, kernel) || !Names(scope.methods, method)) continue;
    letters += one.letter;
    used_.insert(one.key);
  }
  return letters;
}

std::string DeviationMarks::OfKernel(const std::string& kernel) {
  std::string letters;
  for (const Marked& one : all_) {
    const DeviationScope& scope = one.scope;
    if (!scope.datasets.empty() || !scope.methods.empty()) continue;
    if (!Names(scope.kernels, kernel)) continue;
    letters += one.letter;
    used_.insert(one.key);
  }
  return letters;
}

std::vector<std::string> DeviationMarks::TakeNotes() {
  std::vector<std::string> texts;
  for (const Marked& one : all_) {
    if (!used_.contains(one.key)) continue;
    std::string text = one.letter + " " + one.key;
    if (!one.scope.datasets.empty() && !one.scope.methods.empty()) {
      std::vector<std::string> methods;
      for (const std::string& method : one.scope.methods) methods.push_back(names_.Method(method));
      text += " (" + Join(methods, ", ") + ")";
    }
    texts.push_back(text);
  }
  used_.clear();
  return texts.empty() ? texts : std::vector<std::string>{Join(texts, "; ") + "."};
}

std::vector<std::string> CommonDeviations(const Summary& summary) {
  std::vector<std::string> keys;
  for (const std::string& key : summary.provenance.deviations) {
    const auto scope = summary.provenance.deviation_scopes.find(key);
    if (scope == summary.provenance.deviation_scopes.end() || !ConcernsSome(summary, scope->second))
      keys.push_back(key);
  }
  return keys;
}

}  // namespace mercer
