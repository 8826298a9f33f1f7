#ifndef MERCER_CORE_LEARNERS_LOSS_H_
#define MERCER_CORE_LEARNERS_LOSS_H_

#include <string>
#include <vector>

#include "core/base/params.h"

namespace mercer {

/// The loss l(f, y) of a score f. For a label y = ±1: max(0, 1 − y f), its square and log(1 +
/// exp(−y f)). For any y: (f − y)²/2.
enum class Loss { kHinge, kSquaredHinge, kLogistic, kSquared };

double LossValue(Loss loss, double score, double y);

/// Derivative with respect to the score; 0 at the kink of the hinge.
double LossSlope(Loss loss, double score, double y);

/// The largest second derivative with respect to the score: 2 for the squared hinge, 1/4 for the
/// logistic loss, 1 for the squared loss. Aborts for the hinge, which has none.
double LossCurvature(Loss loss);

/// The parameter "loss", one of the given names; the first is the default.
ParamSpec LossSpec(const std::vector<std::string>& names);

/// The loss with the given name: hinge, squared_hinge, logistic or squared.
Loss ParseLoss(const std::string& name);

}  // namespace mercer

#endif  // MERCER_CORE_LEARNERS_LOSS_H_
