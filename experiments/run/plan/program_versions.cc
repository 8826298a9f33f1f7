#include "experiments/run/plan/program_versions.h"

#include <string_view>

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

/// "" where the record has none: no program ran, or the trial failed.
std::string VersionOf(const ResultRecord& record) {
  const std::string& message = record.Get(column::kMessage);
  const std::size_t at = message.find(kExternalVersions);
  return at == message.npos ? "" : message.substr(at);
}

/// To the second.
std::string_view TimeOf(const std::string& run_id) {
  return std::string_view(run_id).substr(0, run_id.find('-'));
}

}  // namespace

void ProgramVersions::Note(const Trial& trial, const ResultRecord& record) {
  const std::string version = VersionOf(record);
  if (version.empty()) return;
  const std::string& run_id = record.Get(column::kRunId);
  Newest& newest = newest_[ProgramOf(trial.cell)];
  if (newest.run_id.empty() || TimeOf(newest.run_id) < TimeOf(run_id)) newest = {run_id, version};
}

bool ProgramVersions::NoteNew(const Trial& trial, const ResultRecord& record) {
  const std::string version = VersionOf(record);
  if (version.empty()) return false;
  Newest& newest = newest_[ProgramOf(trial.cell)];
  const bool other = !newest.version.empty() && newest.version != version;
  newest = {record.Get(column::kRunId), version};
  return other;
}

bool ProgramVersions::IsOlder(const Trial& trial, const ResultRecord& record) const {
  const std::string version = VersionOf(record);
  if (version.empty()) return false;
  const auto newest = newest_.find(ProgramOf(trial.cell));
  if (newest == newest_.end() || version == newest->second.version) return false;
  const std::string& run_id = record.Get(column::kRunId);
  return run_id != newest->second.run_id && TimeOf(run_id) <= TimeOf(newest->second.run_id);
}

}  // namespace mercer
