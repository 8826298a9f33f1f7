// Learners that are programs.

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <string>

#include "tests/integration/external/external_programs.h"

namespace mercer::testing {
namespace {

// A method whose map and learner are both programs of others: each phase has the program's own
// seconds beside those of Mercer's clock.
TEST_F(External, AMapAndALearnerAreOneMethod) {
  if (!HasModule("sklearn")) GTEST_SKIP() << "no scikit-learn";
  const TemporaryFolder folder;
  const std::string programs = (SourceDir() / "examples/external").string();
  WriteFile(folder / "both.json", R"({"experiment": "both", "seed": 1, "repetitions": 1,
 "datasets": [{"name": "nursery", "encode": "one_hot", "labels": "random_halves",
               "split": {"train_fraction": 0.6, "max_train": 500}, "preprocess": ["minmax"]}],
 "kernels": [{"name": "gaussian", "sigma": 2}], "metrics": ["accuracy"],
 "methods": [{"id": "both", "D": 64,
   "map": {"name": "external", "command": ["python3", ")" +
                                      programs + R"(/numpy_fourier.py"]},
   "learner": {"name": "external", "command": ["python3", ")" +
                                      programs + R"(/sklearn_learners.py"],
               "params": {"learner": "LinearSVC", "C": 1}}}]})");
  const CommandResult run =
      RunMercer("run " + (folder / "both.json").string() + " --out " + (folder / "out").string() +
                " --no-passport --allow-external");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const auto records = Records(folder / "out");
  ASSERT_EQ(records.size(), 1U);
  const nlohmann::json record = nlohmann::json::parse(records.begin()->second)["record"];
  const auto number = [&](const std::string& key) { return std::stod(record.value(key, "-1")); };
  EXPECT_GT(number("accuracy"), 0.75);
  for (const std::string phase : {"draw", "transform_train", "fit", "transform_test", "predict"}) {
    EXPECT_GT(number(phase + "_program_s"), 0) << phase;
    EXPECT_LE(number(phase + "_program_s"), number(phase + "_s")) << phase;
  }
  const std::string message = record.value("message", "");
  EXPECT_NE(message.find("learner scikit-learn "), std::string::npos) << message;
  EXPECT_NE(message.find("map NumPy "), std::string::npos) << message;
}

// A learner of values is told so, and its predictions are not rounded to labels.
TEST_F(External, ALearnerOfValuesPredictsThem) {
  if (!HasModule("numpy")) GTEST_SKIP() << "no NumPy";
  const TemporaryFolder folder;
  WriteFile(folder / "mean.py", R"(import json, sys
import numpy as np
def say(**line):
    print(json.dumps(line), flush=True)
for line in sys.stdin:
    task = json.loads(line)
    say(ready=1)
    sys.stdin.readline()
    if task["do"] == "fit":
        if task["predicts"] != "values":
            say(error="asked to predict " + task["predicts"])
            continue
        mean = float(np.load(task["labels"]).mean())
        say(fitted={"seconds": 0.001})
    else:
        say(predicted={"seconds": 0.001})
        sys.stdin.readline()
        np.save(task["to"], np.full(len(np.load(task["rows"])), mean))
        say(written=True)
)");
  // Training rows have the mean 2.5; 2.5 for 1 and 4 is wrong by 1.5 each.
  WriteFile(folder / "rows.csv", "1,0,1\n2,1,4\n3,0,1\n4,1,4\n");
  WriteFile(folder / "train", "0\n1\n");
  const auto run = [&](const std::string& predicts, const std::string& out) {
    WriteFile(folder / "x.json", R"({"experiment": "x",
 "datasets": [{"path": "rows.csv", "split": {"train_rows": "train"}}],
 "kernels": [{"name": "gaussian", "sigma": 1}], "metrics": ["rmse"],
 "methods": [{"id": "mean", "learner": {"name": "external",
   "command": ["python3", "mean.py"])" +
                                     predicts + "}}]}");
    return RunMercer("run " + (folder / "x.json").string() + " --out " + (folder / out).string() +
                     " --no-passport --allow-external");
  };
  const CommandResult values = run(R"(, "predicts": "values")", "values");
  EXPECT_EQ(values.exit_code, 0) << values.err;
  for (const auto& [id, line] : Records(folder / "values"))
    EXPECT_EQ(nlohmann::json::parse(line)["record"]["rmse"], "1.5") << line;
  const CommandResult classes = run("", "classes");
  EXPECT_EQ(classes.exit_code, 2) << classes.err;
  EXPECT_NE(classes.err.find("predicts classes"), std::string::npos) << classes.err;
}

TEST_F(External, ALearnerOfClassesPredictsLabelsOfTheTrainingRows) {
  const TemporaryFolder folder;
  WriteFile(folder / "seventeen.py", R"(import json, struct, sys
def say(**line):
    print(json.dumps(line), flush=True)
for line in sys.stdin:
    task = json.loads(line)
    say(ready=1)
    sys.stdin.readline()
    if task["do"] == "fit":
        say(fitted={"seconds": 0.001})
    else:
        say(predicted={"seconds": 0.001})
        sys.stdin.readline()
        n = task["shape"][0]
        head = ("{'descr': '<f8', 'fortran_order': False, 'shape': (%d,), }" % n).ljust(117) + "\n"
        with open(task["to"], "wb") as file:
            file.write(b"\x93NUMPY\x01\x00" + bytes([len(head), 0]) + head.encode())
            file.write(struct.pack("<%dd" % n, *[17.0] * n))
        say(written=True)
)");
  WriteFile(folder / "rows.csv", "1,0,1\n2,1,4\n3,0,1\n4,1,4\n");
  WriteFile(folder / "train", "0\n1\n");
  WriteFile(folder / "x.json", R"({"experiment": "x",
 "datasets": [{"path": "rows.csv", "split": {"train_rows": "train"}}],
 "kernels": [{"name": "gaussian", "sigma": 1}], "metrics": ["accuracy"],
 "methods": [{"id": "m",
              "learner": {"name": "external", "command": ["python3", "seventeen.py"]}}]})");
  const CommandResult run =
      RunMercer("run " + (folder / "x.json").string() + " --out " + (folder / "out").string() +
                " --no-passport --allow-external");
  EXPECT_EQ(run.exit_code, 1) << run.err;
  EXPECT_NE(ReadFile(folder / "out" / "trials.csv").find("is 17; expected a label"),
            std::string::npos)
      << run.err;
}

TEST_F(External, ScikitLearnsMachinesLearn) {
  if (!HasModule("sklearn")) GTEST_SKIP() << "no scikit-learn";
  const TemporaryFolder folder;
  const std::string program = (SourceDir() / "examples/external/sklearn_learners.py").string();
  std::string rows;
  for (int i = 0; i < 80; ++i)
    rows += (i % 2 == 0 ? "1 1:" : "-1 1:-") + std::to_string(0.1 + 0.01 * i) + " 2:0.5\n";
  WriteFile(folder / "rows.libsvm", rows);
  WriteFile(folder / "x.json", R"({"experiment": "x", "seed": 1, "repetitions": 1,
 "datasets": [{"path": "rows.libsvm", "split": {"train_fraction": 0.5}}],
 "kernels": [{"name": "gaussian", "sigma": 1}], "metrics": ["accuracy"],
 "methods": [{"id": "linear", "D": 64, "map": "random_fourier", "learner": {"name": "external",
   "command": ["python3", ")" + program +
                                   R"("], "params": {"learner": "LinearSVC", "C": 10}}},
  {"id": "exact", "learner": {"name": "external",
   "command": ["python3", ")" + program +
                                   R"("], "params": {"learner": "SVC", "C": 10}}}]})");
  const CommandResult run =
      RunMercer("run " + (folder / "x.json").string() + " --out " + (folder / "out").string() +
                " --no-passport --allow-external");
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_NE(run.err.find("2 ok, 0 failed"), std::string::npos) << run.err;
  EXPECT_NE(ReadFile(folder / "out" / "trials.csv").find("learner scikit-learn"),
            std::string::npos);
}

}  // namespace
}  // namespace mercer::testing
