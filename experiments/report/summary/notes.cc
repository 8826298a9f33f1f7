#include "experiments/report/summary/notes.h"

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <map>
#include <sstream>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "experiments/report/cells/cells.h"
#include "experiments/report/summary/paper_notes.h"

namespace mercer {
namespace {

bool IsDigit(char c) { return c >= '0' && c <= '9'; }

// Whether the digits [begin, end) of a text are a whole number by themselves: no part of a name, of
// a decimal fraction or of a power, and short enough to be a count.
bool IsWholeNumber(const std::string& text, std::size_t begin, std::size_t end) {
  constexpr std::size_t kMostDigits = 15;
  const char before = begin > 0 ? text[begin - 1] : ' ',
             behind = end < text.size() ? text[end] : ' ';
  const bool is_fraction = behind == '.' && end + 1 < text.size() && IsDigit(text[end + 1]);
  return end - begin <= kMostDigits && (text[begin] != '0' || end - begin == 1) &&
         (before == ' ' || before == '(') && !is_fraction &&
         std::isalpha(static_cast<unsigned char>(behind)) == 0;
}

/// A text whose whole numbers may differ from trial to trial: "D = 64 is 20 of order 1".
class NumberedText {
 public:
  explicit NumberedText(const std::string& text) {
    words_.emplace_back();
    for (std::size_t at = 0; at < text.size();) {
      std::size_t end = at;
      while (end < text.size() && IsDigit(text[end])) ++end;
      if (end > at && IsWholeNumber(text, at, end)) {
        const std::int64_t number = std::stoll(text.substr(at, end - at));
        ranges_.push_back({number, number});
        words_.emplace_back();
        at = end;
      } else {
        const std::size_t until = std::max(end, at + 1);
        words_.back() += text.substr(at, until - at);
        at = until;
      }
    }
  }

  /// The text without its numbers: what alike ones share.
  const std::vector<std::string>& words() const { return words_; }

  /// Takes in the numbers of one with the same words.
  void Widen(const NumberedText& other) {
    for (std::size_t i = 0; i < ranges_.size(); ++i) {
      ranges_[i].least = std::min(ranges_[i].least, other.ranges_[i].least);
      ranges_[i].most = std::max(ranges_[i].most, other.ranges_[i].most);
    }
  }

  /// "D = 64 to 256 is 20 to 80 of order 1".
  std::string Text() const {
    std::string text = words_.front();
    for (std::size_t i = 0; i < ranges_.size(); ++i) {
      text += std::to_string(ranges_[i].least);
      if (ranges_[i].most > ranges_[i].least) text += " to " + std::to_string(ranges_[i].most);
      text += words_[i + 1];
    }
    return text;
  }

 private:
  struct Range {
    std::int64_t least = 0, most = 0;
  };

  std::vector<std::string> words_{};  // before, between and behind the numbers
  std::vector<Range> ranges_{};
};

/// Puts alike notes together, in the order of the first of each. Warnings are alike where no more
/// than their numbers differ.
class NoteList {
 public:
  NoteList(std::vector<TrialNote>& notes, bool joins_numbers)
      : notes_(notes), joins_numbers_(joins_numbers) {}

  void Add(const TrialNote& note, const std::string& method) {
    const NumberedText text(note.text);
    const std::vector<std::string> alike =
        joins_numbers_ ? text.words() : std::vector<std::string>{note.text};
    const auto [place, is_new] =
        places_.emplace(std::tuple(note.dataset, note.status, alike), notes_.size());
    if (is_new) {
      notes_.push_back(note);
      texts_.push_back(text);
    }
    TrialNote& noted = notes_[place->second];
    if (joins_numbers_ && noted.text != note.text) {
      texts_[place->second].Widen(text);
      noted.text = texts_[place->second].Text();
    }
    ++noted.trials;
    const auto end = noted.methods.end();
    if (std::find(noted.methods.begin(), end, method) == end) noted.methods.push_back(method);
  }

 private:
  std::vector<TrialNote>& notes_;
  bool joins_numbers_;
  std::vector<NumberedText> texts_{};  // of the notes
  std::map<std::tuple<std::string, std::string, std::vector<std::string>>, std::size_t> places_;
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

// Trials that wait for another one in vain share its reason, which is told once.
std::string ReasonOf(const std::string& message) {
  constexpr std::string_view kInVain = " did not finish: ";
  for (const std::string_view of :
       {"its tuning trial", "the trial whose training time is its budget"}) {
    if (message.starts_with(of) && message.substr(of.size()).starts_with(kInVain))
      return ReasonOf(message.substr(of.size() + kInVain.size()));
  }
  return message;
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

// "AMD EPYC (avx2+fma)": virtual machines give processors of several generations one name.
std::string ProcessorText(const std::map<std::string, std::string>& cpus,
                          const ResultRecord& record) {
  const auto cpu = cpus.find(record.Get(column::kRunId));
  const bool is_known = cpu != cpus.end() && !cpu->second.empty();
  const std::string name = is_known ? cpu->second : "an unknown processor";
  const std::string set = record.Get(column::kInstructionSet);
  return set.empty() ? name : name + " (" + set + ")";
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
  std::map<std::string, std::string> cpus;  // by run
  for (const RunFacts& run : summary.provenance.runs) cpus[run.run_id] = run.cpu;
  NoteList failures(summary.failures, false), warnings(summary.warnings, true);
  for (const ResultRecord& record : records) {
    if (!record.IsOk()) {
      failures.Add({record.Get(column::kDataset),
                    {},
                    record.Status(),
                    WithoutSpent(ReasonOf(record.Get(column::kMessage)))},
                   MethodText(record));
    }
    for (const std::string& warning : SplitParts(record.Get(column::kWarnings))) {
      warnings.Add({"", {}, "warning", warning}, MethodText(record));
    }
    if (!record.Get(column::kLearner).empty()) summary.has_learner = true;
    if (!record.IsOk()) continue;
    ++summary.finished;
    if (!IsTuning(record)) ++summary.processors[ProcessorText(cpus, record)];
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
  return ParseDeviationNotes(NotesTextOf(citekey));
}

}  // namespace mercer
