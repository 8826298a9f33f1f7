#include "experiments/bundle/bundle.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/sha256.h"
#include "core/data/formats/decompress.h"
#include "experiments/bundle/appendix.h"
#include "experiments/bundle/zip_file.h"
#include "experiments/store/read_results.h"
#include "experiments/store/store.h"
#include "tests/support/error_message.h"
#include "tests/support/files.h"

namespace mercer {
namespace {

using ::testing::HasSubstr;
using testing::ReadFile;
using testing::SourceDir;
using testing::TemporaryFolder;
using testing::WriteFile;

namespace fs = std::filesystem;

fs::path Nursery() { return SourceDir() / "results" / "kar2012" / "nursery"; }

TEST(ZipFile, HoldsWhatWasWrittenAndEqualFilesMakeEqualBytes) {
  const TemporaryFolder folder;
  const FileTexts files = {{"a.txt", "one\n"}, {"b/c.bin", std::string("\0\xff\n", 3)}, {"d", ""}};
  WriteZip(folder / "x.zip", files);
  WriteZip(folder / "y.zip", files);
  EXPECT_EQ(ReadZip(folder / "x.zip"), files);
  EXPECT_EQ(ReadFile(folder / "x.zip"), ReadFile(folder / "y.zip"));
}

TEST(ZipFile, RefusesPathsThatLeaveTheFolderAndOtherFiles) {
  const TemporaryFolder folder;
  WriteZip(folder / "x.zip", {{"../a", "b"}});
  EXPECT_THROW(ReadZip(folder / "x.zip"), InvalidInput);
  WriteFile(folder / "y.zip", "no archive");
  EXPECT_THROW(ReadZip(folder / "y.zip"), InvalidInput);
  EXPECT_THROW(ReadZip(folder / "absent.zip"), InvalidInput);
}

class Bundle : public ::testing::Test {
 protected:
  Bundle() { made_ = MakeBundle({Nursery()}, zip_); }

  FileTexts Files() const { return ReadZip(zip_); }

  /// The bundle with its files changed by `change`, opened: what is wrong with it.
  template <class Change>
  std::string FaultOf(const Change& change) {
    FileTexts files = Files();
    change(files);
    WriteZip(folder_ / "changed.zip", files);
    return testing::Message([&] { OpenBundle(folder_ / "changed.zip", folder_ / "to"); });
  }

