#include "experiments/run/plan/program_versions.h"

#include "experiments/external/external_params.h"
#include "experiments/external/external_use.h"

namespace mercer {
namespace {

/// "" where neither the map nor the learner is a program.
std::string ProgramOf(const Cell& cell) {
  std::string text;
  for (const auto& part : {cell.map, cell.learner})
    if (part && part->name == kExternalName) text += part->Canonical() + "\n";
  return text;
}

/// "" where the record has none, as that of a trial that failed.
std::string VersionOf(const ResultRecord& record) {
  const std::string& message = record.Get(column::kMessage);
  const std::size_t at = message.find(kExternalVersions);
  return at == message.npos ? "" : message.substr(at);
}

}  // namespace

bool ProgramVersions::Note(const Trial& trial, const ResultRecord& record) {
  const std::string program = ProgramOf(trial.cell), version = VersionOf(record);
  if (program.empty() || version.empty()) return false;
  Newest& newest = newest_[program];
  const std::string run_id = record.Get(column::kRunId);  // begins with its time
  if (run_id < newest.run_id) return false;
  const bool other = !newest.version.empty() && newest.version != version;
  newest = {run_id, version};
  return other;
}

bool ProgramVersions::IsOlder(const Trial& trial, const ResultRecord& record) const {
  const std::string version = VersionOf(record);
  if (version.empty()) return false;
  const auto newest = newest_.find(ProgramOf(trial.cell));
  return newest != newest_.end() && record.Get(column::kRunId) < newest->second.run_id &&
         version != newest->second.version;
}

}  // namespace mercer
