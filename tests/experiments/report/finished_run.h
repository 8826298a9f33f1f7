#ifndef MERCER_TESTS_EXPERIMENTS_REPORT_FINISHED_RUN_H_
#define MERCER_TESTS_EXPERIMENTS_REPORT_FINISHED_RUN_H_

#include <gtest/gtest.h>

#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "experiments/report/publish.h"
#include "experiments/store/passport.h"
#include "experiments/store/record_files.h"
#include "tests/experiments/run/small_experiment.h"
#include "tests/experiments/store/record_lines.h"

namespace mercer::testing {

/// A finished folder as a clean program leaves it, and the place that it is published to.
class Finished {
 public:
  explicit Finished(const Json& config = SmallConfig()) {
    run_.Run(config);
    Clean();
  }

  /// Makes every context one of a clean program with a passport.
  void Clean() const {
    for (const std::filesystem::path& file : Contexts()) {
      Edit(file, [](Json& context) {
        context["commit"] = std::string(40, 'c');
        context["dirty"] = false;
        Passport slow = ReferencePassport();
        slow.gemm_double_gflops /= 2;
        slow.liblinear_fits_per_s /= 4;
        context["passport"] = Json::parse(PassportToJson(slow));
      });
    }
  }

  std::vector<std::filesystem::path> Contexts() const {
    std::vector<std::filesystem::path> files;
    for (const auto& entry : std::filesystem::directory_iterator(from() / "context"))
      files.push_back(entry.path());
    return files;
  }

  void EditContexts(const std::function<void(Json&)>& change) const {
    for (const std::filesystem::path& file : Contexts()) Edit(file, change);
  }

  static void Edit(const std::filesystem::path& file, const std::function<void(Json&)>& change) {
    Json context = Json::parse(ReadFile(file));
    change(context);
    context.erase("checksum");
    WriteFile(file, WriteContextText(context.dump(), file.stem().string()));
  }

  /// Changes one record and its identity.
  void EditTrial(const std::string& id,
                 const std::function<void(ResultRecord&, std::string&)>& change) const {
    ChangeRecord(from(), id, change);
  }

  SmallRun& run() { return run_; }
  std::vector<ResultRecord> run_rows() const { return run_.Rows(); }
  std::filesystem::path from() const { return run_.out(); }
  std::filesystem::path to() const { return site_ / "results" / "test" / "small"; }
  std::filesystem::path place(const std::string& name) const { return site_ / name; }
  std::string FirstId() const { return run_.Rows().front().Text("trial_id"); }

  /// The reason why it is refused; nothing is made then.
  std::string Refusal(const std::filesystem::path& to, bool partial = false) const {
    const bool was_there = std::filesystem::exists(to);
    try {
      Publish(from(), to, partial);
    } catch (const InvalidInput& error) {
      EXPECT_EQ(std::filesystem::exists(to), was_there);
      return error.what();
    }
    return "";
  }
  std::string Refusal() const { return Refusal(to()); }

 private:
  SmallRun run_;
  TemporaryFolder site_;
};

inline std::set<std::string> NamesIn(const std::filesystem::path& folder) {
  std::set<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    names.insert(entry.path().filename().string());
  return names;
}

}  // namespace mercer::testing

#endif  // MERCER_TESTS_EXPERIMENTS_REPORT_FINISHED_RUN_H_
