#ifndef MERCER_EXPERIMENTS_TRAIN_MODEL_FILE_H_
#define MERCER_EXPERIMENTS_TRAIN_MODEL_FILE_H_

#include <string>

#include "core/learners/linear/linear_model.h"

namespace mercer {

/// The text of a LIBLINEAR model file with these weights; LIBLINEAR's `predict` accepts it for rows
/// that are features. Numbers read back as the same doubles. The solver named in it is the one with
/// scores of the same form, l2r_l2loss_svc, or l2r_l2loss_svr if values are predicted.
std::string WriteModelText(const LinearWeights& weights);

/// The weights of a LIBLINEAR model file: one score for two classes, one per class for more, one
/// for values (solvers whose name ends in SVR). Throws InvalidInput that names the file, and the
/// line if there is one.
LinearWeights ReadModelFile(const std::string& path);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_TRAIN_MODEL_FILE_H_
