#ifndef MERCER_CORE_LEARNERS_WRAPPED_LIBLINEAR_H_
#define MERCER_CORE_LEARNERS_WRAPPED_LIBLINEAR_H_

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/learners/learner_entry.h"
#include "core/learners/wrapped/solver_session.h"

namespace mercer {

struct LiblinearOptions {
  std::string solver = "l2r_l2loss_svc_dual";  // one of LiblinearSolvers()
  double cost = 1;                             // C > 0 of regulariser + C Σ loss
  std::optional<double> eps{};   // stopping tolerance > 0; absent: that of liblinear-train
  double bias = -1;              // ≥ 0: a last, regularised feature of this value; < 0: none
  double epsilon = 0.1;          // ≥ 0, half the tube width of the regression solvers
  ClassWeights class_weights{};  // of the classifiers
};

/// The solver names of LIBLINEAR's own list, in lower case.
std::vector<std::string> LiblinearSolvers();

/// Whether the solver predicts values.
bool IsLiblinearRegression(const std::string& solver);

/// Linear classification and regression by LIBLINEAR (Fan et al. 2008; Ho & Lin 2012). More than
/// two classes are learned one against the rest (mcsvm_cs: Crammer and Singer); a class weight
/// applies to the rows of that class in its own problem. Gives the same weights as liblinear-train
/// -s … -c … -e … -B … -p … -w…. For the L1- and L2-loss machines the primal objective is R(w) + Σ
/// C_i loss_i^p, summed over the binary problems, with R(w) = 1/2 |w|² (l2r) or |w|_1 (l1r), loss
/// max(0, 1 − y <w, z>) or, for the svr solvers, max(0, |y − <w, z>| − epsilon), and p = 1 (l1loss)
/// or 2 (l2loss); the bias is part of w and z. The dual solvers also report the dual objective, to
/// the six decimals that LIBLINEAR prints, and the number of support vectors. For l2r_l2loss_svc
/// the dual objective is that at α_i = 2 C_i loss_i, which is half the squared gradient below the
/// primal one.
class LiblinearLearner : public Learner {
 public:
  /// options.solver is one of LiblinearSolvers().
  explicit LiblinearLearner(const LiblinearOptions& options);

  Target target() const override;

  std::unique_ptr<Model> Fit(const TrainingSet& train) const override;

  std::optional<HingeObjective> Hinge(Index n) const override {
    if (options_.solver != "l2r_l1loss_svc_dual" || !options_.class_weights.empty())
      return std::nullopt;
    return HingeOfCost(options_.cost, n, false);
  }

  double EstimatedBytes(const ProblemSize& size) const override;

 private:
  LiblinearOptions options_;
};

LearnerEntry LiblinearEntry();

}  // namespace mercer

#endif  // MERCER_CORE_LEARNERS_WRAPPED_LIBLINEAR_H_
