#include "experiments/run/trial/trial_data.h"

#include <algorithm>
#include <filesystem>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/sha256.h"
#include "core/base/stopwatch.h"
#include "core/base/text.h"
#include "core/data/parsed_cache.h"
#include "core/data/rows/label_rules.h"
#include "core/data/rows/row_steps.h"
#include "core/data/steps/builtin_steps.h"
#include "experiments/config/trial/identity.h"
#include "experiments/json/parse_json.h"

namespace mercer {
namespace {

namespace fs = std::filesystem;

std::size_t BytesOf(const Dataset& data) { return data.x.Bytes(); }
std::size_t BytesOf(const TrialData& data) { return data.Bytes(); }

/// Finds and moves to the front; nullptr where the key is absent.
template <class Value>
std::shared_ptr<const Value> Find(
    std::list<std::pair<std::string, std::shared_ptr<const Value>>>& kept, const std::string& key) {
  const auto it =
      std::find_if(kept.begin(), kept.end(), [&](const auto& item) { return item.first == key; });
  if (it == kept.end()) return nullptr;
  kept.splice(kept.begin(), kept, it);
  return kept.front().second;
}

template <class Value>
void Insert(std::list<std::pair<std::string, std::shared_ptr<const Value>>>& kept,
            const std::string& key, std::shared_ptr<const Value> value) {
  kept.emplace_front(key, std::move(value));
  std::size_t bytes = 0;
  for (auto it = std::next(kept.begin()); it != kept.end();) {
    bytes += BytesOf(*it->second);
    it = bytes > TrialDataCache::kKeptBytes ? kept.erase(it) : std::next(it);
  }
}

/// A data set that is read is the same for every seed; a generated one is not.
std::uint64_t DatasetSeed(const Catalogue& catalogue, const Trial& trial) {
  const DatasetSpec& spec = trial.cell.dataset;
  const bool is_drawn = spec.paths.empty() && catalogue.Find(spec.name) == nullptr;
  return is_drawn ? trial.seeds.split : 0;
}

std::string PreparedKey(const Catalogue& catalogue, const Trial& trial) {
  const DatasetSpec& spec = trial.cell.dataset;
  const Index fold = spec.split && spec.split->folds > 0 ? trial.repetition % spec.split->folds : 0;
  return DatasetKey(catalogue, trial) + "\n" + spec.labels.Canonical() + "\n" +
         std::to_string(trial.seeds.label) + "\n" + (spec.split ? spec.split->Canonical() : "") +
         "\n" + std::to_string(fold) + "\n" + std::to_string(trial.seeds.split) + "\n" +
         PreprocessLabel(spec);
}

TrialData Prepare(const Trial& trial, const Dataset& data) {
  const DatasetSpec& spec = trial.cell.dataset;
  TrialData prepared;
  prepared.sha256 = data.sha256;
  const RuledLabels labels =
      ApplyLabelRule(spec.labels.name, spec.labels.params, data, trial.seeds.label);
  prepared.labels_description = labels.description;
  const Split split = TrialRows(trial, data, labels.y);
  prepared.train_x = data.x.Select(split.train);
  prepared.test_x = data.x.Select(split.test);
  prepared.train_y = labels.y(split.train);
  prepared.test_y = labels.y(split.test);
  if (spec.preprocess.empty() || spec.preprocess.front().name != "impute")
    CheckNoneMissing("data set '" + data.name + "'", data.x);
  std::vector<std::string> notes;
  for (const NamedParams& step : spec.preprocess) {
    auto fitted = FitStep(step.name, step.params, prepared.train_x);
    if (!fitted->Note().empty()) notes.push_back(fitted->Note());
    prepared.train_x = fitted->Apply(std::move(prepared.train_x));
    if (PreprocessRegistry().Get(step.name).of_each_part && prepared.test_x.rows() > 0)
      fitted = FitStep(step.name, step.params, prepared.test_x);
    prepared.test_x = fitted->Apply(std::move(prepared.test_x));
  }
  prepared.preprocess_description = Join(notes, "; ");
  return prepared;
}

/// Both parts of the rows in a file each, with what was found in making them.
std::string KeptAt(const fs::path& folder, const std::string& key) {
  return (folder / Sha256Hex(key).substr(0, 32)).string();
}

std::optional<TrialData> ReadPrepared(const std::string& path, const std::string& key) {
  std::optional<ParsedRows> train = ReadParsed(path + ".train", key);
  std::optional<ParsedRows> test = train ? ReadParsed(path + ".test", key) : std::nullopt;
  if (!test) return std::nullopt;
  const Json notes = RequireJson(train->names, path + ".train");
  TrialData data;
  data.sha256 = notes.at("sha256").get<std::string>();
  data.labels_description = notes.at("labels").get<std::string>();
  data.preprocess_description = notes.at("preprocess").get<std::string>();
  data.train_x = std::move(train->rows.x);
  data.train_y = std::move(train->rows.y);
  data.test_x = std::move(test->rows.x);
  data.test_y = std::move(test->rows.y);
  return data;
}

/// Moves the rows into the form that is written, and back: they may fill half of the memory.
bool WriteRows(const std::string& path, const std::string& key, const std::string& notes,
               Examples& x, Vector& y) {
  ParsedRows rows{{std::move(x), std::move(y)}, notes};
  const bool written = WriteParsed(path, key, rows);
  x = std::move(rows.rows.x);
  y = std::move(rows.rows.y);
  return written;
}

void WritePrepared(const std::string& path, const std::string& key, TrialData& data) {
  const Json notes = {{"sha256", data.sha256},
                      {"labels", data.labels_description},
                      {"preprocess", data.preprocess_description}};
  if (!WriteRows(path + ".test", key, "", data.test_x, data.test_y)) return;
  const std::string text = notes.dump(-1, ' ', false, Json::error_handler_t::replace);
  if (WriteRows(path + ".train", key, text, data.train_x, data.train_y)) return;
  std::error_code ignored;  // one part alone is of no use, and takes room
  fs::remove(path + ".test", ignored);
}

std::vector<Index> AllOf(Index n) {
  std::vector<Index> rows(static_cast<std::size_t>(n));
  std::iota(rows.begin(), rows.end(), Index{0});
  return rows;
}

// Those of `rows` at the places given.
std::vector<Index> At(const std::vector<Index>& rows, const std::vector<Index>& places) {
  std::vector<Index> kept;
  kept.reserve(places.size());
  for (const Index place : places) kept.push_back(rows[static_cast<std::size_t>(place)]);
  return kept;
}

// Applies the row steps of the given part in order.
std::vector<Index> Keep(const Trial& trial, const std::string& of, const Vector& labels,
                        std::vector<Index> rows) {
  const std::vector<NamedParams>& steps = trial.cell.dataset.rows;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    if (steps[i].params.Get("of").AsText() != of) continue;
    const Vector y = labels(rows);
    rows = At(rows, ChooseRows(steps[i].name, steps[i].params, y, trial.seeds.split, i));
  }
  return rows;
}

// How many of the rows, which increase, each part has.
std::vector<Index> CountParts(const std::vector<Index>& rows, const std::vector<Index>& part_rows) {
  std::vector<Index> counts;
  auto at = rows.begin();
  Index end = 0;
  for (const Index part : part_rows) {
    end += part;
    const auto next = std::lower_bound(at, rows.end(), end);
    counts.push_back(next - at);
    at = next;
  }
  return counts;
}

Split MakeSplit(const Trial& trial, const std::vector<Index>& rows,
                const std::vector<Index>& part_rows) {
  const std::optional<SplitSpec>& spec = trial.cell.dataset.split;
  const auto n = static_cast<Index>(rows.size());
  if (!spec) return {AllOf(n), {}};
  if (spec->official) return OfficialSplit(CountParts(rows, part_rows));
  if (spec->folds > 0)
    return FoldSplit(n, spec->folds, trial.repetition % spec->folds, trial.seeds.split);
  if (spec->given) {
    const GivenRows& given = *spec->given;
    return GivenSplit(n, given.train, given.train_file, given.test, given.test_file);
  }
  return RandomSplit(n, spec->train_fraction, spec->max_train, trial.seeds.split);
}

}  // namespace

