// Seconds of training and of prediction, one thread, beside LIBSVM's in one run:
//   bench_learners FOLDER [ROUNDS]
// FOLDER holds adult/a9a, adult/a9a.t, ijcnn1/ijcnn1.bz2 and ijcnn1/ijcnn1.t.bz2. Each round trains
// on the same 20,000 rows, spread over the file, and predicts the whole test file; medians are of
// the rounds, ratios of the pairs of one round, by wall clock and by CPU time: on a busy machine
// only the last means something. One line of JSON for each figure goes to stdout.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <memory>
#include <string>
#include <vector>

#include "benchmarks/pairs.h"
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

struct Run {
  Seconds fit, predict;
  FitReport report{};
  Vector predicted{};
};

Run Measure(const DataSet& data, const Kernel& kernel, const std::string& learner,
            const Params& params) {
  Run run;
  const auto made = MakeLearner(learner, params);
  std::unique_ptr<Model> model;
  run.fit = Time([&] { model = made->Fit({.x = data.x, .y = data.y, .kernel = &kernel}); });
  run.predict = Time([&] { run.predicted = model->Predict(data.test); });
  run.report = model->report();
  return run;
}

double EqualShare(const Vector& a, const Vector& b) {
  return static_cast<double>((a.array() == b.array()).count()) / static_cast<double>(a.size());
}

// Floors of the ratios of LIBSVM's seconds to ours.
struct SvmFloors {
  double train = 0, predict_double = 0, predict_float = 0;
};

void CompareSvm(const DataSet& data, double gamma, const SvmFloors& floors, int rounds) {
  const auto kernel = MakeKernel("gaussian", {{"gamma", gamma}});
  Pairs fit, predict_double, predict_float;
  Run theirs, doubles, floats;
  for (int round = 0; round < rounds; ++round) {
    theirs = Measure(data, *kernel, "libsvm", {{"cost", 1}});
    doubles = Measure(data, *kernel, "exact_blocked", {{"cost", 1}, {"storage", "float64"}});
    floats = Measure(data, *kernel, "exact_blocked", {{"cost", 1}, {"storage", "float32"}});
    fit.Add(doubles.fit, theirs.fit);
    fit.Add(floats.fit, theirs.fit);
    predict_double.Add(doubles.predict, theirs.predict);
    predict_float.Add(floats.predict, theirs.predict);
  }
  fit.Print(data.name, "train", "libsvm", floors.train);
  predict_double.Print(data.name, "predict float64", "libsvm", floors.predict_double);
  predict_float.Print(data.name, "predict float32", "libsvm", floors.predict_float);
  std::printf(
      "{\"data\": \"%s\", \"what\": \"agreement\", \"labels_equal_float64\": %.6f, "
      "\"labels_equal_float32\": %.6f, \"dual_objective\": %.8f, \"libsvm_dual_objective\": %.8f, "
      "\"support_vectors\": %ld, \"libsvm_support_vectors\": %ld, \"iterations\": %ld, "
      "\"libsvm_iterations\": %ld}\n",
      data.name.c_str(), EqualShare(doubles.predicted, theirs.predicted),
      EqualShare(floats.predicted, theirs.predicted), *doubles.report.dual_objective,
      *theirs.report.dual_objective, static_cast<long>(doubles.report.support_vectors),
      static_cast<long>(theirs.report.support_vectors),
      static_cast<long>(doubles.report.iterations), static_cast<long>(theirs.report.iterations));
  std::fflush(stdout);
}

int RunAll(const std::string& folder, int rounds) {
  const DataSet a9a = Read("a9a", folder + "/adult/a9a", folder + "/adult/a9a.t", 123);
  CompareSvm(a9a, 0.05, {5, 8, 15}, rounds);
  const DataSet ijcnn1 =
      Read("ijcnn1", folder + "/ijcnn1/ijcnn1.bz2", folder + "/ijcnn1/ijcnn1.t.bz2", 22);
  CompareSvm(ijcnn1, 1, {3, 10, 20}, rounds);
  return 0;
}

}  // namespace
}  // namespace mercer

int main(int argc, char** argv) {
  if (argc < 2 || argc > 3) {
    std::fprintf(stderr, "usage: bench_learners FOLDER [ROUNDS]\n");
    return 2;
  }
  try {
    return mercer::RunAll(argv[1], argc > 2 ? std::max(1, std::atoi(argv[2])) : 5);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bench_learners: %s\n", error.what());
    return 1;
  }
}
