#include "experiments/report/trial_notes.h"

#include <algorithm>

#include "experiments/report/cells.h"

namespace mercer {
namespace {

void AddNote(std::vector<TrialNote>& notes, const TrialNote& note, const std::string& method) {
  auto it = std::find_if(notes.begin(), notes.end(), [&](const TrialNote& other) {
    return other.dataset == note.dataset && other.status == note.status && other.text == note.text;
  });
  if (it == notes.end()) it = notes.insert(notes.end(), note);
  ++it->trials;
  auto& methods = it->methods;
  if (std::find(methods.begin(), methods.end(), method) == methods.end()) methods.push_back(method);
}

// A trial's warnings are joined by "; ".
std::vector<std::string> SplitWarnings(const std::string& text) {
  std::vector<std::string> out;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find("; ", begin), text.size());
    out.push_back(text.substr(begin, end - begin));
    begin = end + 2;
  }
  return out;
}

std::string MethodText(const ResultRecord& record) {
  return record.Get("method") + (IsTuning(record) ? " (tuning)" : "");
}

void CountTrials(const std::vector<ResultRecord>& records, std::vector<TrialNote>& notes) {
  for (TrialNote& note : notes) {
    note.of = std::count_if(records.begin(), records.end(), [&](const ResultRecord& record) {
      const auto& methods = note.methods;
      return (note.dataset.empty() || note.dataset == record.Get("dataset")) &&
             std::find(methods.begin(), methods.end(), MethodText(record)) != methods.end();
    });
  }
}

}  // namespace

void TakeNotes(const std::vector<ResultRecord>& records, Summary& summary) {
  for (const ResultRecord& record : records) {
    const std::string& status = record.Get("status");
    if (status != "ok") {
      AddNote(summary.failures, {record.Get("dataset"), {}, status, record.Get("message")},
              MethodText(record));
    }
    for (const std::string& warning : SplitWarnings(record.Get("warnings"))) {
      AddNote(summary.warnings, {"", {}, "warning", warning}, MethodText(record));
    }
    if (!record.Get("learner").empty()) summary.has_learner = true;
    if (status == "ok" && record.Get("timing_valid") == "false")
      ++summary.invalid_times[record.Get("timing_note")];
  }
  CountTrials(records, summary.failures);
  CountTrials(records, summary.warnings);
  summary.trials = static_cast<std::int64_t>(records.size());
}

}  // namespace mercer