std::string DatasetKey(const Catalogue& catalogue, const Trial& trial) {
  const DatasetSpec& spec = trial.cell.dataset;
  std::string paths;
  for (const DataPath& file : spec.paths)
    paths += file.part + ":" + file.role + ":" + file.path + "\n";
  return spec.name + "(" + spec.params.Canonical() + ")\n" + Join(spec.parts, ",") + "\n" + paths +
         spec.format.Canonical() + spec.encode + "\n" +
         std::to_string(DatasetSeed(catalogue, trial));
}

std::shared_ptr<const Dataset> TrialDataCache::Load(const Trial& trial) {
  const std::string key = DatasetKey(catalogue_, trial);
  if (auto found = Find(datasets_, key)) return found;
  auto data = std::make_shared<const Dataset>(
      catalogue_.Load(trial.cell.dataset, DatasetSeed(catalogue_, trial)));
  if (!shared_.dataset_sha256.empty() && data->sha256 != shared_.dataset_sha256) {
    throw InvalidInput("data set '" + trial.cell.dataset.Label() + "' has sha256 " + data->sha256 +
                       "; expected " + shared_.dataset_sha256 + ", as when the run began");
  }
  hashes_[key] = data->sha256;
  Insert(datasets_, key, data);
  return data;
}

const std::string& TrialDataCache::Hash(const Trial& trial) {
  const std::string key = DatasetKey(catalogue_, trial);
  if (const auto it = hashes_.find(key); it != hashes_.end()) return it->second;
  Load(trial);
  return hashes_.at(key);
}

