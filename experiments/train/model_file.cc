#include "experiments/train/model_file.h"

#include "core/base/text.h"

namespace mercer {

std::string LiblinearModelText(const LinearWeights& weights) {
  const bool values = weights.labels.size() == 0;
  std::string text = values ? "solver_type L2R_L2LOSS_SVR\nnr_class 2\n"
                            : "solver_type L2R_L2LOSS_SVC\nnr_class " +
                                  std::to_string(weights.labels.size()) + "\nlabel";
  for (const double label : weights.labels) text += " " + FormatNumber(label);
  if (!values) text += "\n";
  const bool has_bias = weights.bias > 0;
  text += "nr_feature " + std::to_string(weights.weights.rows()) + "\nbias " +
          (has_bias ? FormatNumber(weights.bias) : "-1") + "\nw\n";
  const auto line = [&text](const Eigen::RowVectorXd& row) {
    for (const double weight : row) text += FormatNumber(weight) + " ";
    text += "\n";
  };
  for (Index j = 0; j < weights.weights.rows(); ++j) line(weights.weights.row(j));
  if (has_bias) line(weights.bias_weights);
  return text;
}

}  // namespace mercer
