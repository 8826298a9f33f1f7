#ifndef MERCER_CORE_LEARNERS_FACTOR_FACTOR_MODEL_H_
#define MERCER_CORE_LEARNERS_FACTOR_FACTOR_MODEL_H_

#include <memory>
#include <string>

#include "core/learners/factor/factor_descent.h"
#include "core/learners/learner_entry.h"

namespace mercer {

/// f(x) = Σ_s λ_s k(p_s, x), s = 1 … rank, for a kernel k that is the term of the descent
/// (factor_descent.h): a factorization machine, an all-subsets model, a polynomial network.
/// Classes: one f for each against the rest, one alone of two, the largest wins. The primal
/// objective reported is the sum over them. O(passes · rank · non-zeros) time, O(rank · d) memory
/// beyond a copy of the rows by columns.
class FactorLearner : public Learner {
 public:
  using MakeTerm = std::unique_ptr<FactorTerm> (*)(Index order);
  using MakeKernel = std::unique_ptr<Kernel> (*)(Index order);

  FactorLearner(std::string name, Index order, MakeTerm term, MakeKernel kernel,
                const FactorOptions& options)
      : name_(std::move(name)), order_(order), term_(term), kernel_(kernel), options_(options) {}

  Target target() const override {
    return options_.loss == Loss::kSquared ? Target::kValues : Target::kClasses;
  }
  std::unique_ptr<Model> Fit(const TrainingSet& train) const override;

  double EstimatedBytes(const ProblemSize& size) const override;

 private:
  std::string name_;
  Index order_;
  MakeTerm term_;
  MakeKernel kernel_;
  FactorOptions options_;
};

/// The parameters that all factor models have, with those of `own` first.
std::vector<ParamSpec> FactorParams(std::vector<ParamSpec> own);
FactorOptions ReadFactorOptions(const Params& params);

}  // namespace mercer

#endif  // MERCER_CORE_LEARNERS_FACTOR_FACTOR_MODEL_H_
