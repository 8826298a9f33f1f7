#include "core/data/steps/preprocess_step.h"

#include "core/base/error.h"
#include "core/data/rows/labelled_rows.h"
#include "core/linalg/memory.h"

namespace mercer {

bool FittedStep::MakesDense(const Examples& x) const {
  return shape_.output == StepOutput::kDense ||
         (shape_.output == StepOutput::kAsGiven && !x.is_sparse());
}

double FittedStep::OutputBytes(const Examples& x) const {
  const auto n = static_cast<double>(x.rows());
  if (MakesDense(x)) return n * static_cast<double>(shape_.output_dim) * sizeof(double);
  const double stored =
      static_cast<double>(x.StoredValues()) + n * static_cast<double>(shape_.most_added);
  return stored * (sizeof(double) + sizeof(Index)) + (n + 1) * sizeof(Index);
}

Examples FittedStep::Apply(Examples x) const {
  MERCER_CHECK(x.cols() == shape_.input_dim);
  const std::string what = "preprocessing step '" + shape_.step + "'";
  if (MakesDense(x) && TooLargeForDense(x.rows(), shape_.output_dim)) {
    throw InvalidInput(what + " makes a dense matrix of " + std::to_string(x.rows()) + " x " +
                       std::to_string(shape_.output_dim) + " values; expected at most " +
                       std::to_string(kMaxDenseValues) + " values");
  }
  CheckFitsInMemory("the rows that " + what + " makes", OutputBytes(x));
  Examples made = Transform(std::move(x));
  MERCER_CHECK(made.cols() == shape_.output_dim);
  return made;
}

}  // namespace mercer
