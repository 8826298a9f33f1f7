// C-SVC and epsilon-SVR of LIBSVM (Chang & Lin 2011) by SMO with second-order working sets (Fan,
// Chen & Lin 2005; smo.cc), on kernel rows from blocked matrix products.

#include "core/learners/kernel/exact_blocked.h"

#include <algorithm>
#include <memory>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/parallel.h"
#include "core/learners/class_labels.h"
#include "core/learners/kernel/kernel_scores.h"
#include "core/learners/kernel/smo.h"
#include "core/learners/kernel/support_vector_model.h"
#include "core/learners/training_checks.h"

namespace mercer {
namespace {

constexpr double kMebibyte = 1048576;

// Rows that one thread scores at a time: at most, and at least, where there are so many scores that
// those of more would not stay in the second-level cache.
constexpr Index kScoreRows = 96, kLeastScoreRows = 12, kScoreBlock = 1 << 16;

Index RowsToScore(Index outputs) {
  return std::clamp(kScoreBlock / outputs, kLeastScoreRows, kScoreRows);
}

class ExactModel : public SupportVectorModel {
 public:
  ExactModel(const ExactBlockedOptions& options, KernelScores scores,
             std::vector<KernelTerms> terms, Vector offsets, const Kernel& kernel, Index columns,
             std::vector<double> labels, FitReport report)
      : SupportVectorModel(std::move(terms), std::move(offsets), std::move(labels)),
        name_(options.name),
        pairs_(options.pairs),
        scores_(std::move(scores)),
        kernel_(kernel),
        columns_(columns) {
    report_ = std::move(report);
  }

  Vector Predict(const Examples& given, int threads) const override {
    MERCER_CHECK(given.cols() == columns_);
    CheckFinite(name_, given);
    const Examples made = pairs_ && !given.is_sparse() ? ToSparse(given) : Examples();
    const Examples& x = pairs_ && !given.is_sparse() ? made : given;
    if (x.rows() > 0) kernel_.Diagonal(x);  // throws where a row is outside the domain
    Vector predicted(x.rows());
    ParallelFor(x.rows(), RowsToScore(scores_.outputs()), threads, [&](Index begin, Index end) {
      Matrix scores(end - begin, scores_.outputs());
      scores_.Scores(x, begin, end - begin, scores);
      for (Index i = begin; i < end; ++i) {
        const Vector row = scores.row(i - begin).transpose() + offsets();
        predicted[i] = labels().empty() ? row[0] : MostVotes(labels(), row);
      }
    });
    return predicted;
  }

