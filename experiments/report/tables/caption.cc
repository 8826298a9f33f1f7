// What stands above and below the tables of a report.

#include <algorithm>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/base/text.h"
#include "experiments/report/cells/display.h"
#include "experiments/report/cells/normalise.h"
#include "experiments/report/cells/report_metrics.h"
#include "experiments/report/summary/number_text.h"
#include "experiments/report/summary/summary.h"
#include "experiments/report/tables/deviation_marks.h"
#include "experiments/report/tables/layout.h"

namespace mercer {
namespace {

/// The data sets of which something is said, and this; one for all variants of a data set if the
/// same is said of all.
template <class TextOf>
std::vector<std::pair<std::string, std::string>> SaidOfDatasets(const Summary& summary,
                                                                const TextOf& text_of) {
  std::vector<std::pair<std::string, std::string>> said;
  for (const DatasetFacts& facts : summary.datasets) {
    const std::string text = text_of(facts), name = WithoutSteps(facts.label);
    if (text.empty()) continue;
    const bool is_shared = std::all_of(
        summary.datasets.begin(), summary.datasets.end(), [&](const DatasetFacts& other) {
          return WithoutSteps(other.label) != name || text_of(other) == text;
        });
    AddNew(said, {summary.names.Dataset(is_shared ? name : facts.label), text});
  }
  return said;
}

// "Cod-RNA 500/20000, 1000/20000": a data set is named once for all its variants.
std::string RowsLine(const Summary& summary) {
  std::vector<std::pair<std::string, std::vector<std::string>>> counts;  // by data set
  bool any_split = false;
  for (const DatasetFacts& facts : summary.datasets) {
    if (facts.n_train.empty()) continue;
    const bool is_split = !facts.n_test.empty() && facts.n_test != "0";
    any_split = any_split || is_split;
    const std::string name = summary.names.Dataset(WithoutSteps(facts.label));
    if (counts.empty() || counts.back().first != name) counts.push_back({name, {}});
    AddNew(counts.back().second, facts.n_train + (is_split ? "/" + facts.n_test : ""));
  }
  std::vector<std::string> texts;
  for (const auto& [name, of_variants] : counts)
    texts.push_back(name + " " + Join(of_variants, ", "));
  if (texts.empty()) return "";
  const bool has_variants = std::any_of(counts.begin(), counts.end(),
                                        [](const auto& entry) { return entry.second.size() > 1; });
  return "Rows: " + Join(texts, has_variants ? "; " : ", ") +
         (any_split ? " (training/test)." : ".");
}

// "cost 100 in 3 of 5 trials, 1000‡ in 2": a parameter alone is named once.
std::string ChoicesText(const std::vector<TunedChoices::Choice>& choices) {
  std::int64_t all = 0;
  for (const TunedChoices::Choice& choice : choices) all += choice.trials;
  const std::string& first = choices.front().values;
  const std::string name = first.substr(0, first.find(' ') + 1);
  const bool is_one_parameter =
      std::all_of(choices.begin(), choices.end(), [&](const auto& choice) {
        return choice.values.starts_with(name) && choice.values.find(", ") == std::string::npos;
      });
  std::vector<std::string> texts;
  for (const TunedChoices::Choice& choice : choices) {
    const bool is_named = texts.empty() || !is_one_parameter;
    std::string text = (is_named ? choice.values : choice.values.substr(name.size())) +
                       (choice.is_at_end ? "‡" : "") + " in " + std::to_string(choice.trials);
    if (texts.empty()) text += " of " + std::to_string(all) + (all == 1 ? " trial" : " trials");
    texts.push_back(text);
  }
  return Join(texts, ", ");
}

/// What a method took on all variants of a data set, the most frequent first.
struct DatasetChoices {
  std::string dataset;  // without steps, if it has variants
  std::size_t num_variants = 0;
  std::vector<TunedChoices::Choice> choices{};
};

std::vector<DatasetChoices> ChoicesByDataset(const Summary& summary, const std::string& kernel,
                                             const std::string& method, bool on_test) {
  std::vector<DatasetChoices> all;
  for (const TunedChoices& tuned : summary.tuned) {
    if (tuned.kernel != kernel || tuned.method != method || tuned.on_test != on_test) continue;
    const std::string name = WithoutSteps(tuned.dataset);
    const auto same = std::find_if(all.begin(), all.end(), [&](const DatasetChoices& known) {
      return WithoutSteps(known.dataset) == name;
    });
    if (same == all.end()) {
      all.push_back({tuned.dataset, 1, tuned.choices});
      continue;
    }
    same->dataset = name;
    ++same->num_variants;
    for (const TunedChoices::Choice& choice : tuned.choices) {
      const auto known = std::find_if(
          same->choices.begin(), same->choices.end(), [&](const TunedChoices::Choice& other) {
            return other.values == choice.values && other.is_at_end == choice.is_at_end;
          });
      if (known == same->choices.end()) {
        same->choices.push_back(choice);
      } else {
        known->trials += choice.trials;
      }
    }
    std::stable_sort(same->choices.begin(), same->choices.end(),
                     [](const auto& a, const auto& b) { return a.trials > b.trials; });
  }
  return all;
}

/// What a method took on all data sets of a kernel; methods that took the same share a line.
struct TunedMethods {
  std::string kernel, text;
  std::vector<std::string> methods;
};

// A line per method, or several that took the same values.
std::vector<std::string> TunedLines(const Summary& summary, const std::string& begin,
                                    bool on_test) {
  std::vector<TunedMethods> all;
  const std::vector<std::string> kernels = KernelsOf(summary);
  for (const std::string& kernel : kernels) {
    for (const std::string& method : MethodsOf(summary, kernel)) {
      std::vector<std::string> texts;
      for (const DatasetChoices& of_dataset : ChoicesByDataset(summary, kernel, method, on_test)) {
        const std::string name = summary.names.Dataset(of_dataset.dataset);
        const std::string count = std::to_string(of_dataset.num_variants);
        texts.push_back(name + (of_dataset.num_variants > 1 ? " (" + count + " variants)" : "") +
                        " " + ChoicesText(of_dataset.choices));
      }
      if (texts.empty()) continue;
      const TunedMethods one{kernel, Join(texts, "; "), {summary.names.Method(method)}};
      const auto same = std::find_if(all.begin(), all.end(), [&](const TunedMethods& known) {
        return known.kernel == one.kernel && known.text == one.text;
      });
      if (same == all.end()) {
        all.push_back(one);
      } else {
        same->methods.push_back(one.methods.front());
      }
    }
  }
  std::vector<std::string> lines;
  for (const TunedMethods& one : all) {
    const std::string kernel = kernels.size() > 1 ? ", kernel " + one.kernel : "";
    lines.push_back(begin + Join(one.methods, " and ") + kernel + ": " + one.text + ".");
  }
  return lines;
}

// "58 of 60 trials ended well"; "" where all did.
std::string FinishedText(const Summary& summary) {
  if (summary.finished == summary.trials) return "";
  return std::to_string(summary.finished) + " of " + std::to_string(summary.trials) +
         " trials ended well";
}

std::string NoteText(const TrialNote& note) {
  const std::string dataset = note.dataset.empty() ? "" : note.dataset + ", ";
  return note.status + ": " + dataset + std::to_string(note.trials) + " of " +
         std::to_string(note.of) + (note.of == 1 ? " trial" : " trials") + " of " +
         Join(note.methods, ", ") + ": " + note.text;
}

std::string InvalidTimes(const std::string& note, std::int64_t trials, std::int64_t of) {
  return "Times of " + std::to_string(trials) + " of " + std::to_string(of) +
         (of == 1 ? " trial" : " trials") + " are not valid: " +
         (note.empty() ? "other work ran on the machine at the same time" : note) + ".";
}

// "" if one processor ran all trials, or if the times are normalised.
std::string ProcessorsText(const Summary& summary) {
  if (summary.normalised || summary.processors.size() < 2) return "";
  std::vector<std::string> counts;
  for (const auto& [processor, trials] : summary.processors)
    counts.push_back(std::to_string(trials) + " on " + processor);
  return "The trials ran on different processors: " + Join(counts, ", ") +
         ". Means of their times mix fast and slow ones; --normalise passport brings them to one "
         "machine.";
}

// What a mark says, where it stands behind some number.
std::string Legend(const Summary& summary) {
  const std::string theirs = std::string("the ") + summary.ReportedBy() + "'s";
  const std::pair<Verdict, std::string> marks[] = {
      {Verdict::kExact, "nothing is drawn, and the number has " + theirs + " printed digits"},
      {Verdict::kAgrees, "equal up to the margin, even allowing for the runs' variation"},
      {Verdict::kBetter, "they differ, ours better"},
      {Verdict::kWorse, "they differ, " + theirs + " better"},
      {Verdict::kUnsolved,
       "a trial stopped with a duality gap above 1 per cent, which is no result"},
      {Verdict::kUntold,
       "cannot be told: the runs leave it open, substitute data, or fitted to this number"}};
  std::vector<std::string> said;
  for (const auto& [verdict, text] : marks) {
    const bool is_there =
        std::any_of(summary.rows.begin(), summary.rows.end(), [v = verdict](const auto& row) {
          return row.measured.n > 0 &&
                 (row.judgement.verdict == v || (v == Verdict::kUnsolved && row.unsolved));
        });
    if (is_there) said.push_back(std::string(VerdictMark(verdict)) + " " + text);
  }
  if (said.empty()) return "";
  return Join(said, "; ") + ". Times and speed-ups have no verdict (docs/verdicts.md).";
}

// What the numbers beside "theory" are, where there are any.
std::string TheoryLegend(const Summary& summary) {
  bool has_theory = false, contradicted = false;
  for (const SummaryRow& row : summary.rows) {
    has_theory = has_theory || row.theory.has_value();
    contradicted = contradicted || (row.theory && row.theory->IsContradicted());
  }
  if (!has_theory) return "";
  return "theory: the root of the mean square predicted by the map's exact "
         "variances; the measured mean of roots is at most that" +
         std::string(contradicted ? "; ! the measured errors contradict it" : "") +
         " (docs/theory.md).";
}

// What the marks behind times and tuned numbers say, where there are any.
std::string MarksLegend(const Summary& summary) {
  std::vector<std::string> said;
  const auto any = [&](auto holds) {
    return std::any_of(summary.rows.begin(), summary.rows.end(), holds);
  };
  if (any([](const SummaryRow& row) { return row.invalid_times > 0; }))
    said.emplace_back(
        "* a time, or a ratio of times, that is not valid: other work slowed a trial");
  if (any([](const SummaryRow& row) { return row.at_grid_end; })) {
    said.emplace_back(
        "‡ tuning chose the first or last value of its grid: a wider grid may give another number");
  }
  return said.empty() ? "" : Join(said, "; ") + ".";
}

// "5 repetitions, each with its own split and draw of the map"; "1 to 10 repetitions" where methods
// have different numbers of them.
std::string RepetitionsText(const Summary& summary) {
  const std::int64_t most = summary.repetitions,
                     fewest = summary.fewest_repetitions > 0 ? summary.fewest_repetitions : most;
  std::string text = (fewest < most ? std::to_string(fewest) + " to " : "") + std::to_string(most) +
                     (most == 1 ? " repetition" : " repetitions");
  if (most < 2 || summary.drawn.empty()) return text + ".";
  text += ", each with its own ";
  for (std::size_t i = 0; i < summary.drawn.size(); ++i) {
    const bool is_last = i + 1 == summary.drawn.size();
    text += (i == 0 ? "" : is_last ? " and " : ", ") + summary.drawn[i];
  }
  return text + ".";
}

// "" where every number of several repetitions has a spread.
std::string NoSpreadText(const Summary& summary) {
  const bool is_there =
      std::any_of(summary.rows.begin(), summary.rows.end(), [](const SummaryRow& row) {
        const Metric* metric = FindMetric(row.metric);
        return row.measured.n > 1 && !row.has_spread && IsJudged(metric->kind);
      });
  return is_there ? " A number without ± is the same in every repetition: nothing is drawn." : "";
}

bool IsDataAbsent(const Summary& summary, const std::string& dataset) {
  const std::string name = WithoutSteps(dataset);
  return std::any_of(summary.failures.begin(), summary.failures.end(), [&](const TrialNote& note) {
    return note.dataset == name && note.status == "skipped" &&
           note.text.find("is not on this machine") != std::string::npos;
  });
}

bool WasTried(const Summary& summary, const std::string& dataset) {
  const std::string name = WithoutSteps(dataset);
  return std::any_of(summary.failures.begin(), summary.failures.end(),
                     [&](const TrialNote& note) { return note.dataset == name; });
}

}  // namespace

std::vector<std::string> Caption(const Summary& summary) {
  std::vector<std::string> lines;
  lines.push_back("Mean" + std::string(summary.repetitions > 1 ? " ± standard deviation" : "") +
                  " of " + RepetitionsText(summary) + NoSpreadText(summary) + " " +
                  std::to_string(summary.trials) +
                  " trials in all. Shares in per cent, times in seconds of wall clock" +
                  (summary.normalised ? ", normalised." : "."));
  if (const std::string rows = RowsLine(summary); !rows.empty()) lines.push_back(rows);
  const auto substitutes = [](const DatasetFacts& facts) { return facts.substitutes; };
  for (const auto& [name, original] : SaidOfDatasets(summary, substitutes)) {
    lines.push_back("Substitute data: " + name + " stands in for " +
                    summary.names.Dataset(original) +
                    "; its numbers are not comparable with the paper's.");
  }
  if (summary.ReportedBy() != std::string("paper"))
    lines.push_back(
        "The numbers of another program that follows the paper stand for the paper's own.");
  const auto said = [](const DatasetFacts& facts) { return facts.said; };
  for (const auto& [name, text] : SaidOfDatasets(summary, said))
    lines.push_back(name + " " + text + ".");
  for (const auto& [begin, on_test] :
       {std::pair{"Tuned on the training part, ", false},
        std::pair{"† tuned on the test part, as a paper did, ", true}}) {
    for (std::string& line : TunedLines(summary, begin, on_test)) lines.push_back(std::move(line));
  }
  if (const auto keys = CommonDeviations(summary); !keys.empty()) {
    lines.push_back(
        "Declared deviations and choices that the paper leaves open: " + Join(keys, ", ") + ".");
  }
  if (summary.normalised) {
    lines.push_back(
        "Times are normalised by the passport of the machine that took them, and are those of " +
        ReferenceText() + ".");
  }
  for (const auto& [note, trials] : summary.invalid_times)
    lines.push_back(InvalidTimes(note, trials, summary.finished));
  if (const std::string text = ProcessorsText(summary); !text.empty()) lines.push_back(text);
  for (const std::string& machine : summary.provenance.machines) {
    lines.push_back("Run on " + machine + ".");
  }
  return lines;
}

std::string NotRunLine(const Summary& summary, const std::vector<std::string>& datasets) {
  std::vector<std::pair<const char*, std::vector<std::string>>> reasons = {
      {"data absent", {}}, {"no trial ended well", {}}, {"no trial", {}}, {"no number", {}}};
  for (const std::string& dataset : datasets) {
    const bool has_trials =
        std::any_of(summary.datasets.begin(), summary.datasets.end(),
                    [&](const DatasetFacts& facts) { return facts.label == dataset; });
    const std::size_t which = IsDataAbsent(summary, dataset) ? 0
                              : WasTried(summary, dataset)   ? 1
                              : !has_trials                  ? 2
                                                             : 3;
    reasons[which].second.push_back(summary.names.Dataset(dataset));
  }
  std::vector<std::string> texts;
  for (const auto& [reason, names] : reasons)
    if (!names.empty()) texts.push_back(Join(names, ", ") + " (" + reason + ")");
  return "not run: " + Join(texts, "; ");
}

std::vector<std::string> HealthNotes(const Summary& summary) {
  std::vector<std::string> lines;
  if (const std::string finished = FinishedText(summary); !finished.empty())
    lines.push_back(finished + ".");
  for (const TrialNote& note : summary.failures) lines.push_back(NoteText(note));
  for (const std::string& problem : summary.problems) lines.push_back("problem: " + problem);
  return lines;
}

std::string HealthLine(const Summary& summary) {
  std::vector<std::string> parts;
  if (const std::string finished = FinishedText(summary); !finished.empty())
    parts.push_back(finished);
  parts.insert(parts.end(), summary.problems.begin(), summary.problems.end());
  return Join(parts, "; ");
}

std::vector<std::string> FootNotes(const Summary& summary) {
  std::vector<std::string> lines;
  for (const std::string& legend : {Legend(summary), MarksLegend(summary), TheoryLegend(summary)})
    if (!legend.empty()) lines.push_back(legend);
  for (const TrialNote& note : summary.failures) lines.push_back(NoteText(note));
  for (const TrialNote& note : summary.warnings) lines.push_back(NoteText(note));
  for (const std::string& problem : summary.problems) lines.push_back("problem: " + problem);
  return lines;
}

}  // namespace mercer
