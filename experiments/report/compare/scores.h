#ifndef MERCER_EXPERIMENTS_REPORT_COMPARE_SCORES_H_
#define MERCER_EXPERIMENTS_REPORT_COMPARE_SCORES_H_

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "experiments/store/store.h"

namespace mercer {

/// What the repetitions on a data set draw anew beside the maps; it decides which paired test is
/// right.
enum class Redrawn {
  kNothing,  // the training and test rows are those of the data set: all repetitions share them
  kSplit,    // training and test rows are drawn of the same rows, and the metric is of test rows
  kRows,     // rows are drawn of the same rows, and the metric is of no test rows
  kSets,     // all rows are generated
};

/// A method's number in one repetition; over the repetitions on one point set, where several share
/// it, their mean.
struct Score {
  double value = 0;
  double test_train_ratio = 0;  // n_test / n_train
};

/// The scores of all methods on one data set.
struct DatasetScores {
  std::string label;  // as CellKey has it
  std::string name;   // without parameters and what sets its entries in a config apart
  Redrawn redrawn = Redrawn::kNothing;
  bool of_point_sets = false;  // a score is a point set's
  // By method; then by repetition: what has one key in two methods is paired, having the same
  // number, labels, seeds of labels and split, and test rows.
  std::vector<std::map<std::string, Score>> methods{};
};

/// What trials measured, by method and data set. A method is what a config calls one, over all data
/// sets; where one of them has it with several D each D is a method, "rm D=100"; where a data set
/// has a method with several kernels each kernel is one, "rm exponential". (A D or a kernel that a
/// data set has alone is part of how the method is applied there.)
struct Scores {
  std::string metric;
  std::vector<std::string> methods;     // names, in the order of the records
  std::vector<DatasetScores> datasets;  // those with a number of any method
  std::vector<std::string> notes;       // what is to be known of the scores, in words
  bool damaged = false;                 // a file is
};

struct ScoreOptions {
  std::string metric;  // "": the one that the trials are about
  // Trials to look at, as in `run --only`: dataset, kernel, method, map, D, repetition.
  std::vector<std::pair<std::string, std::string>> only;
};

/// Takes the finished trials. Throws InvalidInput for an unknown key of `only` or a value that no
/// trial has, an unknown metric, none where the trials are about several, one that no trial
/// measured, and where two folders have the same repetition of a method.
Scores ScoresOf(std::vector<ResultFolder> folders, const ScoreOptions& options);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_COMPARE_SCORES_H_