 private:
  const char* name_;
  bool pairs_;
  KernelScores scores_;
  const Kernel& kernel_;
  Index columns_;
};

// Vectors of the model are those of any binary problem, with coefficients in those of their class.
struct Expansion {
  std::vector<KernelTerms> terms{};
  Vector offsets{};  // of the problems
};

// One problem on all rows.
Expansion ExpansionOf(const SmoSolution& solution) {
  std::vector<Index> all(static_cast<std::size_t>(solution.beta.size()));
  std::iota(all.begin(), all.end(), Index{0});
  return {{{std::move(all), solution.beta, {0}}}, Vector::Constant(1, solution.offset)};
}

// The terms without the vectors whose coefficients are all 0.
KernelTerms SupportOf(const KernelTerms& terms) {
  KernelTerms support{.outputs = terms.outputs};
  std::vector<Index> places;
  for (std::size_t i = 0; i < terms.vectors.size(); ++i) {
    const auto place = static_cast<Index>(i);
    if (!(terms.coefficients.row(place).array() != 0).any()) continue;
    places.push_back(place);
    support.vectors.push_back(terms.vectors[i]);
  }
  support.coefficients = terms.coefficients(places, Eigen::all);
  return support;
}

// A problem on the rows of x. Divided by its scale the kernel is of moderate size, and the problem
// the same for β·scale.
SmoSolution SolveOne(const Kernel& kernel, const Examples& x, KernelArithmetic arithmetic,
                     const ExactBlockedOptions& options, int threads, SmoProblem problem) {
  const Vector diagonal = kernel.Diagonal(x);
  const double scale = KernelScale(diagonal);
  // The short rows of two classes may need a scale that those of all classes do not.
  if (arithmetic == KernelArithmetic::kFloats && scale != 1) arithmetic = KernelArithmetic::kGram;
  problem.lower *= scale;
  problem.upper *= scale;
  problem.diagonal = diagonal / scale;
  const KernelValues values = [&](const Vector& beta, std::span<const Index> wanted) {
    std::vector<Index> support;
    for (Index i = 0; i < beta.size(); ++i)
      if (beta[i] != 0) support.push_back(i);
    const KernelTerms terms{support, beta(support) / scale, {0}};
    const KernelScores scores(kernel, x, {&terms, 1}, 1, arithmetic);
    return scores.ScoresOf(x, wanted, threads);
  };
  RowCache cache(KernelRows(kernel, x, arithmetic, scale), x.rows(), options.cache_mib * kMebibyte,
                 threads);
  const SmoOptions smo{.eps = options.eps,
                       .gap = options.gap,
                       .shrinking = options.shrinking,
                       .max_iterations = options.max_iterations,
                       .threads = threads};
  SmoSolution solution = options.offset ? SolveSmo(problem, smo, cache, values)
                                        : SolveSmoWithoutOffset(problem, smo, cache, values);
  const double reported = ObjectiveScale(options.mean, options.cost, x.rows()) / scale;
  solution.beta /= scale;
  solution.dual_objective *= reported;
  solution.primal_objective *= reported;
  return solution;
}

void AddToReport(const SmoSolution& solution, const ExactBlockedOptions& options,
                 FitReport& report) {
  report.iterations += solution.iterations;
  report.primal_objective = report.primal_objective.value_or(0) + solution.primal_objective;
  report.dual_objective = report.dual_objective.value_or(0) + solution.dual_objective;
  if (solution.converged) return;
  report.warnings = {std::string(options.name) + ": reached the limit of " +
                     std::to_string(options.max_iterations) + " iterations"};
}

Expansion FitValues(const TrainingSet& train, KernelArithmetic arithmetic,
                    const ExactBlockedOptions& options, FitReport& report) {
  const Index n = train.x.rows();
  const SmoSolution solution =
      SolveOne(*train.kernel, train.x.All(), arithmetic, options, train.threads,
               {.targets = train.y,
                .lower = Vector::Constant(n, -options.cost),
                .upper = Vector::Constant(n, options.cost),
                .tube = options.epsilon});
  AddToReport(solution, options, report);
  return ExpansionOf(solution);
}

SmoSolution SolvePair(const TrainingSet& train, const Examples& x, const Vector& signs,
                      KernelArithmetic arithmetic, const ExactBlockedOptions& options,
                      int threads) {
  return SolveOne(*train.kernel, x, arithmetic, options, threads,
                  {.targets = signs,
                   .lower = options.cost * signs.cwiseMin(0),
                   .upper = options.cost * signs.cwiseMax(0)});
}

// For each class its rows and, in the order of the pairs, the problems that it takes part in;
// coefficients of 0.
std::vector<KernelTerms> TermsOf(const OneAgainstOne& classes) {
  const std::size_t count = classes.labels().size();
  std::vector<KernelTerms> terms(count);
  for (std::size_t k = 0; k < count; ++k) {
    terms[k].vectors = classes.RowsOf(k);
    terms[k].coefficients.setZero(static_cast<Index>(terms[k].vectors.size()),
                                  static_cast<Index>(count) - 1);
  }
  for (std::size_t k = 0; k < classes.pairs().size(); ++k) {
    terms[classes.pairs()[k].first].outputs.push_back(static_cast<Index>(k));
    terms[classes.pairs()[k].second].outputs.push_back(static_cast<Index>(k));
  }
  return terms;
}

// The coefficients of one class in one problem, whose rows hold those of the class in their order.
void SetCoefficients(const SmoSolution& solution, const Vector& signs, double sign, Index problem,
                     KernelTerms& terms) {
  const auto at = std::lower_bound(terms.outputs.begin(), terms.outputs.end(), problem);
  auto column = terms.coefficients.col(at - terms.outputs.begin());
  Index next = 0;
  for (Index i = 0; i < signs.size(); ++i)
    if (signs[i] == sign) column[next++] = solution.beta[i];
}

// The problems of several classes are solved side by side, each by one thread while there are as
// many problems as threads, in its share of the cache.
Expansion FitPairs(const TrainingSet& train, const OneAgainstOne& classes,
                   KernelArithmetic arithmetic, const ExactBlockedOptions& options,
                   FitReport& report) {
  const Examples& x = train.x.All();
  const auto count = static_cast<Index>(classes.pairs().size());
  const int together = static_cast<int>(std::min<Index>(train.threads, count));
  ExactBlockedOptions share = options;
  share.cache_mib /= together;
  Expansion expansion{TermsOf(classes), Vector(count)};
  std::vector<SmoSolution> solutions(static_cast<std::size_t>(count));
  ParallelFor(count, 1, train.threads, [&](Index problem, Index) {
    const auto [first, second] = classes.pairs()[static_cast<std::size_t>(problem)];
    const std::vector<Index> rows = classes.Rows({first, second});
    const Vector signs = classes.Signs({first, second}, rows);
    SmoSolution& solution = solutions[static_cast<std::size_t>(problem)];
    solution = SolvePair(train, x.Select(rows), signs, arithmetic, share, train.threads / together);
    SetCoefficients(solution, signs, 1, problem, expansion.terms[first]);
    SetCoefficients(solution, signs, -1, problem, expansion.terms[second]);
    expansion.offsets[problem] = solution.offset;
    solution.beta.resize(0);
  });
  for (const SmoSolution& solution : solutions) AddToReport(solution, options, report);
  return expansion;
}

Expansion FitClasses(const TrainingSet& train, const OneAgainstOne& classes,
                     KernelArithmetic arithmetic, const ExactBlockedOptions& options,
                     FitReport& report) {
  if (classes.pairs().size() > 1) return FitPairs(train, classes, arithmetic, options, report);
  const OneAgainstOne::Pair pair = classes.pairs()[0];
  const SmoSolution solution =
      SolvePair(train, train.x.All(), classes.Signs(pair, classes.Rows(pair)), arithmetic, options,
                train.threads);
  AddToReport(solution, options, report);
  return ExpansionOf(solution);
}

ParamSpec MaxIterationsSpec() {
  return {.name = "max_iterations",
          .kind = ParamKind::kInteger,
          .help = "maximum number of iterations of each binary problem; reaching it is a warning",
          .default_value = 10000000,
          .min = 1,
          .max = 1e15};
}

}  // namespace

std::unique_ptr<Model> ExactBlockedLearner::Fit(const TrainingSet& train) const {
  MERCER_CHECK(train.kernel != nullptr);
  if (!options_.pairs) return FitRows(train);
  PairValues(options_.name, *train.kernel);  // throws for a kernel that has no such values
  if (train.x.is_sparse()) return FitRows(train);
  const Examples sparse = ToSparse(train.x.All());
  return FitRows({.x = sparse, .y = train.y, .kernel = train.kernel, .threads = train.threads});
}

std::unique_ptr<Model> ExactBlockedLearner::FitRows(const TrainingSet& train) const {
  const bool classify = options_.target == Target::kClasses;
  if (classify) {
    CheckClassification(options_.name, train);
  } else {
    CheckRegression(options_.name, train);
  }
  const Examples& x = train.x.All();
  const Vector diagonal = train.kernel->Diagonal(x);
  KernelArithmetic arithmetic = options_.pairs
                                    ? KernelArithmetic::kPairs
                                    : ChooseArithmetic(*train.kernel, x, diagonal, options_.cost);
  // The objective of a regression may be far below n C, and float errors far above its rounding.
  if (!classify && arithmetic == KernelArithmetic::kFloats) arithmetic = KernelArithmetic::kDoubles;
  FitReport report{.iterations = 0};
  Expansion expansion;
  std::vector<double> labels;
  if (classify) {
    const OneAgainstOne classes(train.y);
    expansion = FitClasses(train, classes, arithmetic, options_, report);
    labels = classes.labels();
  } else {
    expansion = FitValues(train, arithmetic, options_, report);
  }
  report.support_vectors = 0;
  bool finite = expansion.offsets.allFinite();
  for (KernelTerms& terms : expansion.terms) {
    terms = SupportOf(terms);
    report.support_vectors += static_cast<Index>(terms.vectors.size());
    finite = finite && terms.coefficients.allFinite();
  }
  if (options_.floats) {
    arithmetic = ChooseArithmetic(*train.kernel, x, diagonal, 0);
  } else if (arithmetic == KernelArithmetic::kFloats) {
    arithmetic = KernelArithmetic::kDoubles;
  }
  CheckFitted(options_.name, report, finite);
  KernelScores scores(*train.kernel, x, expansion.terms, expansion.offsets.size(), arithmetic);
  return std::make_unique<ExactModel>(options_, std::move(scores), std::move(expansion.terms),
                                      std::move(expansion.offsets), *train.kernel, x.cols(),
                                      std::move(labels), std::move(report));
}

std::optional<HingeObjective> ExactBlockedLearner::Hinge(Index n) const {
  if (options_.offset || options_.target != Target::kClasses) return std::nullopt;
  return HingeOfCost(options_.cost, n, options_.mean);
}

double ExactBlockedLearner::EstimatedBytes(const ProblemSize& size) const {
  const double rows = size.rows(), d = size.width();
  // Of several classes two at a time are trained on, from a copy of their rows; there are as many
  // scores as pairs, and a row has coefficients in those of its class.
  const auto classes = static_cast<double>(size.classes);
  const double outputs = options_.target == Target::kClasses ? classes * (classes - 1) / 2 : 1;
  const double coefficients = options_.target == Target::kClasses ? classes - 1 : 1;
  // Values of pairs are those of sparse rows, made where the rows are dense.
  const double copy = (options_.pairs ? 2 : 1) * (16 * size.stored + 16 * rows);
  return 2 * KernelRows::Bytes(rows, d, size.stored) + copy +
         RowCache::Bytes(rows, options_.cache_mib * kMebibyte) + (150 + 24 * coefficients) * rows +
         KernelScores::Bytes(rows, d, 0, coefficients) +
         8 * static_cast<double>(kScoreRows) * outputs + size.predicted_bytes();
}

LearnerEntry ExactBlockedEntry() {
  LearnerEntry entry;
  entry.name = "exact_blocked";
  entry.summary =
      "exact kernel SVM with LIBSVM's optimum, by blocked matrix products; several classes one "
      "against one";
  entry.citation = "Fan, Chen & Lin 2005";
  entry.params = {
      {.name = "target",
       .kind = ParamKind::kText,
       .help = "what the labels are: classes (C-SVC), or values to predict (epsilon-SVR)",
       .default_value = "classes",
       .choices = {"classes", "values"}},
      CostSpec("C of 1/2 |w|^2 + C sum of losses"),
      {.name = "epsilon",
       .help = "for values: half the width of the tube in which errors cost nothing",
       .default_value = 0.1,
       .min = 0},
      EpsSpec("tolerance of the optimality conditions", 0.001),
      GapSpec(),
      {.name = "offset",
       .kind = ParamKind::kBool,
       .help = "whether f has an unregularised offset; absent: true",
       .optional = true,
       .absence = true},
      ObjectiveSpec(),
      CacheSpec("kernel rows", 256),
      ShrinkingSpec(),
      {.name = "storage",
       .kind = ParamKind::kText,
       .help = "precision of predictions: 8 or 4 bytes a value",
       .default_value = "float64",
       .choices = {"float64", "float32"}},
      MaxIterationsSpec()};
  entry.kernel_machine = true;
  entry.make = [](const Params& params) -> std::unique_ptr<Learner> {
    const ParamValue* offset = params.Find("offset");
    const bool without = offset != nullptr && !offset->AsBool();
    if (without && ParseTarget(params.Get("target")) != Target::kClasses) {
      throw InvalidInput(
          "learner 'exact_blocked': offset is false and target is values; expected target classes, "
          "or an offset");
    }
    return std::make_unique<ExactBlockedLearner>(
        ExactBlockedOptions{.target = ParseTarget(params.Get("target")),
                            .cost = params.Get("cost").AsNumber(),
                            .epsilon = params.Get("epsilon").AsNumber(),
                            .eps = params.Get("eps").AsNumber(),
                            .cache_mib = params.Get("cache_mib").AsNumber(),
                            .gap = ParseGap(params),
                            .offset = !without,
                            .mean = ParseMeanObjective(params),
                            .shrinking = params.Get("shrinking").AsBool(),
                            .floats = params.Get("storage").AsText() == "float32",
                            .max_iterations = params.Get("max_iterations").AsInteger()});
  };
  return entry;
}

LearnerEntry ExactPairsEntry() {
  LearnerEntry entry;
  entry.name = "exact_pairs";
  entry.summary =
      "exact kernel SVM by LIBSVM's algorithm, each kernel value from one pair of sparse rows, as "
      "LIBSVM evaluates the kernels built into it; several classes one against one";
  entry.citation = "Fan, Chen & Lin 2005";
  entry.params = {CostSpec("C of 1/2 |w|^2 + C sum of losses"),
                  EpsSpec("tolerance of the optimality conditions", 0.001),
                  CacheSpec("kernel rows", 100), ShrinkingSpec(), MaxIterationsSpec()};
  entry.kernel_machine = true;
  entry.make = [](const Params& params) -> std::unique_ptr<Learner> {
    return std::make_unique<ExactBlockedLearner>(
        ExactBlockedOptions{.name = "exact_pairs",
                            .pairs = true,
                            .cost = params.Get("cost").AsNumber(),
                            .eps = params.Get("eps").AsNumber(),
                            .cache_mib = params.Get("cache_mib").AsNumber(),
                            .shrinking = params.Get("shrinking").AsBool(),
                            .max_iterations = params.Get("max_iterations").AsInteger()});
  };
  return entry;
}

}  // namespace mercer
