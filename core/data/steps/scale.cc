#include "core/data/steps/scale.h"

#include "core/base/error.h"

namespace mercer {
namespace {

constexpr char kName[] = "scale";

class Scale final : public FittedStep {
 public:
  Scale(Index dim, double factor) : FittedStep({kName, dim, dim}), factor_(factor) {}

 private:
  Examples Transform(Examples x) const override {
    if (x.is_sparse()) {
      x.sparse() *= factor_;
    } else {
      x.dense() *= factor_;
    }
    return x;
  }

  double factor_;
};

std::optional<Index> OutputDim(const Params& params, std::optional<Index> input_dim) {
  if (params.Get("factor").AsNumber() != 0) return input_dim;
  throw InvalidInput("preprocessing step 'scale': factor is 0; expected another number");
}

}  // namespace

PreprocessEntry ScaleStepEntry() {
  PreprocessEntry entry;
  entry.name = kName;
  entry.summary = "every value times a factor";
  entry.params = {
      {.name = "factor", .kind = ParamKind::kNumber, .help = "any number but 0", .example = 0.5}};
  entry.keeps_sparsity = true;
  entry.fit = [](const Params& params, const Examples& train) -> std::unique_ptr<FittedStep> {
    return std::make_unique<Scale>(train.cols(), params.Get("factor").AsNumber());
  };
  entry.output_dim = OutputDim;
  return entry;
}

}  // namespace mercer
