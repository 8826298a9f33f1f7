#include "core/data/steps/unit_norm.h"

#include <cmath>

#include "core/data/steps/row_scaling.h"

namespace mercer {
namespace {

constexpr char kName[] = "unit_norm";

Vector AbsoluteSums(const Examples& x) {
  if (!x.is_sparse()) return x.dense().cwiseAbs().rowwise().sum();
  Vector sums = Vector::Zero(x.rows());
  for (Index i = 0; i < x.rows(); ++i) {
    for (SparseMatrix::InnerIterator it(x.sparse(), i); it; ++it) sums[i] += std::abs(it.value());
  }
  return sums;
}

class UnitNorm final : public FittedStep {
 public:
  UnitNorm(Index dim, bool is_l1) : FittedStep({kName, dim, dim}), is_l1_(is_l1) {}

 private:
  Examples Transform(Examples x) const override {
    const Vector norms = is_l1_ ? AbsoluteSums(x) : Vector(x.SquaredNorms().cwiseSqrt());
    DivideRows(&x, [&norms](Index i) { return norms[i] > 0 ? norms[i] : 1.0; });
    return x;
  }

  bool is_l1_;
};

}  // namespace

PreprocessEntry UnitNormStepEntry() {
  PreprocessEntry entry;
  entry.name = kName;
  entry.summary = "each row divided by its own norm; a zero row stays";
  entry.params = {{.name = "norm",
                   .kind = ParamKind::kText,
                   .help = "l2: root of the sum of squares; l1: sum of absolute values",
                   .default_value = "l2",
                   .choices = {"l2", "l1"}}};
  entry.keeps_sparsity = true;
  entry.fit = [](const Params& params, const Examples& train) -> std::unique_ptr<FittedStep> {
    return std::make_unique<UnitNorm>(train.cols(), params.Get("norm").AsText() == "l1");
  };
  return entry;
}

}  // namespace mercer
