#ifndef MERCER_EXPERIMENTS_CATALOGUE_DATASET_SPEC_H_
#define MERCER_EXPERIMENTS_CATALOGUE_DATASET_SPEC_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/params.h"
#include "core/base/types.h"

namespace mercer {

/// A registry entry as named in a config: {"name": "polynomial", "degree": 10}. In a checked config
/// every default is filled in; a bandwidth rule ("mean_distance") stays a rule.
struct NamedParams {
  std::string name;
  Params params{};
  std::string Canonical() const;  // "polynomial(degree=10,offset=1,scale=1)", "minmax"
};

/// Row numbers from files that the config names, in the order of their lines.
struct GivenRows {
  std::string train_file, test_file;  // paths relative to the config; test "": every other row
  std::vector<Index> train{}, test{};
  std::string sha256;  // of the two texts
};

struct SplitSpec {
  bool official = false;      // keep the files apart: the last part is the test part
  double train_fraction = 0;  // of the pooled rows, in (0, 1)
  Index max_train = 0;        // 0: no cap
  Index folds = 0;            // repetition r tests on fold r mod folds; 0: no folds
  std::shared_ptr<const GivenRows> given{};
  std::string Canonical() const;  // "official", "0.6 of the rows, at most 20000", "5 folds"
};

/// One of the user's own files, which the config names by its path.
struct DataPath {
  std::string part;  // "all"; "train" and "test" if there is a test file
  std::string role;  // a role of the format; "": the first one
  std::string path;  // as used by the program: resolved against the config's folder
};

struct DatasetSpec {
  std::string name;
  Params params{};                   // of a generator
  int runs_per_set = 0;              // number of repetitions that share a generated set; 0: one set
                                     // each
  std::vector<std::string> parts{};  // empty: all
  std::string encode;               // "" (integer, for data of the catalogue), "integer", "one_hot"
  std::vector<DataPath> paths{};    // the user's own files; empty: data of the catalogue
  NamedParams format{};             // format of these files, with every parameter
  NamedParams labels{};             // name "" (as read), "random_halves", "class_vs_rest"
  std::vector<NamedParams> rows{};  // steps that keep some of the rows
  std::optional<SplitSpec> split{};  // absent: no learner may use the data set
  std::vector<NamedParams> preprocess{};
  std::vector<std::string> kernels{};      // names of the kernels it is used with; empty: all
  std::vector<NamedParams> own_kernels{};  // in place of the config's; empty: the config's

  /// The index of a repetition's generated set: the first `runs_per_set` repetitions have set 0.
  /// nullopt if each repetition generates its own.
  std::optional<int> PointSet(int repetition) const;

  /// The name in tables, with a generator's parameters ("unit_ball(d=10,n=100)").
  std::string Label() const;
};

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CATALOGUE_DATASET_SPEC_H_
