#ifndef MERCER_CORE_LEARNERS_LOSS_H_
#define MERCER_CORE_LEARNERS_LOSS_H_

#include <string>
#include <vector>

#include "core/base/params.h"

namespace mercer {

/// l(f, y) of a score f: for a label y = ±1 max(0, 1 − y f), its square and log(1 + exp(−y f)); for
/// any y (f − y)²/2.
enum class Loss { kHinge, kSquaredHinge, kLogistic, kSquared };

double LossValue(Loss loss, double score, double y);

/// Derivative with respect to the score; of the hinge at its kink that of the left.
double LossSlope(Loss loss, double score, double y);

/// The largest second derivative: 2 for the squared hinge, 1/4 for the logistic loss, 1 for the
/// square. The hinge has none: aborts.
double LossCurvature(Loss loss);

/// The parameter `loss`, one of the names given; the first is the default.
ParamSpec LossSpec(const std::vector<std::string>& names);

/// By its name: hinge, squared_hinge, logistic, squared.
Loss ParseLoss(const std::string& name);

}  // namespace mercer

#endif  // MERCER_CORE_LEARNERS_LOSS_H_
