#ifndef MERCER_CORE_LEARNERS_LIBLINEAR_H_
#define MERCER_CORE_LEARNERS_LIBLINEAR_H_

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/learners/learner_entry.h"

namespace mercer {

struct LiblinearOptions {
  std::string solver = "l2r_l2loss_svc_dual";  // one of LiblinearSolvers()
  double cost = 1;                             // C > 0 of regulariser + C Σ loss
  std::optional<double> eps{};  // stopping tolerance > 0; absent: that of liblinear-train
  double bias = -1;             // ≥ 0: a last, regularised feature of this value; < 0: none
};

/// The names of the classifiers, those of LIBLINEAR's own list in lower case.
std::vector<std::string> LiblinearSolvers();

/// Linear classification by LIBLINEAR (Fan et al. 2008); more than two classes by one against the
/// rest (mcsvm_cs: Crammer and Singer). The same weights as liblinear-train -s … -c … -e … -B ….
/// For the L1- and L2-loss SVMs the primal objective is R(w) + C Σ max(0, 1 − y <w, z>)^p, summed
/// over the binary problems, with R(w) = 1/2 |w|² (l2r) or |w|_1 (l1r), p = 1 (l1loss) or 2
/// (l2loss), the bias being part of w and z.
class LiblinearLearner : public Learner {
 public:
  /// options.solver is one of LiblinearSolvers().
  explicit LiblinearLearner(const LiblinearOptions& options);

  std::unique_ptr<Model> Fit(const TrainingSet& train) const override;

  double EstimatedBytes(Index n, Index columns, double stored, Index m,
                        const Kernel* kernel) const override;

 private:
  LiblinearOptions options_;
};

LearnerEntry LiblinearEntry();

}  // namespace mercer

#endif  // MERCER_CORE_LEARNERS_LIBLINEAR_H_
