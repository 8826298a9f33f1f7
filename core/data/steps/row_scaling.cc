#include "core/data/steps/row_scaling.h"

namespace mercer {
namespace {

class DividedByNorm final : public FittedStep {
 public:
  DividedByNorm(const std::string& step, Index dim, double norm)
      : FittedStep({step, dim, dim}), norm_(norm) {}

 private:
  Examples Transform(Examples x) const override {
    DivideRows(&x, [this](Index) { return norm_; });
    return x;
  }

  double norm_;
};

}  // namespace

std::unique_ptr<FittedStep> DivideByNorm(const std::string& step, Index dim, double norm) {
  return std::make_unique<DividedByNorm>(step, dim, norm);
}

}  // namespace mercer