std::shared_ptr<const TrialData> TrialDataCache::Get(const Trial& trial) {
  const std::string key = PreparedKey(catalogue_, trial);
  if (auto found = Find(prepared_, key)) return found;
  auto prepared = Prepared(trial, key);
  Insert(prepared_, key, prepared);
  return prepared;
}

std::shared_ptr<const TrialData> TrialDataCache::Prepared(const Trial& trial,
                                                          const std::string& key) {
  const bool is_shared = !shared_.folder.empty() && !shared_.dataset_sha256.empty();
  const std::string full_key = key + "\n" + shared_.dataset_sha256;
  const std::string path = is_shared ? KeptAt(shared_.folder, full_key) : "";
  if (is_shared) {
    if (std::optional<TrialData> found = ReadPrepared(path, full_key))
      return std::make_shared<const TrialData>(*std::move(found));
  }
  const Stopwatch watch;
  auto prepared = std::make_shared<TrialData>(Prepare(trial, *Load(trial)));
  if (shared_.for_one_trial) datasets_.clear();
  if (is_shared && watch.Seconds() >= shared_.min_prepare_seconds &&
      HasRoomFor(static_cast<double>(prepared->Bytes()), shared_.folder, shared_.left_free))
    WritePrepared(path, full_key, *prepared);
  return prepared;
}

void TrialDataCache::Forget() {
  datasets_.clear();
  prepared_.clear();
}

Split TrialRows(const Trial& trial, const Dataset& data, const Vector& labels) {
  const std::vector<Index> rows = Keep(trial, "all", labels, AllOf(data.x.rows()));
  const Split split = MakeSplit(trial, rows, data.part_rows);
  return {Keep(trial, "train", labels, At(rows, split.train)), At(rows, split.test)};
}

}  // namespace mercer
