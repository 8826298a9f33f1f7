#include "experiments/report/summary/notes.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>
#include <sstream>
#include <string_view>
#include <tuple>

#include "experiments/catalogue/catalogue.h"
#include "experiments/report/cells/cells.h"

namespace mercer {
namespace {

/// Puts alike notes together, in the order of the first of each.
class NoteList {
 public:
  explicit NoteList(std::vector<TrialNote>& notes) : notes_(notes) {}

  void Add(const TrialNote& note, const std::string& method) {
    const auto [place, is_new] =
        places_.emplace(std::tuple(note.dataset, note.status, note.text), notes_.size());
    if (is_new) notes_.push_back(note);
    TrialNote& noted = notes_[place->second];
    ++noted.trials;
    const auto end = noted.methods.end();
    if (std::find(noted.methods.begin(), end, method) == end) noted.methods.push_back(method);
  }

 private:
  std::vector<TrialNote>& notes_;
  std::map<std::tuple<std::string, std::string, std::string>, std::size_t> places_;
};

// The message without " after 1.2 s and 33 MiB", wherever it says so: what a trial spent until then
// differs from one to the next.
std::string WithoutSpent(const std::string& message) {
  constexpr std::string_view kAfter = " after ", kSeconds = " s and ", kMemory = " MiB";
  constexpr char kDigits[] = "0123456789.e+-";
  // Behind a number at `at` and what follows it; npos where there is no such text.
  const auto behind = [&](std::size_t at, std::string_view unit) {
    const std::size_t end = at == std::string::npos ? at : message.find_first_not_of(kDigits, at);
    const bool is_there =
        end != std::string::npos && end > at && message.compare(end, unit.size(), unit) == 0;
    return is_there ? end + unit.size() : std::string::npos;
  };
  std::string rest;
  std::size_t from = 0;
  for (std::size_t at = message.find(kAfter); at != std::string::npos;
       at = message.find(kAfter, at + 1)) {
    const std::size_t end = behind(behind(at + kAfter.size(), kSeconds), kMemory);
    if (at < from || end == std::string::npos) continue;
    rest += message.substr(from, at - from);
    from = end;
  }
  return rest + message.substr(from);
}

std::string MethodText(const ResultRecord& record) {
  return record.Get(column::kMethod) + (IsTuning(record) ? " (tuning)" : "");
}

struct Counted {
  std::int64_t all = 0, ran = 0;
};

/// Trials by data set and method; "" for any data set.
using TrialCounts = std::map<std::pair<std::string, std::string>, Counted>;

TrialCounts CountTrials(const std::vector<ResultRecord>& records) {
  TrialCounts counts;
  for (const ResultRecord& record : records) {
    const auto count = [&](const std::string& dataset) {
      Counted& counted = counts[{dataset, MethodText(record)}];
      ++counted.all;
      if (record.Get(column::kStatus) != TrialStatus::kSkipped) ++counted.ran;
    };
    count("");
    if (!record.Get(column::kDataset).empty()) count(record.Get(column::kDataset));
  }
  return counts;
}

void SetOf(const TrialCounts& counts, std::int64_t Counted::*which, std::vector<TrialNote>& notes) {
  for (TrialNote& note : notes) {
    for (const std::string& method : note.methods)
      note.of += counts.at({note.dataset, method}).*which;
  }
}

// "### `key`: title" → key and title; both "" for any other heading.
std::pair<std::string, std::string> KeyAndTitle(const std::string& heading) {
  const std::size_t begin = heading.find_first_not_of("# ");
  if (begin == std::string::npos || heading[begin] != '`') return {};
  const std::size_t end = heading.find('`', begin + 1);
  if (end == std::string::npos) return {};
  const std::size_t title = heading.find_first_not_of(": ", end + 1);
  return {heading.substr(begin + 1, end - begin - 1),
          title == std::string::npos ? "" : heading.substr(title)};
}

}  // namespace

std::vector<std::string> SplitParts(const std::string& text) {
  std::vector<std::string> out;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find("; ", begin), text.size());
    out.push_back(text.substr(begin, end - begin));
    begin = end + 2;
  }
  return out;
}

void TakeNotes(const std::vector<ResultRecord>& records, Summary& summary) {
  NoteList failures(summary.failures), warnings(summary.warnings);
  for (const ResultRecord& record : records) {
    if (!record.IsOk()) {
      failures.Add({record.Get(column::kDataset),
                    {},
                    record.Status(),
                    WithoutSpent(record.Get(column::kMessage))},
                   MethodText(record));
    }
    for (const std::string& warning : SplitParts(record.Get(column::kWarnings))) {
      warnings.Add({"", {}, "warning", warning}, MethodText(record));
    }
    if (!record.Get(column::kLearner).empty()) summary.has_learner = true;
    if (!record.IsOk()) continue;
    ++summary.finished;
    if (record.Get(column::kTimingValid) == false)
      ++summary.invalid_times[record.Get(column::kTimingNote)];
  }
  const TrialCounts counts = CountTrials(records);
  SetOf(counts, &Counted::all, summary.failures);
  // What never ran cannot warn.
  SetOf(counts, &Counted::ran, summary.warnings);
  summary.trials = static_cast<std::int64_t>(records.size());
}

std::map<std::string, DeviationNote> ParseDeviationNotes(const std::string& markdown) {
  std::map<std::string, DeviationNote> notes;
  DeviationNote* current = nullptr;
  std::istringstream in(markdown);
  bool new_paragraph = false;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("#")) {
      const auto [key, title] = KeyAndTitle(line);
      current = key.empty() ? nullptr : &notes[key];
      if (current != nullptr) *current = {title, ""};
    } else if (line.empty()) {
      new_paragraph = true;
    } else if (current != nullptr) {
      if (!current->text.empty()) current->text += new_paragraph ? "\n\n" : " ";
      current->text += line;
      new_paragraph = false;
    }
  }
  return notes;
}

std::map<std::string, DeviationNote> DeviationNotesOf(const std::string& citekey) {
  if (citekey.empty()) return {};
  std::ifstream in(ShareDir() / "configs" / citekey / "NOTES.md", std::ios::binary);
  return ParseDeviationNotes(std::string(std::istreambuf_iterator<char>(in), {}));
}

}  // namespace mercer
