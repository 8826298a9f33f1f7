#include "core/data/steps/append_constant.h"

namespace mercer {
namespace {

constexpr char kName[] = "append_constant";

class AppendConstant final : public FittedStep {
 public:
  AppendConstant(Index dim, double value)
      : FittedStep({kName, dim, dim + 1, StepOutput::kAsGiven, 1}), value_(value) {}

 private:
  Examples Transform(Examples x) const override {
    const Index n = x.rows(), d = x.cols();
    if (!x.is_sparse()) {
      Matrix wider(n, d + 1);
      wider.leftCols(d) = x.dense();
      wider.col(d).setConstant(value_);
      return wider;
    }
    SparseMatrix wider(n, d + 1);
    wider.reserve(x.StoredValues() + n);
    for (Index i = 0; i < n; ++i) {
      wider.startVec(i);
      for (SparseMatrix::InnerIterator it(x.sparse(), i); it; ++it)
        wider.insertBackByOuterInner(i, it.col()) = it.value();
      if (value_ != 0) wider.insertBackByOuterInner(i, d) = value_;
    }
    wider.finalize();
    return wider;
  }

  double value_;
};

}  // namespace

PreprocessEntry AppendConstantStepEntry() {
  PreprocessEntry entry;
  entry.name = kName;
  entry.summary = "one more column, the same value in every row";
  entry.params = {
      {.name = "value", .kind = ParamKind::kNumber, .help = "of the column", .default_value = 1}};
  entry.keeps_sparsity = true;
  entry.fit = [](const Params& params, const Examples& train) -> std::unique_ptr<FittedStep> {
    return std::make_unique<AppendConstant>(train.cols(), params.Get("value").AsNumber());
  };
  entry.output_dim = [](const Params& /*params*/, std::optional<Index> d) -> std::optional<Index> {
    return d ? std::optional<Index>(*d + 1) : std::nullopt;
  };
  return entry;
}

}  // namespace mercer
