#include "experiments/config/only.h"

#include <algorithm>
#include <charconv>
#include <functional>
#include <map>
#include <set>

#include "core/base/error.h"
#include "core/base/text.h"

namespace mercer {
namespace {

using Texts = std::vector<std::string>;

struct OnlyKey {
  const char* name;
  Texts (*values)(const Trial& trial);  // the texts a trial answers to, the shortest first
};

const OnlyKey kKeys[] = {
    {"dataset",
     [](const Trial& t) {
       return Texts{t.cell.dataset.name, t.cell.dataset.Label()};
     }},
    {"kernel",
     [](const Trial& t) {
       return Texts{t.cell.kernel.name, t.cell.kernel.Canonical()};
     }},
    {"method",
     [](const Trial& t) {
       Texts texts{t.cell.method};
       // One method's values of a list, as a report tells them apart.
       if (t.cell.map) texts.push_back(NamedParams{t.cell.method, t.cell.map->params}.Canonical());
       return texts;
     }},
    {"map",
     [](const Trial& t) {
       return t.cell.map ? Texts{t.cell.map->name, t.cell.map->Canonical()} : Texts{};
     }},
    {"D",
     [](const Trial& t) {
       const Index count = t.cell.num_random_features;
       return count > 0 ? Texts{std::to_string(count)} : Texts{};
     }},
    {"repetition", [](const Trial& t) { return Texts{std::to_string(t.repetition)}; }},
};

const OnlyKey& KeyOf(const std::string& name) {
  for (const OnlyKey& key : kKeys) {
    if (name == key.name) return key;
  }
  throw InvalidInput("--only: " + UnknownName("key", name, OnlyKeys()));
}

bool Admits(const OnlyKey& key, const std::set<std::string>& wanted, const Trial& trial) {
  const Texts values = key.values(trial);
  return std::any_of(values.begin(), values.end(),
                     [&](const std::string& value) { return wanted.count(value) > 0; });
}

/// Consecutive whole numbers, three or more, as one text: "0 to 499". Other texts stay.
Texts WithRanges(const Texts& texts) {
  std::set<Index> numbers;
  Texts shown;
  for (const std::string& text : texts) {
    Index number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size()) return texts;
    numbers.insert(number);
  }
  for (auto it = numbers.begin(); it != numbers.end();) {
    const Index first = *it;
    Index last = first;
    while (++it != numbers.end() && *it == last + 1) ++last;
    if (last > first + 1) {
      shown.push_back(std::to_string(first) + " to " + std::to_string(last));
      continue;
    }
    shown.push_back(std::to_string(first));
    if (last > first) shown.push_back(std::to_string(last));
  }
  return shown;
}

void RequireKnown(const OnlyKey& key, const std::string& value, const std::vector<Trial>& trials) {
  Texts known;
  std::map<std::string, std::set<std::string>> longer;  // by the shortest
  const auto note = [&](const std::string& text) {
    if (std::find(known.begin(), known.end(), text) == known.end()) known.push_back(text);
  };
  for (const Trial& trial : trials) {
    const Texts texts = key.values(trial);
    for (const std::string& text : texts) {
      if (text == value) return;
      longer[texts.front()].insert(text);
    }
    if (!texts.empty()) note(texts.front());
  }
  // The long texts are worth reading where they tell apart what has one short one.
  for (const auto& [shortest, texts] : longer)
    if (texts.size() > 2) std::for_each(texts.begin(), texts.end(), note);
  throw InvalidInput("--only: " + UnknownName(key.name, value, WithRanges(known)));
}

}  // namespace

Texts OnlyKeys() {
  Texts names;
  for (const OnlyKey& key : kKeys) names.emplace_back(key.name);
  return names;
}

std::vector<Trial> FilterTrials(std::vector<Trial> trials,
                                const std::vector<std::pair<std::string, std::string>>& only) {
  if (only.empty()) return trials;
  std::map<std::string, std::set<std::string>> wanted;
  Texts asked;
  for (const auto& [name, value] : only) {
    RequireKnown(KeyOf(name), value, trials);
    wanted[name].insert(value);
    asked.push_back(name + "=" + value);
  }
  std::map<std::string, const Trial*> by_id;
  for (const Trial& trial : trials) by_id[trial.id] = &trial;
  std::set<std::string> kept;
  // With the trials whose chosen values and whose training time it takes.
  const std::function<void(const std::string&)> keep = [&](const std::string& id) {
    if (id.empty() || !kept.insert(id).second) return;
    keep(by_id.at(id)->tuned_by);
    keep(by_id.at(id)->timed_by);
  };
  for (const Trial& trial : trials) {
    const bool admitted =
        !trial.tuning && std::all_of(wanted.begin(), wanted.end(), [&](const auto& entry) {
          return Admits(KeyOf(entry.first), entry.second, trial);
        });
    if (admitted) keep(trial.id);
  }
  if (kept.empty()) {
    throw InvalidInput("--only: no trial has " + Join(asked, ", ") +
                       "; expected values that occur together");
  }
  std::erase_if(trials, [&](const Trial& trial) { return kept.count(trial.id) == 0; });
  return trials;
}

}  // namespace mercer
