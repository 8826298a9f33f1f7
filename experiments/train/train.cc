#include "experiments/train/train.h"

#include <sys/resource.h>

#include <algorithm>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/base/atomic_output.h"
#include "core/base/error.h"
#include "core/base/stopwatch.h"
#include "core/base/text.h"
#include "core/distributed/communicator.h"
#include "core/distributed/rows/shards.h"
#include "core/kernels/builtin_kernels.h"
#include "core/kernels/shift_invariant/bandwidth.h"
#include "core/learners/class_labels.h"
#include "core/learners/linear/linear_model.h"
#include "core/linalg/memory.h"
#include "experiments/train/model_file.h"
#include "experiments/transform/map_file.h"

namespace mercer {
namespace {

// Of the rows that a bandwidth rule or a data-dependent map is given, as in `mercer transform`.
constexpr Index kSampleRows = 2000;

double PeakMib() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

std::unique_ptr<RowStream> OpenFiles(const std::vector<std::string>& paths,
                                     Communicator& communicator) {
  std::vector<DataShard> shards;
  std::string seen;
  communicator.Together([&] {
    shards = FindShards(paths);
    seen = ShardsText(shards);
  });
  RequireSame("data set (path, bytes, SHA-256 of its ends)", seen, communicator);
  return OpenShards(DealShards(shards, communicator.rank(), communicator.size()));
}

std::unique_ptr<RowStream> OpenTraining(const TrainRequest& request, Communicator& communicator) {
  if (!request.generated) return OpenFiles(request.files, communicator);
  const Index n = request.generated->rows, size = communicator.size();
  const auto cut = [&](Index rank) { return n / size * rank + n % size * rank / size; };
  std::unique_ptr<RowStream> rows;
  communicator.Together([&] {
    rows = std::make_unique<GeneratedRows>(*request.generated, cut(communicator.rank()),
                                           cut(communicator.rank() + 1));
  });
  return rows;
}

// A sample of so many rows of all ranks: every rank's candidates come to each, twice while they are
// sorted, and the rows chosen are a matrix.
void CheckSample(const DataSummary& summary, Index count) {
  double candidates = 0;
  for (const Index rows : summary.rank_rows)
    candidates += static_cast<double>(std::min(rows, count));
  const auto chosen = static_cast<double>(std::min(summary.rows, count));
  CheckFitsInMemory("a sample of " + std::to_string(std::min(summary.rows, count)) + " rows with " +
                        std::to_string(summary.input_dim) + " columns",
                    8 * static_cast<double>(summary.input_dim) * (2 * candidates + chosen));
}

Examples Sample(const TrainRequest& request, const DataSummary& summary, Index count,
                RowStream& rows, Communicator& communicator) {
  communicator.Together([&] { CheckSample(summary, count); });
  return SampleOfAll(rows, summary.input_dim, summary.FirstRow(communicator.rank()), count,
                     request.seed, communicator);
}

// The map of all ranks' rows: a function of the request and, where it needs some, of a sample that
// is the same for any number of ranks.
std::unique_ptr<FeatureMap> DrawMap(const TrainRequest& request, const DataSummary& summary,
                                    RowStream& rows, Communicator& communicator,
                                    MapDescription& description) {
  description = {request.kernel, request.map, request.num_random_features, request.seed,
                 summary.input_dim};
  const bool data_dependent = IsDataDependent(request.map);
  if (HasBandwidthRule(request.kernel.params) || data_dependent) {
    Examples sample = Sample(request, summary, std::max(kSampleRows, request.num_random_features),
                             rows, communicator);
    communicator.Together([&] {
      description.kernel.params =
          ResolveBandwidth(description.kernel.params, sample, description.seed);
    });
    if (data_dependent) description.train = std::move(sample);
  }
  std::unique_ptr<FeatureMap> map;
  communicator.Together([&] { map = DrawDescribed(description); });
  return map;
}

void CheckComplex(const TrainRequest& request, const FeatureMap& map) {
  if (!map.is_complex() || DistributedLearnerRegistry().Get(request.learner.name).takes_complex)
    return;
  throw InvalidInput("learner '" + request.learner.name + "' takes no complex features, as map '" +
                     map.name() + "' has them; expected ridge, or a variant with real ones");
}

PredictionScore ScoreTest(RowStream& rows, const FeatureMap& map, const LinearWeights& weights,
                          AtomicOutput* file, Communicator& communicator) {
  if (file == nullptr) return ScorePredictions(rows, map, weights, communicator);
  const PredictionScore score =
      ScorePredictions(rows, map, weights, communicator, [&](const Vector& predicted) {
        std::string text;
        for (const double value : predicted) text += FormatNumber(value) + "\n";
        file->Write(text);
      });
  communicator.Together([&] { file->Commit(); });
  return score;
}

std::vector<RankCost> GatherCosts(const RankCost& own, Communicator& communicator) {
  const std::string text(reinterpret_cast<const char*>(&own), sizeof own);
  std::vector<RankCost> all;
  for (const std::string& each : communicator.Gather(text)) {
    MERCER_CHECK(each.size() == sizeof(RankCost));
    std::memcpy(&all.emplace_back(), each.data(), each.size());
  }
  return all;
}

/// Files that are written at the end and opened at the beginning: no fit is lost for want of a
/// folder. nullptr: not asked for, or not this rank's.
struct TrainOutputs {
  std::unique_ptr<AtomicOutput> model{}, map{};  // of rank 0
  std::unique_ptr<AtomicOutput> predictions{};   // of each rank
};

/// Throws InvalidInput if an output would overwrite a shard or another output.
void RequireOtherOutputs(const TrainRequest& request) {
  std::vector<std::filesystem::path> inputs(request.files.begin(), request.files.end());
  inputs.insert(inputs.end(), request.test_files.begin(), request.test_files.end());
  const std::string& model = request.model_file;
  const std::string& predictions = request.predictions_file;
  if (!model.empty()) {
    RequireOtherFile(model, inputs);
    RequireOtherFile(model + ".map", inputs);
    if (predictions == model || predictions == model + ".map")
      throw InvalidInput("the predictions and the model are both written to " + predictions +
                         "; expected two files");
  }
  if (!predictions.empty()) RequireOtherFile(predictions, inputs);
}

/// Throws the same InvalidInput on every rank where one cannot be made.
TrainOutputs OpenOutputs(const TrainRequest& request, Communicator& communicator) {
  TrainOutputs outputs;
  communicator.Together([&] {
    RequireOtherOutputs(request);
    if (!request.model_file.empty() && communicator.rank() == 0) {
      outputs.model = std::make_unique<AtomicOutput>(request.model_file);
      outputs.map = std::make_unique<AtomicOutput>(request.model_file + ".map");
    }
    if (request.predictions_file.empty()) return;
    // One file for each rank: in their order they are the predictions of all rows.
    const std::string rank =
        communicator.size() == 1 ? "" : "." + std::to_string(communicator.rank());
    outputs.predictions = std::make_unique<AtomicOutput>(request.predictions_file + rank);
  });
  return outputs;
}

/// The map and the model of its features. Nothing where no model was asked for.
void WriteModel(const MapDescription& description, const LinearWeights& weights,
                TrainOutputs& outputs, Communicator& communicator) {
  communicator.Together([&] {
    if (outputs.model == nullptr) return;
    outputs.map->Write(WriteMapText(description));
    outputs.map->Commit();
    outputs.model->Write(WriteModelText(weights));
    outputs.model->Commit();
  });
}

}  // namespace

std::string TrainRequest::Text() const {
  std::string text = code + "kernel " + kernel.Canonical() + "\nmap " + map.Canonical() +
                     "\nlearner " + learner.Canonical() + "\nD " +
                     std::to_string(num_random_features) + "\nseed " + std::to_string(seed) +
                     "\ncolumns " + std::to_string(columns) + "\n";
  if (generated) {
    text += "generate rows=" + std::to_string(generated->rows) +
            ",columns=" + std::to_string(generated->columns) +
            ",seed=" + std::to_string(generated->seed) +
            ",classes=" + std::to_string(generated->classes) + "\n";
  }
  for (const std::string& file : files) text += "file " + file + "\n";
  for (const std::string& file : test_files) text += "test " + file + "\n";
  return text + "model " + model_file + "\npredictions " + predictions_file + "\ntrain-score " +
         (score_train ? "yes" : "no") + "\ngram-rows " + std::to_string(gram_rows) + "\n";
}

TrainOutcome Train(const TrainRequest& request, Communicator& communicator) {
  RequireSame("request", request.Text(), communicator);
  const auto learner = MakeDistributedLearner(request.learner.name, request.learner.params);
  const std::unique_ptr<RowStream> rows = OpenTraining(request, communicator);
  std::unique_ptr<RowStream> test;
  if (!request.test_files.empty()) test = OpenFiles(request.test_files, communicator);
  TrainOutputs outputs = OpenOutputs(request, communicator);
  TrainOutcome outcome;
  const Stopwatch scan_watch;
  outcome.summary = Summarise(*rows, communicator, request.columns);
  MapDescription description;
  const std::unique_ptr<FeatureMap> map =
      DrawMap(request, outcome.summary, *rows, communicator, description);
  outcome.scan_seconds = scan_watch.Seconds();
  outcome.features = map->output_dim();
  outcome.map_note = map->note();
  CheckComplex(request, *map);
  const Stopwatch fit_watch;
  const auto cpu_seconds = [&] { return ProcessCpuSeconds() - communicator.cpu_seconds(); };
  const double cpu_before = cpu_seconds();
  const DistributedFit fit =
      learner->Fit({communicator, *rows, *map, outcome.summary, request.seed});
  outcome.fit_seconds = fit_watch.Seconds();
  const double fit_cpu_seconds = cpu_seconds() - cpu_before;
  outcome.report = fit.report;
  outcome.classes = fit.weights.labels.size();
  const std::string many = ManyClassesWarning(outcome.classes, outcome.summary.rows);
  if (!many.empty()) outcome.report.warnings.push_back(many);
  WriteModel(description, fit.weights, outputs, communicator);
  if (request.score_train) outcome.train = ScorePredictions(*rows, *map, fit.weights, communicator);
  if (test != nullptr) {
    outcome.test = ScoreTest(*test, *map, fit.weights, outputs.predictions.get(), communicator);
  }
  if (request.gram_rows > 0) {
    const Examples sample =
        Sample(request, outcome.summary, request.gram_rows, *rows, communicator);
    const auto kernel = MakeKernel(description.kernel.name, description.kernel.params);
    outcome.gram =
        MeasureGramErrorOverRanks(*kernel, sample, *map, GramPairs::kUpper, communicator);
  }
  const auto own = static_cast<std::size_t>(communicator.rank());
  outcome.ranks = GatherCosts({.rows = static_cast<double>(outcome.summary.rank_rows[own]),
                               .bytes_sent = fit.report.bytes_sent,
                               .feature_seconds = fit.report.feature_seconds,
                               .sum_seconds = fit.report.sum_seconds,
                               .cpu_seconds = fit_cpu_seconds,
                               .peak_mib = PeakMib()},
                              communicator);
  return outcome;
}

}  // namespace mercer