  TemporaryFolder folder_;
  fs::path zip_ = folder_ / "nursery.zip";
  Bundled made_;
};

TEST_F(Bundle, HoldsTheResultsAndTheirChecksums) {
  const FileTexts files = Files();
  EXPECT_EQ(made_.files, files.size());
  EXPECT_TRUE(files.at("kar2012/nursery/trials.csv") == ReadFile(Nursery() / "trials.csv"));
  EXPECT_THAT(files.at("kar2012/nursery/config.json"), HasSubstr("\"kar2012/nursery\""));
  EXPECT_THAT(files.at("kar2012/nursery/reported.csv"), HasSubstr("table 1a,nursery"));
  EXPECT_TRUE(files.contains("kar2012/nursery/NOTES.md"));
  for (const auto& [name, text] : files) {
    if (name == "SHA256SUMS") continue;
    EXPECT_THAT(files.at("SHA256SUMS"), HasSubstr(Sha256Hex(text) + "  " + name + "\n"));
  }
  const auto folders = OpenBundle(zip_, folder_ / "to");
  ASSERT_EQ(folders.size(), 1U);
  EXPECT_TRUE(ReadFile(folders[0] / "trials.csv") == ReadFile(Nursery() / "trials.csv"));
}

TEST_F(Bundle, NamesTheFileThatWasChangedRemovedOrAdded) {
  const std::string trials = "kar2012/nursery/trials.csv";
  EXPECT_THAT(FaultOf([&](FileTexts& files) { files[trials][5000] ^= 1; }),
              HasSubstr("'" + trials + "' was changed"));
  EXPECT_THAT(FaultOf([&](FileTexts& files) { files.erase(trials); }),
              HasSubstr("'" + trials + "' is missing"));
  EXPECT_THAT(FaultOf([&](FileTexts& files) { files["more.txt"] = "x"; }),
              HasSubstr("'more.txt' is not in SHA256SUMS"));
  EXPECT_THAT(FaultOf([&](FileTexts& files) { files.erase("SHA256SUMS"); }),
              HasSubstr("no SHA256SUMS"));
}

// A byte in ZIP's own header of a file: that file cannot be read, and the one before it is named.
TEST_F(Bundle, ADamagedHeaderIsNamedByTheFileBeforeIt) {
  const std::string header = "PK\x03\x04", bytes = ReadFile(zip_);
  const auto fault = [&](std::size_t at) {
    std::string other = bytes;
    other[at] = static_cast<char>(other[at] ^ 0x10);
    WriteFile(folder_ / "flipped.zip", other);
    return testing::Message([&] { OpenBundle(folder_ / "flipped.zip", folder_ / "flipped"); });
  };
  EXPECT_THAT(fault(0), HasSubstr("damaged in its list of files or at its first file"));
  const FileTexts files = Files();
  std::size_t at = 0;
  for (auto file = files.begin(); std::next(file) != files.end(); ++file) {
    at = bytes.find(header, at + 1);
    ASSERT_NE(at, std::string::npos);
    EXPECT_THAT(fault(at + 14), HasSubstr("damaged at the file after '" + file->first + "'"));
  }
}

// Whatever byte of the archive flips: it is told, or it changes no file (a byte of ZIP's own
// lists). Bytes of the files' contents are told every time.
TEST_F(Bundle, AFlippedByteIsToldOrChangesNoFile) {
  const std::string bytes = ReadFile(zip_);
  const FileTexts files = Files();
  std::size_t told = 0, tried = 0;
  const std::size_t step = std::max<std::size_t>(1, bytes.size() / 211);
  for (std::size_t at = 0; at < bytes.size(); at += step) {
    std::string other = bytes;
    other[at] = static_cast<char>(other[at] ^ 0x10);
    WriteFile(folder_ / "flipped.zip", other);
    ++tried;
    try {
      OpenBundle(folder_ / "flipped.zip", folder_ / "flipped");
      EXPECT_TRUE(ReadZip(folder_ / "flipped.zip") == files) << "byte " << at;
    } catch (const InvalidInput& error) {
      EXPECT_THAT(error.what(), HasSubstr("flipped.zip"));
      ++told;
    }
  }
  EXPECT_GE(static_cast<double>(told), 0.9 * static_cast<double>(tried));
}

TEST_F(Bundle, TheCrateDescribesEveryFileAndRun) {
  const FileTexts files = Files();
  const auto crate = nlohmann::json::parse(files.at("ro-crate-metadata.json"));
  std::map<std::string, nlohmann::json> entities;
  for (const auto& entity : crate["@graph"])
    EXPECT_TRUE(entities.emplace(entity["@id"], entity).second) << entity["@id"];
  std::set<std::string> parts;
  for (const auto& part : entities.at("./")["hasPart"]) parts.insert(part["@id"]);
  for (const auto& [name, text] : files) {
    if (name == "SHA256SUMS" || name == "ro-crate-metadata.json") continue;
    EXPECT_TRUE(parts.contains(name)) << name;
    EXPECT_EQ(entities.at(name)["sha256"], Sha256Hex(text)) << name;
    EXPECT_EQ(entities.at(name)["contentSize"], std::to_string(text.size())) << name;
  }
  const auto& actions = entities.at("./")["mentions"];
  ASSERT_FALSE(actions.empty());
  for (const auto& action : actions) {
    const auto& run = entities.at(action["@id"]);
    EXPECT_EQ(run["@type"], "CreateAction");
    const std::string program = run["instrument"]["@id"];
    EXPECT_EQ(entities.at(program)["softwareVersion"].get<std::string>().size(), 40U);
    for (const auto& result : run["result"]) EXPECT_TRUE(files.contains(result["@id"])) << result;
  }
}

TEST_F(Bundle, TheLogsOfRunsGoWithThem) {
  const fs::path copy = folder_ / "copy";
  fs::copy(Nursery(), copy, fs::copy_options::recursive);
  const std::string run = fs::directory_iterator(copy / "context")->path().stem().string();
  const std::string log = "{\"event\":\"run_start\"}\n";
  WriteFile(copy / "log" / (run + ".jsonl"), log);
  MakeBundle({copy}, folder_ / "logged.zip");
  const FileTexts files = ReadZip(folder_ / "logged.zip");
  const std::string name = "kar2012/nursery/log/" + run + ".jsonl.gz";
  ASSERT_TRUE(files.contains(name));
  EXPECT_EQ(Unpack(files.at(name), name), log);
  const auto crate = nlohmann::json::parse(files.at("ro-crate-metadata.json"));
  int described = 0;
  for (const auto& entity : crate["@graph"]) {
    if (entity["@id"] == name && entity["encodingFormat"] == "application/gzip") ++described;
    if (entity["@id"] != "#run-" + run) continue;
    for (const auto& result : entity["result"]) described += result["@id"] == name ? 1 : 0;
  }
  EXPECT_EQ(described, 2) << "as a file, and as a result of the run";
  EXPECT_EQ(OpenBundle(folder_ / "logged.zip", folder_ / "to").size(), 1U);
}

TEST_F(Bundle, TheAppendixIsFilledFromTheRecords) {
  const std::string text = Files().at("ARTIFACT.md");
  for (const char* words :
       {"cores, 24 GiB of memory", "GNU 12.2.0", "Eigen 3.4.0", "`nursery`, SHA-256 ",
        "tools/run configs/kar2012/nursery.json --set repetitions=5  # commit ",
        "`kar2012/nursery`: 60 trials, 60 of them ok; the runs took ",
        "Standard deviation of accuracy"})
    EXPECT_THAT(text, HasSubstr(words));
}

// A working folder has no partial.json, and in the bundle it is as a committed one.
TEST_F(Bundle, OfAnUnfinishedFolderSaysWhatIsMissing) {
  const ResultFolder nursery = ReadResults(Nursery());
  const std::string run = nursery.contexts.back().run_id;
  const fs::path work = folder_ / "work";
  {
    ResultStore store(work, "kar2012/nursery", run);
    std::vector<std::string> ids;
    for (const ResultRecord& record : nursery.records) ids.push_back(record.Get(column::kTrialId));
    store.PutGrid(ids);
    for (std::size_t i = 0; i < 2; ++i) {
      ResultRecord record = nursery.records[i];
      record.Set(column::kRunId, run);
      store.Put(ids[i], "identity\n", record);
    }
    fs::copy(Nursery() / "context", work / "context");
  }
  EXPECT_EQ(MakeBundle({work}, folder_ / "work.zip").trials, 2U);
  const auto folders = OpenBundle(folder_ / "work.zip", folder_ / "to");
  ASSERT_EQ(folders.size(), 1U);
  EXPECT_THAT(ReadResults(folders[0]).problems,
              ::testing::Contains("only 2 of the 60 trials of the config are here"));
  EXPECT_FALSE(Files().contains("kar2012/nursery/partial.json")) << "nothing is missing there";
}

TEST(Appendix, TellsTheTimeAndTheCommandOfEachRunAndWhatIsMissing) {
  ResultFolder folder;
  folder.records.emplace_back().Set(column::kExperiment, "own/x");
  folder.missing_trials = 3;
  folder.contexts = {
      {"a", R"json({"commit": "0123456789abcdef", "started": "2026-11-23T23:59:00Z",
                "ended": "2026-11-24T00:04:00Z",
                "libraries": {"OpenSSL": "OpenSSL 3.0", "Eigen": "3"},
                "settings": {"set": ["repetitions=10"],
                             "only": ["kernel=p(degree=1)", "D=5"]}})json"},
      {"b", R"json({"commit": "fedcba9876543210", "started": "2026-11-24T01:00:00Z", "ended": null,
                "settings": {"set": [], "only": []}})json"}};
  const std::string text = AppendixText({folder});
  EXPECT_THAT(text, HasSubstr("tools/run configs/own/x.json --set repetitions=10 --only "
                              "'kernel=p(degree=1)' --only D=5  # commit 0123456789ab\n"
                              "tools/run configs/own/x.json  # commit fedcba987654\n"));
  EXPECT_THAT(text, HasSubstr("`own/x`: 1 of the config's 4 trials, 0 of them ok; the runs took "
                              "5 min, of which 0 s were for drawing"));
  EXPECT_THAT(text, HasSubstr("OpenSSL 3.0, Eigen 3"));
}

// The lists of a config make several cells of one method, kernel and data set.
TEST(Appendix, TheDeviationIsThatWithinACell) {
  for (const char* column : {"kernel_params", "learner_params", "preprocess"}) {
    ResultFolder folder;
    for (const double value : {0.5, 0.9}) {
      for (int repetition = 0; repetition < 2; ++repetition) {
        ResultRecord& record = folder.records.emplace_back();
        record.Set(column::kExperiment, "own/x");
        record.Set(column::kDataset, "nursery");
        record.Set(column::kKernel, "gaussian");
        record.Set(column::kMethod, "exact");
        record.Set(column::kLearner, "libsvm");
        record.Set(column::kRepetition, repetition);
        record.Set(column::kMetric, "accuracy");
        record.Set(column::kValue, value + 0.02 * repetition);
        record.Set(column::kStatus, TrialStatus::kOk);
        record.SetText(column, value < 0.7 ? "a" : "b");
      }
    }
    EXPECT_THAT(AppendixText({folder}),
                HasSubstr("Standard deviation of accuracy over the repetitions of a cell: 0.0141 "
                          "(median over cells)"))
        << column;
  }
}

TEST_F(Bundle, RefusesFoldersThatItCannotDescribe) {
  EXPECT_THAT(testing::Message([&] {
                MakeBundle({Nursery(), Nursery()}, zip_);
              }),
              HasSubstr("two folders hold the experiment 'kar2012/nursery'"));
  fs::create_directories(folder_ / "bare");
  fs::copy_file(Nursery() / "trials.csv", folder_ / "bare" / "trials.csv");
  EXPECT_THAT(testing::Message([&] { MakeBundle({folder_ / "bare"}, zip_); }),
              HasSubstr("no context"));
}

}  // namespace
}  // namespace mercer
