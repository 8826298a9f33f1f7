// The layers of the source tree, read from its #include lines: who may see whom.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "tests/support/files.h"

namespace mercer {
namespace {

using FolderSet = std::set<std::string>;

// Folder → folders its files may include, besides itself.
const std::map<std::string, FolderSet>& Allowed() {
  static const std::map<std::string, FolderSet> allowed = {
      {"core/base", {}},
      {"core/linalg", {"core/base"}},
      {"core/sequences", {"core/base", "core/linalg"}},
      {"core/data", {"core/base", "core/linalg"}},
      {"core/kernels", {"core/base", "core/linalg"}},
      {"core/maps", {"core/base", "core/linalg", "core/sequences", "core/kernels"}},
      {"core/learners", {"core/base", "core/linalg", "core/data", "core/kernels"}},
      {"core/metrics", {"core/base", "core/linalg", "core/kernels"}},
      {"core/mpi", {"core/base"}},
      {"core/distributed",
       {"core/base", "core/linalg", "core/data", "core/kernels", "core/maps", "core/learners",
        "core/metrics"}},
  };
  return allowed;
}

struct Include {
  std::string file;
  std::string target;
};

std::vector<std::filesystem::path> Sources(const std::string& folder) {
  std::vector<std::filesystem::path> sources;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(testing::SourceDir() / folder)) {
    const std::string extension = entry.path().extension().string();
    if (extension == ".h" || extension == ".cc") sources.push_back(entry.path());
  }
  return sources;
}

std::vector<Include> IncludesOf(const std::filesystem::path& path) {
  std::vector<Include> includes;
  std::ifstream in(path);
  std::string line;
  while (std::getline(in, line)) {
    if (!line.starts_with("#include ")) continue;
    const std::string name = line.substr(10, line.find_last_of("\">") - 10);
    includes.push_back({std::filesystem::relative(path, testing::SourceDir()).string(), name});
  }
  return includes;
}

std::string FolderOf(const std::string& include) {
  const std::size_t first = include.find('/');
  if (first == std::string::npos) return "";
  const std::size_t second = include.find('/', first + 1);
  return second == std::string::npos ? "" : include.substr(0, second);
}

std::vector<std::string> CoreViolations() {
  std::vector<std::string> violations;
  for (const auto& [folder, allowed] : Allowed()) {
    if (!std::filesystem::exists(testing::SourceDir() / folder)) continue;
    for (const auto& source : Sources(folder)) {
      for (const Include& include : IncludesOf(source)) {
        const std::string of = FolderOf(include.target);
        const bool ours = include.target.starts_with("core/") ||
                          include.target.starts_with("experiments/") ||
                          include.target.starts_with("tools/");
        if (ours && of != folder && allowed.count(of) == 0) {
          violations.push_back(include.file + " includes " + include.target);
        }
      }
    }
  }
  return violations;
}

TEST(Layers, CoreFoldersSeeOnlyTheLayersBelow) {
  EXPECT_THAT(CoreViolations(), ::testing::IsEmpty());
}

TEST(Layers, EveryCoreFolderIsInTheList) {
  for (const auto& entry : std::filesystem::directory_iterator(testing::SourceDir() / "core")) {
    if (!entry.is_directory()) continue;
    EXPECT_EQ(Allowed().count("core/" + entry.path().filename().string()), 1U) << entry.path();
  }
}

TEST(Layers, CoreKnowsNoJson) {
  for (const auto& source : Sources("core")) {
    for (const Include& include : IncludesOf(source)) {
      EXPECT_EQ(include.target.find("json"), std::string::npos)
          << include.file << " includes " << include.target;
    }
  }
}

TEST(Layers, WrappedLibrariesAppearInSourcesOnly) {
  static const FolderSet wrapped = {"linear.h", "svm.h", "libsvm/svm.h", "fftw3.h", "archive.h"};
  for (const char* folder : {"core", "experiments", "tools"}) {
    for (const auto& source : Sources(folder)) {
      if (source.extension() != ".h") continue;
      for (const Include& include : IncludesOf(source)) {
        EXPECT_EQ(wrapped.count(include.target), 0U)
            << include.file << " includes " << include.target;
      }
    }
  }
}

TEST(Layers, ExperimentsDoNotSeeTools) {
  for (const auto& source : Sources("experiments")) {
    for (const Include& include : IncludesOf(source)) {
      EXPECT_FALSE(include.target.starts_with("tools/"))
          << include.file << " includes " << include.target;
    }
  }
}

}  // namespace
}  // namespace mercer
