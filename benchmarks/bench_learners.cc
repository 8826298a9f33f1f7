// Seconds of training and of prediction, one thread, beside LIBSVM's in one run, and of training on
// two threads beside one:
//   bench_learners FOLDER [ROUNDS [DATA]]
// FOLDER holds adult/a9a, adult/a9a.t, ijcnn1/ijcnn1.bz2 and ijcnn1/ijcnn1.t.bz2. Each round trains
// on the same 20,000 rows, spread over the file, and predicts the whole test file; then the same of
// rows made from a seed, of 26 classes (dense) and of 105 (sparse), that overlap. DATA: only a9a,
// ijcnn1, 26_classes or 105_classes. Medians are of the rounds, ratios of the pairs of one round,
// by wall clock and by CPU time: on a busy machine only the last means something. One line of JSON
// for each figure goes to stdout.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <string>
#include <vector>

#include "benchmarks/pairs.h"
#include "core/base/random.h"
#include "core/data/formats/libsvm_reader.h"
#include "core/kernels/builtin_kernels.h"
#include "core/learners/builtin_learners.h"

namespace mercer {
namespace {

constexpr Index kTrainingRows = 20000;

struct DataSet {
  std::string name;
  Examples x, test;
  Vector y, test_y;
};

DataSet Read(const std::string& name, const std::string& train, const std::string& test,
             Index columns) {
  const LabelledRows all = ReadLibsvm(train, {.input_dim = columns});
  LabelledRows rest = ReadLibsvm(test, {.input_dim = columns});
  const std::vector<Index> numbers = SpreadRows(kTrainingRows, all.x.rows());
  return {name, all.x.Select(numbers), std::move(rest.x), all.y(numbers), std::move(rest.y)};
}

// Rows of a class, which the numbers of rows take in turns, and their labels.
struct MadeRows {
  Matrix x;
  Vector y;
};

// Four centres for each class and normal noise about them, as wide as what parts the classes.
MadeRows MakeDense(Index n, Index d, Index classes, std::uint64_t part) {
  constexpr Index kCentres = 4;
  constexpr double kNoise = 0.22;
  RandomStream of_centres(1, StreamPurpose::kGenerator, 0);
  Matrix centres(classes * kCentres, d);
  for (Index i = 0; i < centres.size(); ++i) centres.data()[i] = of_centres.Uniform() - 0.5;
  RandomStream stream(1, StreamPurpose::kGenerator, 1 + part);
  MadeRows made{Matrix(n, d), Vector(n)};
  for (Index i = 0; i < n; ++i) {
    made.y[i] = static_cast<double>(i % classes);
    const Index centre = i % classes * kCentres + static_cast<Index>(stream.Below(kCentres));
    for (Index j = 0; j < d; ++j) made.x(i, j) = centres(centre, j) + kNoise * stream.Gaussian();
  }
  return made;
}

// Rows of words: a fifth from 150 of the class, the others from all, few of which are frequent.
// Each row has length 1.
LabelledRows MakeSparse(Index n, Index d, Index classes, std::uint64_t part) {
  constexpr Index kWords = 60, kClassWords = 150;
  RandomStream of_words(2, StreamPurpose::kGenerator, 0);
  std::vector<Index> words(static_cast<std::size_t>(classes * kClassWords));
  for (Index& word : words)
    word = static_cast<Index>(of_words.Below(static_cast<std::uint64_t>(d)));
  RandomStream stream(2, StreamPurpose::kGenerator, 1 + part);
  LabelledRows made{{}, Vector(n)};
  std::vector<Eigen::Triplet<double, Index>> values;
  for (Index i = 0; i < n; ++i) {
    made.y[i] = static_cast<double>(i % classes);
    for (Index k = 0; k < kWords; ++k) {
      const Index of_class =
          i % classes * kClassWords + static_cast<Index>(stream.Below(kClassWords));
      const auto of_all =
          static_cast<Index>(std::pow(static_cast<double>(d), stream.Uniform())) - 1;
      const Index word = k % 5 == 0 ? words[static_cast<std::size_t>(of_class)] : of_all;
      values.emplace_back(i, word, 1.0);
    }
  }
  SparseMatrix x(n, d);
  x.setFromTriplets(values.begin(), values.end());
  for (Index i = 0; i < n; ++i) x.row(i) /= x.row(i).norm();
  made.x = std::move(x);
  return made;
}

DataSet MakeDenseSet(const std::string& name, Index n, Index d, Index classes) {
  MadeRows train = MakeDense(n, d, classes, 0), test = MakeDense(n / 3, d, classes, 1);
  return {name, std::move(train.x), std::move(test.x), std::move(train.y), std::move(test.y)};
}

DataSet MakeSparseSet(const std::string& name, Index n, Index d, Index classes) {
  LabelledRows train = MakeSparse(n, d, classes, 0), test = MakeSparse(n / 3, d, classes, 1);
  return {name, std::move(train.x), std::move(test.x), std::move(train.y), std::move(test.y)};
}

struct Run {
  Seconds fit, predict;
  FitReport report{};
  Vector predicted{};
};

Run Measure(const DataSet& data, const Kernel& kernel, const std::string& learner,
            const Params& params, int threads = 1) {
  Run run;
  const auto made = MakeLearner(learner, params);
  std::unique_ptr<Model> model;
  run.fit = Time([&] {
    model = made->Fit({.x = data.x, .y = data.y, .kernel = &kernel, .threads = threads});
  });
  run.predict = Time([&] { run.predicted = model->Predict(data.test); });
  run.report = model->report();
  return run;
}

double EqualShare(const Vector& a, const Vector& b) {
  return static_cast<double>((a.array() == b.array()).count()) / static_cast<double>(a.size());
}

// Floors of the ratios of LIBSVM's seconds to ours, and of our seconds of training on one thread to
// those on two.
struct SvmFloors {
  double train = 0, predict_double = 0, predict_float = 0, two_threads = 0;
};

void CompareSvm(const DataSet& data, double gamma, double cost, const SvmFloors& floors,
                int rounds) {
  const auto kernel = MakeKernel("gaussian", {{"gamma", gamma}});
  Pairs fit, predict_double, predict_float, two_threads;
  Run theirs, doubles, floats, shared;
  for (int round = 0; round < rounds; ++round) {
    theirs = Measure(data, *kernel, "libsvm", {{"cost", cost}});
    doubles = Measure(data, *kernel, "exact_blocked", {{"cost", cost}, {"storage", "float64"}});
    floats = Measure(data, *kernel, "exact_blocked", {{"cost", cost}, {"storage", "float32"}});
    shared = Measure(data, *kernel, "exact_blocked", {{"cost", cost}, {"storage", "float32"}}, 2);
    two_threads.Add(shared.fit, floats.fit);
    fit.Add(doubles.fit, theirs.fit);
    fit.Add(floats.fit, theirs.fit);
    predict_double.Add(doubles.predict, theirs.predict);
    predict_float.Add(floats.predict, theirs.predict);
  }
  fit.Print(data.name, "train", "libsvm", floors.train);
  two_threads.Print(data.name, "train, 2 threads", "exact_blocked, 1 thread", floors.two_threads);
  predict_double.Print(data.name, "predict float64", "libsvm", floors.predict_double);
  predict_float.Print(data.name, "predict float32", "libsvm", floors.predict_float);
  std::printf(
      "{\"data\": \"%s\", \"what\": \"agreement\", \"labels_equal_float64\": %.6f, "
      "\"labels_equal_float32\": %.6f, \"accuracy\": %.4f, \"labels_equal_2_threads\": %.6f, "
      "\"dual_objective\": %.8f, "
      "\"libsvm_dual_objective\": %.8f, "
      "\"support_vectors\": %ld, \"libsvm_support_vectors\": %ld, \"iterations\": %ld, "
      "\"libsvm_iterations\": %ld}\n",
      data.name.c_str(), EqualShare(doubles.predicted, theirs.predicted),
      EqualShare(floats.predicted, theirs.predicted), EqualShare(doubles.predicted, data.test_y),
      EqualShare(shared.predicted, floats.predicted), *doubles.report.dual_objective,
      *theirs.report.dual_objective, static_cast<long>(doubles.report.support_vectors),
      static_cast<long>(theirs.report.support_vectors),
      static_cast<long>(doubles.report.iterations), static_cast<long>(theirs.report.iterations));
  std::fflush(stdout);
}

int RunAll(const std::string& folder, int rounds, const std::string& only) {
  const auto wanted = [&](const char* name) { return only.empty() || only == name; };
  if (wanted("a9a")) {
    const DataSet data = Read("a9a", folder + "/adult/a9a", folder + "/adult/a9a.t", 123);
    CompareSvm(data, 0.05, 1, {9, 8, 15, 1.6}, rounds);
  }
  if (wanted("ijcnn1")) {
    const DataSet data =
        Read("ijcnn1", folder + "/ijcnn1/ijcnn1.bz2", folder + "/ijcnn1/ijcnn1.t.bz2", 22);
    CompareSvm(data, 1, 1, {5, 10, 20, 1.6}, rounds);
  }
  if (wanted("26_classes"))
    CompareSvm(MakeDenseSet("26_classes", 15000, 16, 26), 2, 10, {5, 8, 8, 1.6}, rounds);
  if (wanted("105_classes"))
    CompareSvm(MakeSparseSet("105_classes", 4488, 55197, 105), 1, 10, {5, 4, 4, 1.6}, rounds);
  return 0;
}

}  // namespace
}  // namespace mercer

int main(int argc, char** argv) {
  if (argc < 2 || argc > 4) {
    std::fprintf(stderr, "usage: bench_learners FOLDER [ROUNDS [DATA]]\n");
    return 2;
  }
  try {
    return mercer::RunAll(argv[1], argc > 2 ? std::max(1, std::atoi(argv[2])) : 5,
                          argc > 3 ? argv[3] : "");
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bench_learners: %s\n", error.what());
    return 1;
  }
}
