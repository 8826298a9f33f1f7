#include "experiments/report/summary/tuned.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/text.h"

namespace mercer {
namespace {

/// "kernel.sigma" and "2", "learner.cost" and "10".
using PathAndValue = std::pair<std::string, std::string>;

// Of "kernel.sigma=2,learner.cost=10". A value may be a word or hold a comma in brackets.
std::vector<PathAndValue> ValuesOf(const std::string& tuned) {
  std::vector<PathAndValue> out;
  int depth = 0;
  std::string item;
  const auto add = [&] {
    const std::size_t equals = item.find('=');
    if (equals != std::string::npos)
      out.emplace_back(item.substr(0, equals), item.substr(equals + 1));
    item.clear();
  };
  for (const char c : tuned) {
    if (c == '[' || c == '{' || c == '(') ++depth;
    if (c == ']' || c == '}' || c == ')') --depth;
    if (c == ',' && depth == 0) {
      add();
    } else {
      item += c;
    }
  }
  add();
  return out;
}

// "sigma 2, cost 10"; the text as it stands where it is no list of paths and values.
std::string ValuesText(const std::string& tuned) {
  std::vector<std::string> texts;
  for (const auto& [path, value] : ValuesOf(tuned)) {
    const std::size_t dot = path.find('.');
    texts.push_back((dot == std::string::npos ? path : path.substr(dot + 1)) + " " + value);
  }
  return texts.empty() ? tuned : Join(texts, ", ");
}

std::optional<double> NumberIn(const std::string& text) {
  double number = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || stop != text.data() + text.size()) return std::nullopt;
  return number;
}

}  // namespace

bool IsAtGridEnd(const ResultRecord& record, const Provenance& provenance) {
  const std::string& tuned = record.Get(column::kTunedParams);
  const auto grids = provenance.grids.find(record.Get(column::kMethod));
  if (tuned.empty() || grids == provenance.grids.end()) return false;
  for (const auto& [path, text] : ValuesOf(tuned)) {
    const auto grid = grids->second.find(path);
    const std::optional<double> value = NumberIn(text);
    if (!value || grid == grids->second.end() || grid->second.size() < 2) continue;
    const auto [least, most] = std::minmax_element(grid->second.begin(), grid->second.end());
    if (*value <= *least || *value >= *most) return true;
  }
  return false;
}

std::vector<TunedChoices> TunedChoicesOf(const std::vector<CellTrials>& cells,
                                         const Provenance& provenance) {
  std::vector<TunedChoices> all;
  for (const CellTrials& cell : cells) {
    for (const ResultRecord* record : cell.finished) {
      const std::string& tuned = record->Get(column::kTunedParams);
      if (tuned.empty()) continue;
      const bool on_test = IsTunedOnTest(*record);
      auto of = std::find_if(all.begin(), all.end(), [&](const TunedChoices& known) {
        return known.dataset == cell.key.dataset && known.kernel == cell.key.kernel &&
               known.method == cell.key.method && known.on_test == on_test;
      });
      if (of == all.end())
        of = all.insert(of, {cell.key.dataset, cell.key.kernel, cell.key.method, on_test});
      const std::string values = ValuesText(tuned);
      auto& choices = of->choices;
      auto choice =
          std::find_if(choices.begin(), choices.end(),
                       [&](const TunedChoices::Choice& known) { return known.values == values; });
      if (choice == choices.end())
        choice = choices.insert(choice, {values, 0, IsAtGridEnd(*record, provenance)});
      ++choice->trials;
    }
  }
  for (TunedChoices& tuned : all) {
    std::stable_sort(tuned.choices.begin(), tuned.choices.end(),
                     [](const auto& a, const auto& b) { return a.trials > b.trials; });
  }
  return all;
}

}  // namespace mercer
