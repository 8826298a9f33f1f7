#ifndef MERCER_EXPERIMENTS_CONFIG_TRIAL_SPECS_H_
#define MERCER_EXPERIMENTS_CONFIG_TRIAL_SPECS_H_

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/params.h"
#include "core/base/types.h"

namespace mercer {

/// A registered thing as the config names it: {"name": "polynomial", "degree": 10}. A checked
/// config holds it with every default filled in; a bandwidth rule ("mean_distance") stays a rule.
struct NamedParams {
  std::string name;
  Params params{};
  std::string Canonical() const;  // "polynomial(degree=10,offset=1,scale=1)", "minmax"
};

/// Row numbers that files beside the config give, in the order of their lines.
struct GivenRows {
  std::string train_file, test_file;  // as found from the config; test "": every other row
  std::vector<Index> train{}, test{};
  std::string sha256;  // of the two texts
};

struct SplitSpec {
  bool official = false;      // keep the files apart: the last part tests
  double train_fraction = 0;  // of the pooled rows, in (0, 1)
  Index max_train = 0;        // 0: no cap
  Index folds = 0;            // repetition r tests fold r mod folds; 0: no folds
  std::shared_ptr<const GivenRows> given{};
  std::string Canonical() const;  // "official", "0.6 of the rows, at most 20000", "5 folds"
};

/// A file of the user's own, which the config names by its path.
struct DataPath {
  std::string part;  // "all"; "train" and "test" where there is a test file
  std::string role;  // of the format; "": the first one
  std::string path;  // as the program finds it: the config's folder is taken into account
};

struct DatasetSpec {
  std::string name;
  Params params{};                   // of a generator
  int runs_per_set = 0;              // repetitions that share a generated set; 0: one each
  std::vector<std::string> parts{};  // empty: all
  std::string encode;               // "" (integer, for data of the catalogue), "integer", "one_hot"
  std::vector<DataPath> paths{};    // files of the user's own; empty: data of the catalogue
  NamedParams format{};             // of these files, with every parameter
  NamedParams labels{};             // name "" (as read), "random_halves", "class_vs_rest"
  std::vector<NamedParams> rows{};  // steps that keep some of the rows
  std::optional<SplitSpec> split{};  // absent: no learner may use the data set
  std::vector<NamedParams> preprocess{};
  std::vector<std::string> kernels{};      // names of the kernels it is used with; empty: all
  std::vector<NamedParams> own_kernels{};  // in place of the config's; empty: the config's

  /// The generated set of a repetition: the first `runs_per_set` repetitions have set 0. Empty
  /// where each repetition generates its own.
  std::optional<int> PointSet(int repetition) const;

  /// What tables call it: the name, with a generator's parameters ("unit_ball(d=10,n=100)").
  std::string Label() const;
};

/// One method as it holds for one data set (overrides applied). A list in place of a parameter of
/// its map or learner makes several with the same id.
struct MethodSpec {
  std::string id;
  std::optional<NamedParams> map{};
  // D; empty without a map, {0} where the map takes none and none is given
  std::vector<Index> num_random_features{};
  std::optional<NamedParams> learner{};  // absent: Gram error only
  std::vector<std::string> kernels{};    // empty: all
  std::string fit_time_of;  // the method whose training time limits this one's; "": no limit
};

struct TuningSpec {
  std::string method;                                            // the method tuned
  std::vector<std::pair<std::string, ParamValue::List>> grid{};  // "learner.cost" → values
  double validation_fraction = 0.2;                              // where folds is 0
  Index folds = 0;       // k of k-fold cross-validation; 0: one validation part
  Index max_rows = 0;    // training rows looked at, validation rows included; 0: all
  bool on_test = false;  // fits on the training part and scores the test part, as a paper did
  std::vector<std::string> share_with{};  // methods that take the chosen values too
};

struct GramSpec {
  Index rows = 0;              // 0: all
  std::string pairs = "i<=j";  // "all", "i<=j", "i<j"
  Index sampled = 0;           // pairs drawn at random in place of them; 0: none
};

struct BoxSpec {
  double scale = 1;  // half-widths of the box of differences over the ranges of the columns
};

struct PaperSpec {
  std::string citekey, location;
  std::string reported_file;  // beside the config; "" where none
  std::string claims_file;
};

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CONFIG_TRIAL_SPECS_H_
