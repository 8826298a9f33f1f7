#include "core/data/steps/binarise.h"

#include "core/data/rows/labelled_rows.h"

namespace mercer {
namespace {

constexpr char kName[] = "binarise";

class Binarise final : public FittedStep {
 public:
  Binarise(Index dim, double threshold)
      : FittedStep({kName, dim, dim, threshold >= 0 ? StepOutput::kAsGiven : StepOutput::kDense}),
        threshold_(threshold) {}

 private:
  Examples Transform(Examples x) const override {
    if (threshold_ < 0) x = Stored(std::move(x), Storage::kDense);
    if (!x.is_sparse()) {
      x.dense() = (x.dense().array() > threshold_).cast<double>().matrix();
      return x;
    }
    x.sparse().prune([this](Index, Index, double value) { return value > threshold_; });
    x.sparse().coeffs().setOnes();
    return x;
  }

  double threshold_;
};

}  // namespace

PreprocessEntry BinariseStepEntry() {
  PreprocessEntry entry;
  entry.name = kName;
  entry.summary = "1 where a value is larger than the threshold, else 0";
  entry.params = {{.name = "threshold",
                   .kind = ParamKind::kNumber,
                   .help = "in the unit of the values",
                   .default_value = 0}};
  entry.fit = [](const Params& params, const Examples& train) -> std::unique_ptr<FittedStep> {
    return std::make_unique<Binarise>(train.cols(), params.Get("threshold").AsNumber());
  };
  return entry;
}

}  // namespace mercer
