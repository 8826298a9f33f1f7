#include "experiments/external/external_learner.h"

#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <utility>

#include "core/base/error.h"
#include "core/base/text.h"
#include "experiments/external/external_program.h"
#include "experiments/external/external_use.h"

namespace mercer {
namespace {

class ExternalModel : public Model {
 public:
  /// `labels`: those that it may predict; empty if any number is a prediction.
  ExternalModel(std::unique_ptr<ExternalProgram> program, std::set<double> labels, FitReport report)
      : program_(std::move(program)), labels_(std::move(labels)) {
    report_ = std::move(report);
  }

  Vector Predict(const Examples& x, int /*threads*/) const override {
    const std::lock_guard lock(mutex_);
    const ExchangeTime time;
    ExchangeFolder& files = program_->files();
    const auto rows = files.For("rows.npy", NpyBytes(x.rows(), x.cols()));
    WriteNpyRows(rows, x, 0, x.rows());
    const auto predictions = files.For("predictions.npy", NpyBytes(x.rows(), 1));
    program_->Ask(
        kPredictTask,
        {{"rows", rows.string()}, {"shape", {x.rows(), x.cols()}}, {"to", predictions.string()}});
    Vector predicted = ReadNpyVector(program_->name(), predictions, x.rows());
    for (Index i = 0; i < predicted.size(); ++i) {
      const bool is_label = labels_.empty() || labels_.contains(predicted[i]);
      if (std::isfinite(predicted[i]) && is_label) continue;
      throw InvalidRow(program_->name() + ": the prediction of row ", i,
                       " is " + FormatNumber(predicted[i]) + "; expected " +
                           (labels_.empty() ? "a finite number"
                                            : "a label of the training rows, as in the file of "
                                              "labels (for numbers: \"predicts\": \"values\")"));
    }
    return predicted;
  }

 private:
  std::unique_ptr<ExternalProgram> program_;
  std::set<double> labels_;
  mutable std::mutex mutex_;
};

class ExternalLearner : public Learner {
 public:
  ExternalLearner(ExternalCommand command, Target target)
      : command_(std::move(command)), target_(target) {}

  Target target() const override { return target_; }

  std::unique_ptr<Model> Fit(const TrainingSet& train) const override {
    const Examples& x = train.x.All();
    const ExchangeTime time;
    auto program = std::make_unique<ExternalProgram>(command_);
    ExchangeFolder& files = program->files();
    const auto rows = files.For("train.npy", NpyBytes(x.rows(), x.cols()));
    WriteNpyRows(rows, x, 0, x.rows());
    const auto labels = files.For("labels.npy", NpyBytes(x.rows(), 1));
    WriteNpyVector(labels, train.y);
    OrderedJson request = {{"seed", train.seed & ((std::uint64_t{1} << 53) - 1)},
                           {"rows", rows.string()},
                           {"shape", {x.rows(), x.cols()}},
                           {"labels", labels.string()},
                           {"predicts", target_ == Target::kClasses ? "classes" : "values"},
                           {"params", FromParams(command_.params)}};
    if (train.kernel != nullptr) request["kernel"] = KernelJson(*train.kernel);
    const OrderedJson fitted = program->Ask(kFitTask, request);
    NoteExternalVersion("learner", Cut(TextOf(fitted, "version"), 200));
    FitReport report;
    const auto count = [&fitted](const char* key) {
      const OrderedJson* value = Member(fitted, key);
      return value != nullptr && value->is_number_unsigned() ? value->get<Index>() : Index{-1};
    };
    report.iterations = count("iterations");
    report.support_vectors = count("support_vectors");
    if (const std::string warning = TextOf(fitted, "warning"); !warning.empty())
      report.warnings.push_back("external: " + Cut(warning, 500));
    std::set<double> known;
    if (target_ == Target::kClasses) known.insert(train.y.begin(), train.y.end());
    return std::make_unique<ExternalModel>(std::move(program), std::move(known), std::move(report));
  }

  double EstimatedBytes(const ProblemSize& size) const override {
    return 16 * size.rows() * size.width() + 2 * size.predicted_bytes();
  }

 private:
  ExternalCommand command_;
  Target target_;
};

}  // namespace

LearnerEntry ExternalLearnerEntry() {
  LearnerEntry entry;
  entry.name = kExternalName;
  entry.summary = "training and prediction by a program of your own (docs/external.md)";
  entry.params = ExternalParams();
  entry.params.front().example = ParamValue::List{"python3", "my_learner.py"};
  entry.params.push_back({.name = "predicts",
                          .kind = ParamKind::kText,
                          .help = "classes or values",
                          .default_value = "classes",
                          .choices = {"classes", "values"}});
  entry.kernel_without_map = true;
  entry.make = [](const Params& params) -> std::unique_ptr<Learner> {
    const bool classes = params.Get("predicts").AsText() == "classes";
    return std::make_unique<ExternalLearner>(CommandOf(params),
                                             classes ? Target::kClasses : Target::kValues);
  };
  return entry;
}

}  // namespace mercer
