#ifndef MERCER_CORE_LEARNERS_CLASS_WEIGHTS_H_
#define MERCER_CORE_LEARNERS_CLASS_WEIGHTS_H_

#include <map>
#include <string>
#include <vector>

#include "core/learners/learner_entry.h"

namespace mercer {

/// Factors of C for the rows of a class; 1 where a class is not named.
using ClassWeights = std::map<int, double>;

/// The parameter "class_weights": an object from labels to factors, {"1": 2, "-1": 0.5}.
ParamSpec ClassWeightsSpec();

/// Throws InvalidInput that names the learner where a name is not a whole number that fits an int,
/// written as such, or a factor is not a finite number > 0. No value: no weights.
ClassWeights ParseClassWeights(const std::string& learner, const ParamValue* value);

/// The arrays of LIBSVM and LIBLINEAR, only of classes that some row has: of others the libraries
/// speak on the standard error. Those are warnings.
struct WeightArrays {
  WeightArrays(const std::string& learner, const ClassWeights& weights, const Vector& y);

  int count() const { return static_cast<int>(labels.size()); }

  std::vector<int> labels{};
  std::vector<double> values{};
  std::vector<std::string> warnings{};
};

}  // namespace mercer

#endif  // MERCER_CORE_LEARNERS_CLASS_WEIGHTS_H_
