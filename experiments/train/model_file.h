#ifndef MERCER_EXPERIMENTS_TRAIN_MODEL_FILE_H_
#define MERCER_EXPERIMENTS_TRAIN_MODEL_FILE_H_

#include <string>

#include "core/learners/linear/linear_model.h"

namespace mercer {

/// The text of a LIBLINEAR model file with these weights: `predict` of LIBLINEAR takes it for rows
/// that are features. Numbers read back as the same doubles. Its solver is the one of the like
/// scores, l2r_l2loss_svc, or l2r_l2loss_svr where values are predicted.
std::string WriteModelText(const LinearWeights& weights);

/// The weights of a LIBLINEAR model file: one score for two classes, one for each of more, one for
/// values (solvers whose name ends in SVR). Throws InvalidInput that names the file, and the line
/// where there is one.
LinearWeights ReadModelFile(const std::string& path);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_TRAIN_MODEL_FILE_H_
