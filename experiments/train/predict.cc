#include "experiments/train/predict.h"

#include <memory>
#include <utility>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/distributed/communicator.h"
#include "core/distributed/rows/row_stream.h"
#include "experiments/train/model_file.h"
#include "experiments/transform/map_file.h"

namespace mercer {
namespace {

// A file as the rows of one rank.
class FileRows : public RowStream {
 public:
  FileRows(std::string path, RowFileOptions options)
      : path_(std::move(path)), options_(std::move(options)) {}

  void Rewind(Index input_dim) override {
    options_.input_dim = input_dim;
    file_ = OpenRowFile(path_, options_);
  }

  std::optional<LabelledRows> Next() override { return file_->Next(); }

  bool has_labels() const { return file_->has_labels(); }

 private:
  std::string path_;
  RowFileOptions options_;
  std::unique_ptr<RowFile> file_;
};

}  // namespace

PredictOutcome PredictFile(const std::string& model, const std::string& file,
                           const RowFileOptions& format,
                           const std::function<void(const std::string& lines)>& write) {
  const LinearWeights weights = ReadModelFile(model);
  const std::unique_ptr<FeatureMap> map = DrawDescribed(ReadMapFile(model + ".map"));
  if (map->output_dim() != weights.weights.rows()) {
    throw InvalidInput(model + " has weights of " + std::to_string(weights.weights.rows()) +
                       " features, and the map of " + model + ".map makes " +
                       std::to_string(map->output_dim()) +
                       "; expected two files of one mercer train");
  }
  FileRows rows(file, format);
  SingleProcess alone;
  try {
    const PredictionScore score =
        ScorePredictions(rows, *map, weights, alone, [&](const Vector& predicted) {
          if (!write) return;
          std::string lines;
          for (const double value : predicted) lines += FormatNumber(value) + "\n";
          write(lines);
        });
    PredictOutcome outcome{score.rows, weights.labels.size() > 0, {}};
    if (rows.has_labels()) outcome.score = score;
    return outcome;
  } catch (const InvalidRow& fault) {
    throw InvalidInput(file + ": " + fault.what());
  }
}

}  // namespace mercer
