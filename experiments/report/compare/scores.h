#ifndef MERCER_EXPERIMENTS_REPORT_COMPARE_SCORES_H_
#define MERCER_EXPERIMENTS_REPORT_COMPARE_SCORES_H_

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "experiments/store/store.h"

namespace mercer {

/// What the repetitions on a data set draw anew, apart from the maps. It determines which paired
/// test is valid.
enum class Redrawn {
  kNothing,  // the training and test rows are those of the data set: all repetitions share them
  kSplit,    // training and test rows are drawn from the same rows, and the metric uses test rows
  kRows,     // rows are drawn from the same rows, and the metric uses no test rows
  kSets,     // all rows are generated
};

/// A method's number in one repetition. If several repetitions share a point set, it is their mean
/// over that point set.
struct Score {
  double value = 0;
  double test_train_ratio = 0;  // n_test / n_train
};

/// The scores of all methods on one data set.
struct DatasetScores {
  std::string label;  // as in CellKey
  std::string name;   // without parameters and without what distinguishes its entries in a config
  Redrawn redrawn = Redrawn::kNothing;
  bool of_point_sets = false;  // each score is that of a point set
  // By method, then by repetition. Scores of two methods with equal keys are paired: they have the
  // same repetition number, labels, seeds of labels and split, and test rows.
  std::vector<std::map<std::string, Score>> methods{};
};

/// The measurements of trials by method and data set. A method is one named in a config, over all
/// data sets. If some data set has it with several D, each D is a separate method, "rm D=100"; if a
/// data set has a method with several kernels, each kernel is, "rm exponential". (If a data set has
/// only one D or kernel, it is part of how the method is applied there.)
struct Scores {
  std::string metric;
  std::vector<std::string> methods;     // names, in the order of the records
  std::vector<DatasetScores> datasets;  // those with a number for some method
  std::vector<std::string> notes;       // remarks on the scores, in words
  bool damaged = false;                 // a file is damaged
};

struct ScoreOptions {
  std::string metric;  // "": the main metric of the trials
  // Trials to use, as in `run --only`: dataset, kernel, method, map, D, repetition.
  std::vector<std::pair<std::string, std::string>> only;
};

/// The scores of the finished trials. Throws InvalidInput for an unknown key of `only` or a value
/// that no trial has, an unknown metric or one that no trial measured, no metric if the trials have
/// several main ones, and if two folders contain the same repetition of a method.
Scores ScoresOf(std::vector<ResultFolder> folders, const ScoreOptions& options);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_COMPARE_SCORES_H_
