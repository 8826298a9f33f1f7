#include "core/learners/loss.h"

#include <algorithm>
#include <cmath>

#include "core/base/error.h"

namespace mercer {

double LossValue(Loss loss, double score, double y) {
  const double short_by = std::max(0.0, 1 - y * score);
  switch (loss) {
    case Loss::kHinge:
      return short_by;
    case Loss::kSquaredHinge:
      return short_by * short_by;
    case Loss::kLogistic: {
      const double margin = y * score;
      return std::log1p(std::exp(-std::abs(margin))) + std::max(0.0, -margin);
    }
    case Loss::kSquared:
      return 0.5 * (score - y) * (score - y);
  }
  return 0;
}

double LossSlope(Loss loss, double score, double y) {
  const double short_by = std::max(0.0, 1 - y * score);
  switch (loss) {
    case Loss::kHinge:
      return short_by > 0 ? -y : 0;
    case Loss::kSquaredHinge:
      return -2 * y * short_by;
    case Loss::kLogistic:
      return -y / (1 + std::exp(y * score));
    case Loss::kSquared:
      return score - y;
  }
  return 0;
}

double LossCurvature(Loss loss) {
  MERCER_CHECK(loss != Loss::kHinge);
  return loss == Loss::kSquaredHinge ? 2 : loss == Loss::kLogistic ? 0.25 : 1;
}

ParamSpec LossSpec(const std::vector<std::string>& names) {
  return {.name = "loss",
          .kind = ParamKind::kText,
          .help =
              "of a score f and a label y: hinge max(0, 1 - y f), squared_hinge its square, "
              "logistic log(1 + exp(-y f)), squared (f - y)^2/2 for values",
          .default_value = names.front(),
          .choices = names};
}

Loss ParseLoss(const std::string& name) {
  if (name == "hinge") return Loss::kHinge;
  if (name == "squared_hinge") return Loss::kSquaredHinge;
  if (name == "logistic") return Loss::kLogistic;
  MERCER_CHECK(name == "squared");
  return Loss::kSquared;
}

}  // namespace mercer
