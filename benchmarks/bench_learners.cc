// Seconds of training and of prediction, one thread, beside LIBSVM's in one run:
//   bench_learners FOLDER [ROUNDS]
// FOLDER holds adult/a9a, adult/a9a.t, ijcnn1/ijcnn1.bz2 and ijcnn1/ijcnn1.t.bz2. Each round trains
// on the same 20,000 rows, spread over the file, and predicts the whole test file; medians are of
// the rounds, ratios of the pairs of one round. One line of JSON for each figure goes to stdout.

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "core/base/stopwatch.h"
#include "core/data/libsvm_reader.h"
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
  std::vector<Index> numbers;
  for (Index i = 0; i < kTrainingRows; ++i) numbers.push_back(i * all.x.rows() / kTrainingRows);
  return {name, all.x.Select(numbers), std::move(rest.x), all.y(numbers), std::move(rest.y)};
}

struct Run {
  double fit = 0, predict = 0;
  FitReport report{};
  Vector predicted{};
};

Run Measure(const DataSet& data, const Kernel& kernel, const std::string& learner,
            const Params& params) {
  Run run;
  const auto made = MakeLearner(learner, params);
  Stopwatch watch;
  const auto model = made->Fit({.x = data.x, .y = data.y, .kernel = &kernel});
  run.fit = watch.Seconds();
  watch = Stopwatch();
  run.predicted = model->Predict(data.test);
  run.predict = watch.Seconds();
  run.report = model->report();
  return run;
}

double Median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 == 1 ? values[half] : (values[half - 1] + values[half]) / 2;
}

// A case of the exact SVM against LIBSVM's, with the floors of its ratios.
struct SvmFloors {
  double train = 0, predict_double = 0, predict_float = 0;
};

void CompareSvm(const DataSet& data, double gamma, const SvmFloors& floors, int rounds) {
  const auto kernel = MakeKernel("gaussian", {{"gamma", gamma}});
  std::vector<double> ours_fit, theirs_fit, fit_ratio, predict_seconds[2], theirs_predict,
      predict_ratio[2];
  Run ours, theirs;
  double equal[2] = {};
  for (int round = 0; round < rounds; ++round) {
    theirs = Measure(data, *kernel, "libsvm", {{"cost", 1}});
    theirs_fit.push_back(theirs.fit);
    theirs_predict.push_back(theirs.predict);
    for (const int storage : {0, 1}) {
      ours = Measure(data, *kernel, "exact_blocked",
                     {{"cost", 1}, {"storage", storage == 0 ? "float64" : "float32"}});
      ours_fit.push_back(ours.fit);
      fit_ratio.push_back(theirs.fit / ours.fit);
      predict_seconds[storage].push_back(ours.predict);
      predict_ratio[storage].push_back(theirs.predict / ours.predict);
      equal[storage] =
          static_cast<double>((ours.predicted.array() == theirs.predicted.array()).count()) /
          static_cast<double>(ours.predicted.size());
    }
  }
  const auto print = [&](const char* what, double a, double b, double ratio, double floor) {
    std::printf(
        "{\"data\": \"%s\", \"what\": \"%s\", \"ours_s\": %.4f, \"libsvm_s\": %.4f, "
        "\"ratio\": %.2f, \"floor\": %g}\n",
        data.name.c_str(), what, a, b, ratio, floor);
  };
  print("train", Median(ours_fit), Median(theirs_fit), Median(fit_ratio), floors.train);
  print("predict float64", Median(predict_seconds[0]), Median(theirs_predict),
        Median(predict_ratio[0]), floors.predict_double);
  print("predict float32", Median(predict_seconds[1]), Median(theirs_predict),
        Median(predict_ratio[1]), floors.predict_float);
  std::printf(
      "{\"data\": \"%s\", \"what\": \"agreement\", \"labels_equal_float64\": %.6f, "
      "\"labels_equal_float32\": %.6f, \"dual_objective\": %.8f, \"libsvm_dual_objective\": %.8f, "
      "\"support_vectors\": %ld, \"libsvm_support_vectors\": %ld, \"iterations\": %ld, "
      "\"libsvm_iterations\": %ld}\n",
      data.name.c_str(), equal[0], equal[1], *ours.report.dual_objective,
      *theirs.report.dual_objective, static_cast<long>(ours.report.support_vectors),
      static_cast<long>(theirs.report.support_vectors), static_cast<long>(ours.report.iterations),
      static_cast<long>(theirs.report.iterations));
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
