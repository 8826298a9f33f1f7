#ifndef MERCER_EXPERIMENTS_STORE_RECORD_H_
#define MERCER_EXPERIMENTS_STORE_RECORD_H_

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace mercer {

/// Version of the list below; a folder of another version is refused.
inline constexpr int kRecordSchema = 1;

/// How a trial ended.
enum class TrialStatus : std::uint8_t { kOk, kFailed, kTimeout, kOutOfMemory, kSkipped };

inline constexpr std::array<std::string_view, 5> kStatusTexts = {"ok", "failed", "timeout",
                                                                 "out_of_memory", "skipped"};

/// What a column holds: words, a whole number ≥ 0, a double, true or false, or a TrialStatus.
enum class ColumnKind : std::uint8_t { kText, kInteger, kNumber, kFlag, kStatus };

// The one list of the columns of trials.csv, in their order: kind, name in the source, name in
// files, unit, meaning (docs/formats.md has this table, and a test compares them). Columns are only
// ever added.
// clang-format off
#define MERCER_RECORD_COLUMNS(COLUMN) \
  COLUMN(Integer, Schema, "schema", "", "version of this list of columns, 1; a file of another is refused") \
  COLUMN(Text, RunId, "run_id", "", "the run that made the row: `context/<run_id>.json`") \
  COLUMN(Text, TrialId, "trial_id", "", "readable slug and hash of everything that decides the outcome") \
  COLUMN(Text, Experiment, "experiment", "", "name in the config") \
  COLUMN(Text, Dataset, "dataset", "", "name; a generated one with its parameters, `unit_ball(d=50,law=uniform,n=100)`") \
  COLUMN(Integer, NTrain, "n_train", "rows", "rows of the training part") \
  COLUMN(Integer, NTest, "n_test", "rows", "rows of the test part") \
  COLUMN(Integer, InputDim, "input_dim", "columns", "d, columns of the input") \
  COLUMN(Text, Encode, "encode", "", "how categories are encoded, as the config has it; empty: the default") \
  COLUMN(Text, Labels, "labels", "", "the rule that makes the labels; empty: as read") \
  COLUMN(Text, Split, "split", "", "the split, `0.6 of the rows, at most 20000`; empty: none") \
  COLUMN(Text, Preprocess, "preprocess", "", "row steps, then [preprocessing](preprocessing.md) steps, in order, without parameters at their defaults") \
  COLUMN(Text, Kernel, "kernel", "", "name of the kernel") \
  COLUMN(Text, KernelParams, "kernel_params", "", "its parameters with defaults filled in, a bandwidth rule as its number and the rows it saw") \
  COLUMN(Text, Method, "method", "", "id in the config") \
  COLUMN(Text, Map, "map", "", "feature map; empty for an exact kernel machine") \
  COLUMN(Text, MapParams, "map_params", "", "its parameters") \
  COLUMN(Number, D, "D", "", "random features asked for; empty without a map") \
  COLUMN(Number, OutputDim, "output_dim", "columns", "columns that the map makes") \
  COLUMN(Number, MapBytes, "map_bytes", "bytes", "memory of the drawn map") \
  COLUMN(Text, Learner, "learner", "", "name of the learner; empty where only the Gram error is measured") \
  COLUMN(Text, LearnerParams, "learner_params", "", "its parameters") \
  COLUMN(Text, TunedParams, "tuned_params", "", "values that [tuning](tuning.md) chose, `kernel.sigma=2,learner.cost=10`") \
  COLUMN(Text, TunedOn, "tuned_on", "", "on which rows: `train-validation (0.2 of 4000 training rows)`, `train-folds (5 of 4000 training rows)`, `test`") \
  COLUMN(Integer, Repetition, "repetition", "", "from 0") \
  COLUMN(Integer, PointSet, "point_set", "", "which generated set the trial used, from 0, where [`runs_per_set`](preprocessing.md) makes one serve several repetitions; else empty") \
  COLUMN(Integer, LabelSeed, "label_seed", "", "seed of the labels") \
  COLUMN(Integer, SplitSeed, "split_seed", "", "seed of the split, or of the generated set") \
  COLUMN(Integer, MapSeed, "map_seed", "", "seed of the map") \
  COLUMN(Integer, LearnerSeed, "learner_seed", "", "seed of the learner") \
  COLUMN(Text, Metric, "metric", "", "the main metric's column name; `tuning` for a trial that chooses parameters") \
  COLUMN(Number, Value, "value", "", "its number") \
  COLUMN(Number, Accuracy, "accuracy", "fraction", "on the test part") \
  COLUMN(Number, ErrorRate, "error_rate", "fraction", "on the test part") \
  COLUMN(Number, RelativeError, "relative_error", "fraction", "of a regression") \
  COLUMN(Number, Rmse, "rmse", "the target's", "of a regression") \
  COLUMN(Number, GramPairs, "gram_pairs", "pairs", "pairs of rows over which the Gram error is taken") \
  COLUMN(Number, GramRelFrobenius, "gram_rel_frobenius", "fraction", "Frobenius norm of K − ZZᵀ over that of K; empty where K is 0 on all pairs") \
  COLUMN(Number, GramRelSpectral, "gram_rel_spectral", "fraction", "spectral norm of K − ZZᵀ over that of K") \
  COLUMN(Number, GramMeanAbs, "gram_mean_abs", "the kernel's", "mean entry of \\|K − ZZᵀ\\|") \
  COLUMN(Number, GramMaxAbs, "gram_max_abs", "the kernel's", "largest entry of \\|K − ZZᵀ\\|") \
  COLUMN(Number, GramMeanAbsNonzero, "gram_mean_abs_nonzero", "the kernel's", "the mean over those pairs whose kernel value is not 0, where a config asks for it") \
  COLUMN(Number, BoxDiscrepancy, "box_discrepancy", "", "of a map's frequencies, normalised") \
  COLUMN(Number, PrimalObjective, "primal_objective", "", "what the learner minimised, at its solution over the training rows, in its own form: (λ/2)\\|w\\|² + mean loss for `pegasos`, `sdca`, `kernel_sdca`; ½\\|w\\|² + C Σ loss, n·C times that, for `liblinear`, `dense_dual`, `dense_newton`, `exact_blocked`, `exact_pairs`; summed over one-against-the-rest problems. Empty for `libsvm`, ridge regression and LIBLINEAR's other losses") \
  COLUMN(Number, DualObjective, "dual_objective", "", "a lower bound on the best primal one, in the same form, where the solver has it") \
  COLUMN(Number, ProjectionBound, "projection_bound", "", "how much larger `primal_objective` can be than with the exact kernel (Cotter et al. 2011, Theorem 1), in its unit") \
  COLUMN(Number, SupportVectors, "support_vectors", "rows", "rows with a coefficient; `dense_dual`, `dense_newton` and `liblinear` count them for each class") \
  COLUMN(Number, OpsPerRow, "ops_per_row", "operations", "multiplications and additions that map one row, their mean over the training rows") \
  COLUMN(Number, ExpectedFactors, "expected_factors", "factors", "C(S), the base factors that one draw of a skeleton's random feature has on average (Daniely et al. 2017, equation 11); empty for other maps") \
  COLUMN(Number, FactorsPerFeature, "factors_per_feature", "factors", "base factors of the features that the map stores, their mean: C(S) over many draws where each draw is stored; more where the constant ones are merged or taken exactly") \
  COLUMN(Number, DrawS, "draw_s", "s", "wall clock of drawing the map") \
  COLUMN(Number, TransformTrainS, "transform_train_s", "s", "wall clock of mapping the training rows") \
  COLUMN(Number, FitS, "fit_s", "s", "wall clock of fitting; the objective that is recorded is measured in it") \
  COLUMN(Number, TransformTestS, "transform_test_s", "s", "wall clock of mapping the test rows") \
  COLUMN(Number, PredictS, "predict_s", "s", "wall clock of prediction") \
  COLUMN(Number, CpuS, "cpu_s", "s", "CPU time of all phases, all threads") \
  COLUMN(Integer, Threads, "threads", "threads", "asked for") \
  COLUMN(Number, PeakRssMib, "peak_rss_mib", "MiB", "largest resident memory") \
  COLUMN(Number, Iterations, "iterations", "", "of the solver") \
  COLUMN(Flag, TimingValid, "timing_valid", "", "`false` where the time is not the trial's own; `timing_note` says why") \
  COLUMN(Text, FeaturesHash, "features_hash", "", "of the first rows of features: equal hashes, equal maps") \
  COLUMN(Text, CodeVersion, "code_version", "", "versions of kernel, map and learner") \
  COLUMN(Text, InstructionSet, "instruction_set", "", "for which instructions the program was compiled: `avx512`, `avx2+fma`, `sse4.2`, `neon`, …; after a stroke what the machine has, where that is more and libraries choose by it: `sse4.2/avx512`. Where two rows of a trial differ in it, features and what follows from them differ by rounding") \
  COLUMN(Status, Status, "status", "", "`ok`, `failed`, `timeout`, `out_of_memory`, `skipped`") \
  COLUMN(Text, Warnings, "warnings", "", "what the map says of its draw, and the solver's, joined by `; `") \
  COLUMN(Text, Message, "message", "", "why a trial did not end well; else what is worth knowing, such as the label halves") \
  COLUMN(Number, DrawMinS, "draw_min_s", "s", "with [`timing.repeat`](timing.md) above 1 the shortest time of drawing the map; `draw_s` is then the median") \
  COLUMN(Number, TransformTrainMinS, "transform_train_min_s", "s", "with [`timing.repeat`](timing.md) above 1 the shortest time of mapping the training rows; `transform_train_s` is then the median") \
  COLUMN(Number, FitMinS, "fit_min_s", "s", "with [`timing.repeat`](timing.md) above 1 the shortest time of fitting; `fit_s` is then the median") \
  COLUMN(Number, TransformTestMinS, "transform_test_min_s", "s", "with [`timing.repeat`](timing.md) above 1 the shortest time of mapping the test rows; `transform_test_s` is then the median") \
  COLUMN(Number, PredictMinS, "predict_min_s", "s", "with [`timing.repeat`](timing.md) above 1 the shortest time of prediction; `predict_s` is then the median") \
  COLUMN(Number, OtherCpuS, "other_cpu_s", "s", "CPU time that other processes used of the cores that the trial might run on, while it was timed") \
  COLUMN(Text, TimingNote, "timing_note", "", "why `timing_valid` is `false`") \
  COLUMN(Number, GramMeanSq, "gram_mean_sq", "the kernel's, squared", "mean squared entry of \\|K − ZZᵀ\\|, where this metric is asked for") \
  COLUMN(Number, GramMaxSq, "gram_max_sq", "the kernel's, squared", "largest squared entry of \\|K − ZZᵀ\\|, where this metric is asked for") \
  COLUMN(Number, BoxDiscrepancyExpected, "box_discrepancy_expected", "", "what as many independent frequencies are expected to have, where that metric is asked for") \
  COLUMN(Number, SystemCpuS, "system_cpu_s", "s", "part of the CPU time that the system needed, for page faults mostly, while the trial was timed") \
  COLUMN(Number, PageFaults, "page_faults", "pages", "of the trial's process, while it was timed") \
  COLUMN(Number, ContextSwitches, "context_switches", "", "times that the system gave the trial's core to another thread, while it was timed") \
  COLUMN(Number, CpuMhz, "cpu_mhz", "MHz", "clock of the fastest core that the trial might run on, at its end; empty where the system does not tell") \
  COLUMN(Number, GramRelFrobeniusTheory, "gram_rel_frobenius_theory", "fraction", "what the map's exact variances let expect of `gram_rel_frobenius` ([theory](theory.md)), for the rows of the first repetition; empty in the others and where no formula is known") \
  COLUMN(Number, GramTheoryStderr, "gram_rel_frobenius_theory_stderr", "fraction", "its standard error where a sample of the pairs gives it; 0 where all of them do") \
  COLUMN(Number, GramTheoryPairs, "gram_theory_pairs", "pairs", "pairs i ≤ j whose variances it comes from") \
  COLUMN(Number, TargetError, "target_error", "fraction", "the `gram_rel_frobenius` that D was chosen for ([D from the error](theory.md#d-from-the-error)); empty where D was given") \
  COLUMN(Text, DFrom, "D_from", "", "what told that D: `theory`, the map's exact variances, or `drawing`, drawn maps; empty where D was given") \
  COLUMN(Number, Mnll, "mnll", "nats", "mean of −log of the probability of a test row's own label, of a Gaussian-process classifier") \
  COLUMN(Number, TestKl, "test_kl", "nats", "divergence of the posterior that a Gaussian-process classifier has on a map's features from the exact one: sum over test rows, mean over classes, after training both on the same rows, at most 5000 of each; where this metric is asked for") \
  COLUMN(Number, DrawProgramS, "draw_program_s", "s", "the part of `draw_s` that an [external program](external.md) reports, by its own clock; empty for methods of Mercer") \
  COLUMN(Number, TransformTrainProgramS, "transform_train_program_s", "s", "the part of `transform_train_s` that an [external program](external.md) reports, by its own clock; empty for methods of Mercer") \
  COLUMN(Number, FitProgramS, "fit_program_s", "s", "the part of `fit_s` that an [external program](external.md) reports, by its own clock; empty for methods of Mercer") \
  COLUMN(Number, TransformTestProgramS, "transform_test_program_s", "s", "the part of `transform_test_s` that an [external program](external.md) reports, by its own clock; empty for methods of Mercer") \
  COLUMN(Number, PredictProgramS, "predict_program_s", "s", "the part of `predict_s` that an [external program](external.md) reports, by its own clock; empty for methods of Mercer")
// clang-format on

/// A column's name, kind, unit and meaning; the unit is "" where there is none.
struct ColumnInfo {
  std::string_view name;
  ColumnKind kind;
  std::string_view unit, meaning;
};

#define MERCER_COLUMN_INFO(kind, id, name, unit, meaning) \
  {name, ColumnKind::k##kind, unit, meaning},
inline constexpr ColumnInfo kRecordColumns[] = {MERCER_RECORD_COLUMNS(MERCER_COLUMN_INFO)};
#undef MERCER_COLUMN_INFO

inline constexpr std::size_t kNumRecordColumns = std::size(kRecordColumns);

/// Place of a column in kRecordColumns by its name; nothing where no column has it.
std::optional<std::size_t> FindColumn(std::string_view name);

/// The columns as a table in Markdown: a line each with name, unit and meaning.
std::string ColumnTable();

/// A column whose values are of type T; it exists for the columns of the list alone.
template <class T>
struct Column {
  std::uint8_t place;
};

namespace column {

using Text = Column<std::string>;
using Integer = Column<std::uint64_t>;
using Number = Column<double>;
using Flag = Column<bool>;
using Status = Column<TrialStatus>;

enum class Place : std::uint8_t {
#define MERCER_COLUMN_PLACE(kind, id, name, unit, meaning) k##id,
  MERCER_RECORD_COLUMNS(MERCER_COLUMN_PLACE)
#undef MERCER_COLUMN_PLACE
};

#define MERCER_COLUMN(kind, id, name, unit, meaning) \
  inline constexpr kind k##id{static_cast<std::uint8_t>(Place::k##id)};
MERCER_RECORD_COLUMNS(MERCER_COLUMN)
#undef MERCER_COLUMN

}  // namespace column

#undef MERCER_RECORD_COLUMNS

/// What `tuned_on` says where the values were chosen on the rows that the trial is measured on.
inline constexpr const char* kTunedOnTest = "test";

/// The columns that may tell entries of one data set in a config apart.
inline constexpr std::array<column::Text, 4> kVariantColumns = {
    column::kEncode, column::kLabels, column::kSplit, column::kPreprocess};

/// What one of these has, for a table; where it is empty, words: "labels as read".
std::string VariantText(std::size_t variant, const std::string& text);

/// The times of a phase: median, least, and an external program's own.
struct PhaseColumns {
  std::string_view phase;  // "transform_train"
  column::Number seconds, least_seconds, program_seconds;
};

inline constexpr std::array<PhaseColumns, 5> kPhaseColumns = {{
    {"draw", column::kDrawS, column::kDrawMinS, column::kDrawProgramS},
    {"transform_train", column::kTransformTrainS, column::kTransformTrainMinS,
     column::kTransformTrainProgramS},
    {"fit", column::kFitS, column::kFitMinS, column::kFitProgramS},
    {"transform_test", column::kTransformTestS, column::kTransformTestMinS,
     column::kTransformTestProgramS},
    {"predict", column::kPredictS, column::kPredictMinS, column::kPredictProgramS},
}};

/// Columns that two runs of the same trials may differ in: times, memory, the run, the machine.
bool IsTimeColumn(std::size_t place);

/// One row of the results: a value of its type for each column, or none where it does not apply.
/// Text is for the edges alone: JSON, CSV, and metrics that a config names.
class ResultRecord {
 public:
  /// Seconds of fitting and the objective then, in order. Kept beside the columns, in trials/
  /// alone.
  using Trace = std::vector<std::pair<double, double>>;

  /// Empty words are no value.
  void Set(column::Text column, std::string value);
  void Set(column::Integer column, std::integral auto value) {
    Put(column.place, static_cast<std::uint64_t>(value));
  }
  void Set(column::Number column, double value) { Put(column.place, value); }
  void Set(column::Flag column, bool value) { Put(column.place, value); }
  void Set(column::Status column, TrialStatus value) { Put(column.place, value); }

  /// "" where there is none.
  const std::string& Get(column::Text column) const;
  template <class T>
  std::optional<T> Get(Column<T> column) const {
    const Value* value = Find(column.place);
    return value == nullptr ? std::nullopt : std::optional(std::get<T>(*value));
  }
  bool IsOk() const { return Get(column::kStatus) == TrialStatus::kOk; }
  /// "ok", "failed", …; "" where there is none.
  std::string Status() const { return Text(column::kStatus); }

  /// As files have it: numbers by FormatNumber, "" where there is none.
  std::string Text(std::size_t place) const;
  template <class T>
  std::string Text(Column<T> column) const {
    return Text(std::size_t{column.place});
  }
  /// By name. Aborts where no column has it.
  std::string Text(std::string_view name) const;
  std::optional<double> Number(column::Integer column) const {
    const auto value = Get(column);
    return value ? std::optional(static_cast<double>(*value)) : std::nullopt;
  }
  /// The number of a column of numbers; nothing for others and where there is none.
  std::optional<double> Number(std::string_view name) const;

  /// The value that Text writes so, none for "". Throws InvalidInput where the text is no value of
  /// the column's kind: "accuracy is 'abc', expected a number".
  void SetText(std::size_t place, std::string_view text);
  /// By name. Aborts where no column has it.
  void SetText(std::string_view name, std::string_view text);

  const Trace& trace() const { return trace_; }
  void set_trace(Trace trace) { trace_ = std::move(trace); }

 private:
  using Value = std::variant<std::string, std::uint64_t, double, bool, TrialStatus>;

  const Value* Find(std::size_t place) const {
    const std::uint8_t at = places_[place];
    return at == 0 ? nullptr : &values_[at - 1U];
  }
  void Put(std::size_t place, Value value);

  Trace trace_{};
  // Half of the columns are empty, and a folder has many records: only the others take place.
  std::array<std::uint8_t, kNumRecordColumns> places_{};  // 1 + place in values_; 0 where unset
  std::vector<Value> values_;
};

/// Throws InvalidInput, naming the column, where the numbers of a record cannot be what a trial
/// measured: a time, a size or a count below 0, a fraction of the rows outside [0, 1], and in one
/// that ended well a number that is not finite, an accuracy that is not 1 less the error rate, or a
/// main metric whose column says another number than `value`.
void CheckNumbers(const ResultRecord& record);

/// Seconds of the named phases ("fit": column fit_s) that a record has; none where it has none.
std::optional<double> SumOfPhases(const ResultRecord& record,
                                  const std::vector<std::string>& phases);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_STORE_RECORD_H_
