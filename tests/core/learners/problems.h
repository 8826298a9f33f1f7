#ifndef MERCER_TESTS_CORE_LEARNERS_PROBLEMS_H_
#define MERCER_TESTS_CORE_LEARNERS_PROBLEMS_H_

#include <cmath>
#include <string>
#include <vector>

#include "core/base/examples.h"
#include "core/base/random.h"
#include "core/base/text.h"

namespace mercer::testing {

struct Problem {
  Matrix x;
  Vector y;
};

/// n rows of d multiples of 1/64 in [−1, 1], a third of them 0: short decimal texts give them
/// exactly. The class is that of the largest of `labels.size()` quadratic scores with noise.
inline Problem MakeProblem(Index n, Index d, const std::vector<double>& labels,
                           std::uint64_t index) {
  RandomStream stream(7, StreamPurpose::kTest, index);
  const auto classes = static_cast<Index>(labels.size());
  Matrix weights(classes, d);
  RandomStream weight_stream(8, StreamPurpose::kTest, 0);
  for (Index i = 0; i < weights.size(); ++i) weights.data()[i] = weight_stream.Gaussian();
  Problem problem{Matrix::Zero(n, d), Vector(n)};
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < d; ++j) {
      if (stream.Below(3) == 0) continue;
      problem.x(i, j) = (static_cast<double>(stream.Below(129)) - 64) / 64;
    }
    Vector scores = weights * (problem.x.row(i).transpose().array() + 0.5).square().matrix();
    for (Index k = 0; k < classes; ++k) scores[k] += 0.3 * stream.Gaussian();
    Index best = 0;
    scores.maxCoeff(&best);
    problem.y[i] = labels[static_cast<std::size_t>(best)];
  }
  return problem;
}

/// The same rows with values to predict: a quadratic function of the row with noise, in multiples
/// of 1/64.
inline Problem MakeValues(Index n, Index d, std::uint64_t index) {
  Problem problem = MakeProblem(n, d, {0, 1}, index);
  RandomStream stream(9, StreamPurpose::kTest, index);
  for (Index i = 0; i < n; ++i) {
    const auto row = problem.x.row(i).array();
    const double value = 3 * row[0] - row[1] + row.square().sum() + 0.3 * stream.Gaussian();
    problem.y[i] = std::round(64 * value) / 64;
  }
  return problem;
}

inline std::string LibsvmText(const Problem& problem) {
  std::string text;
  for (Index i = 0; i < problem.x.rows(); ++i) {
    text += FormatNumber(problem.y[i]);
    for (Index j = 0; j < problem.x.cols(); ++j) {
      if (problem.x(i, j) == 0) continue;
      text += " " + std::to_string(j + 1) + ":" + FormatNumber(problem.x(i, j));
    }
    text += "\n";
  }
  return text;
}

}  // namespace mercer::testing

#endif  // MERCER_TESTS_CORE_LEARNERS_PROBLEMS_H_
