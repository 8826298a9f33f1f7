#include "tests/chaos/bench.h"

#include <utility>

namespace mercer::chaos {
namespace {

namespace fs = std::filesystem;

// Nursery is made from its rules: nothing has to be downloaded.
constexpr const char* kConfig = R"({
  "experiment": "test/chaos", "seed": 11, "repetitions": 2,
  "paper": {"citekey": "kar2012", "location": "table 1", "reported": "reported.csv"},
  "datasets": [{"name": "nursery", "encode": "integer", "labels": "random_halves",
                "split": {"train_fraction": 0.5, "max_train": 150},
                "preprocess": ["minmax", "max_norm"]}],
  "kernels": [{"name": "polynomial", "degree": 3, "offset": 1}],
  "methods": [
    {"id": "exact", "learner": {"name": "libsvm", "cost": 1}},
    {"id": "rm", "map": {"name": "random_maclaurin"}, "D": [20],
     "learner": {"name": "liblinear", "solver": "l2r_l1loss_svc_dual", "cost": 1, "bias": 1}},
    {"id": "h01", "map": {"name": "random_maclaurin", "h01": true}, "D": [10],
     "learner": {"name": "liblinear", "solver": "l2r_l1loss_svc_dual", "cost": 1, "bias": 1}}],
  "tuning": [{"method": "exact", "grid": {"learner.cost": [0.01, 1]},
              "by": {"validation_fraction": 0.25}, "share_with": ["rm", "h01"]}],
  "metrics": ["accuracy"]}
)";

constexpr const char* kReported =
    "location,dataset,kernel,method,D,metric,value,std,runs,unit,digits,how_read,note\n"
    "table 1,nursery,polynomial,exact,,accuracy,0.78,,5,fraction,2,printed,\n"
    "table 1,nursery,polynomial,rm,20,accuracy,0.73,0.01,5,fraction,2,printed,\n";

}  // namespace

Bench::Bench(fs::path mercer, fs::path folder, int repetitions)
    : mercer_(std::move(mercer)), folder_(std::move(folder)), repetitions_(repetitions) {
  SetOtherLabels(false);
  WriteBytes(folder_ / "reported.csv", kReported);
}

void Bench::SetOtherLabels(bool other) const {
  std::string config = kConfig;
  const auto replace = [&](const std::string& from, const std::string& to) {
    config.replace(config.find(from), from.size(), to);
  };
  replace("\"repetitions\": 2", "\"repetitions\": " + std::to_string(repetitions_));
  if (other) replace("\"random_halves\"", R"({"name": "class_vs_rest", "class": "not_recom"})");
  WriteBytes(folder_ / "config.json", config);
}

std::vector<std::string> Bench::RunWords(const std::vector<std::string>& options) const {
  std::vector<std::string> words{
      mercer_.string(), "run",    (folder_ / "config.json").string(), "--out",
      out().string(),   "--data", (folder_ / "data").string()};
  words.insert(words.end(), options.begin(), options.end());
  return words;
}

Ended Bench::Run(const std::vector<std::string>& options, FileLimit limit) const {
  return Process(RunWords(options), folder_, limit).Wait();
}

Ended Bench::Mercer(const std::vector<std::string>& words) const {
  std::vector<std::string> all{mercer_.string()};
  all.insert(all.end(), words.begin(), words.end());
  return Process(all, folder_).Wait();
}

}  // namespace mercer::chaos
