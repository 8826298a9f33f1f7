// The layers of the source tree, read from its #include lines: who may see whom.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "tests/support/files.h"

namespace mercer {
namespace {

using NameSet = std::set<std::string>;
using Graph = std::map<std::string, NameSet>;  // who → whom it may see, or sees

// Folder of core → folders its files may include, besides itself; their subfolders, called
// families, among them.
const Graph& CoreLayers() {
  static const Graph allowed = {
      {"core/base", {}},
      {"core/linalg", {"core/base"}},
      {"core/sequences", {"core/base", "core/linalg"}},
      {"core/data", {"core/base", "core/linalg"}},
      {"core/kernels", {"core/base", "core/linalg"}},
      {"core/maps", {"core/base", "core/linalg", "core/sequences", "core/kernels"}},
      {"core/learners", {"core/base", "core/linalg", "core/data", "core/kernels"}},
      {"core/metrics", {"core/base", "core/linalg", "core/kernels"}},
      {"core/sizing", {"core/base", "core/linalg", "core/kernels", "core/maps", "core/metrics"}},
      {"core/mpi", {"core/base"}},
      {"core/distributed",
       {"core/base", "core/linalg", "core/data", "core/kernels", "core/maps", "core/learners",
        "core/metrics"}},
  };
  return allowed;
}

// Family → others of its folder that it may include, besides itself and the folder's own files. A
// folder stands here for its own headers; its own sources, such as the lists, see every family.
const Graph& FamiliesThatSeeOthers() {
  static const Graph allowed = {
      {"core/data", {"core/data/rows"}},
      {"core/data/files", {"core/data/formats", "core/data/rows"}},
      {"core/data/formats", {"core/data/rows", "core/data/steps"}},
      {"core/data/rows", {"core/data/formats"}},
      {"core/data/steps", {"core/data/rows"}},
      {"core/distributed", {"core/distributed/rows"}},
      {"core/kernels", {"core/kernels/skeleton"}},
      {"core/kernels/dot_product", {"core/kernels/shift_invariant"}},
      {"core/kernels/shift_invariant", {"core/kernels/itemset"}},
      {"core/kernels/skeleton", {"core/kernels/shift_invariant"}},
      {"core/learners/factor", {"core/learners/linear"}},
      {"core/learners/kernel", {"core/learners/linear"}},
      {"core/learners/kernel_ridge", {"core/learners/kernel", "core/learners/linear"}},
      {"core/learners/wrapped", {"core/learners/linear"}},
      {"core/maps/arc_cosine", {"core/maps/fourier"}},
      {"core/maps/circulant", {"core/maps/fourier"}},
      {"core/maps/leverage", {"core/maps/fourier"}},
      {"core/maps/maclaurin", {"core/maps/combined", "core/maps/skeleton"}},
      {"core/maps/polynomial", {"core/maps/maclaurin"}},
      {"core/maps/positive", {"core/maps/fourier"}},
      {"core/maps/quadrature", {"core/maps/fourier"}},
      {"core/maps/skeleton", {"core/maps/maclaurin"}},
      {"core/maps/sketch", {"core/maps/polynomial"}},
      {"core/maps/spherical", {"core/maps/fourier"}},
  };
  return allowed;
}

// Folder of experiments → folders of experiments that its files may include, besides itself.
const Graph& ExperimentLayers() {
  static const Graph allowed = [] {
    Graph graph = {
        {"json", {}},
        {"catalogue/fetch", {}},
        {"catalogue", {"json", "catalogue/fetch"}},
        {"external", {"json"}},
        {"store/disk", {"json"}},
        {"store", {"json", "store/disk"}},
        {"config/trial", {"json", "catalogue", "external"}},
        {"config/check", {"json", "catalogue", "external", "config/trial"}},
        {"config/read", {"json", "catalogue", "external", "config/trial", "config/check"}},
        {"config", {"json", "catalogue", "config/trial", "config/check", "config/read"}},
        {"run/machine", {"store", "store/disk"}},
        {"run/trial", {"json", "catalogue", "external", "config/trial", "store", "run/machine"}},
        {"run/plan/cost", {"catalogue", "config/check", "config/trial", "store", "run/trial"}},
        {"run/plan",
         {"catalogue", "external", "config", "config/check", "config/trial", "store", "run/machine",
          "run/trial", "run/plan/cost"}},
        {"run/process", {"run/machine"}},
        {"run/sweep",
         {"json", "catalogue", "config/trial", "store", "store/disk", "run/machine", "run/trial",
          "run/plan", "run/plan/cost", "run/process"}},
        {"cluster",
         {"json", "catalogue", "config", "config/trial", "store", "run/machine", "run/trial",
          "run/plan", "run/sweep"}},
        {"report/cells", {"json", "store"}},
        {"report/verdicts", {"report/cells"}},
        {"report/summary", {"json", "catalogue", "store", "report/cells", "report/verdicts"}},
        {"report/tables", {"report/cells", "report/verdicts", "report/summary"}},
        {"report/claims", {"json", "catalogue", "report/cells", "report/summary", "report/tables"}},
        {"report/plot", {"json", "catalogue", "report/cells", "report/summary", "report/tables"}},
        {"report/plot/draw", {"report/plot"}},
        {"report/render",
         {"store", "store/disk", "report/cells", "report/verdicts", "report/summary",
          "report/tables", "report/claims", "report/plot"}},
        {"report/statistics", {}},
        {"report/compare",
         {"store", "report/cells", "report/summary", "report/tables", "report/render",
          "report/statistics"}},
        {"report",
         {"json", "store", "store/disk", "report/cells", "report/summary", "report/tables",
          "report/claims", "report/render"}},
        {"bundle",
         {"json", "catalogue", "catalogue/fetch", "store", "store/disk", "report", "report/cells"}},
        {"verify",
         {"json", "catalogue", "external", "config", "config/trial", "store", "store/disk",
          "run/plan", "run/sweep"}},
        {"transform", {"json", "external", "config/read", "config/trial"}},
        {"train", {"json", "config/trial", "transform"}},
        {"doctor", {"catalogue", "external"}},
    };
    Graph whole;
    for (const auto& [folder, seen] : graph) {
      NameSet& to = whole["experiments/" + folder];
      for (const std::string& name : seen) to.insert("experiments/" + name);
    }
    return whole;
  }();
  return allowed;
}

struct Include {
  std::string file, target;
};

std::vector<std::filesystem::path> Sources(const std::string& folder) {
  std::vector<std::filesystem::path> sources;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(testing::SourceDir() / folder)) {
    const std::string extension = entry.path().extension().string();
    const bool is_source = extension == ".h" || extension == ".cc" || extension == ".py";
    if (is_source && entry.path().string().find("node_modules") == std::string::npos)
      sources.push_back(entry.path());
  }
  std::sort(sources.begin(), sources.end());
  return sources;
}

std::string NameOf(const std::filesystem::path& path) {
  return std::filesystem::relative(path, testing::SourceDir()).string();
}

std::vector<Include> IncludesOf(const std::filesystem::path& path) {
  std::vector<Include> includes;
  std::ifstream in(path);
  std::string line;
  while (std::getline(in, line)) {
    if (!line.starts_with("#include ")) continue;
    const std::string name = line.substr(10, line.find_last_of("\">") - 10);
    includes.push_back({NameOf(path), name});
  }
  return includes;
}

bool IsOurs(const std::string& target) {
  return target.starts_with("core/") || target.starts_with("experiments/") ||
         target.starts_with("tools/") || target.starts_with("python/");
}

/// The includes of our own files in a part of the tree.
std::vector<Include> OwnIncludes(const std::string& part) {
  std::vector<Include> own;
  for (const auto& source : Sources(part)) {
    for (const Include& include : IncludesOf(source))
      if (IsOurs(include.target)) own.push_back(include);
  }
  return own;
}

/// "core/maps/fourier" of "core/maps/fourier/fastfood.h".
std::string FolderOf(const std::string& file) { return file.substr(0, file.rfind('/')); }

/// "core/maps" of it.
std::string LayerOf(const std::string& file) {
  return file.substr(0, file.find('/', file.find('/') + 1));
}

/// "core/maps/fourier/fastfood" of it: a header with its source.
std::string UnitOf(const std::string& file) { return file.substr(0, file.rfind('.')); }

bool Allows(const Graph& graph, const std::string& who, const std::string& whom) {
  const auto seen = graph.find(who);
  return seen != graph.end() && seen->second.count(whom) > 0;
}

std::string Text(const Include& include) { return include.file + " includes " + include.target; }

/// Walks a graph until it comes back to where it is.
class CircleFinder {
 public:
  explicit CircleFinder(const Graph& graph) : graph_(graph) {}

  /// "a → b → a"; "" where there is no circle.
  std::string Find() {
    for (const auto& [node, seen] : graph_)
      if (Visit(node)) return circle_;
    return "";
  }

 private:
  bool Visit(const std::string& node) {
    if (done_.count(node) > 0) return false;
    const auto begun = std::find(path_.begin(), path_.end(), node);
    if (begun != path_.end()) {
      for (auto it = begun; it != path_.end(); ++it) circle_ += *it + " → ";
      circle_ += node;
      return true;
    }
    path_.push_back(node);
    if (const auto seen = graph_.find(node); seen != graph_.end()) {
      for (const std::string& next : seen->second)
        if (Visit(next)) return true;
    }
    path_.pop_back();
    done_.insert(node);
    return false;
  }

  const Graph& graph_;
  std::vector<std::string> path_;
  NameSet done_;
  std::string circle_;
};

TEST(Layers, CoreFoldersSeeOnlyTheLayersBelow) {
  for (const Include& include : OwnIncludes("core")) {
    const std::string layer = LayerOf(include.file), seen = LayerOf(include.target);
    EXPECT_TRUE(seen == layer || Allows(CoreLayers(), layer, seen)) << Text(include);
  }
}

TEST(Layers, EveryCoreFolderIsInTheList) {
  for (const auto& entry : std::filesystem::directory_iterator(testing::SourceDir() / "core")) {
    if (!entry.is_directory()) continue;
    EXPECT_EQ(CoreLayers().count("core/" + entry.path().filename().string()), 1U) << entry.path();
  }
}

TEST(Layers, CoreFamiliesSeeThemselvesAndTheRootOfTheirFolder) {
  for (const Include& include : OwnIncludes("core")) {
    const std::string family = FolderOf(include.file), seen = FolderOf(include.target);
    const std::string root = LayerOf(include.file);
    if (LayerOf(include.target) != root || seen == family || seen == root) continue;
    const bool is_list = family == root && include.file.ends_with(".cc");
    EXPECT_TRUE(is_list || Allows(FamiliesThatSeeOthers(), family, seen)) << Text(include);
  }
}

TEST(Layers, FoldersOfExperimentsSeeOnlyThoseListed) {
  for (const Include& include : OwnIncludes("experiments")) {
    if (!include.target.starts_with("experiments/")) continue;
    const std::string folder = FolderOf(include.file), seen = FolderOf(include.target);
    EXPECT_TRUE(seen == folder || Allows(ExperimentLayers(), folder, seen)) << Text(include);
  }
}

TEST(Layers, EveryFolderOfExperimentsIsInTheList) {
  for (const auto& source : Sources("experiments"))
    EXPECT_EQ(ExperimentLayers().count(FolderOf(NameOf(source))), 1U) << source;
}

TEST(Layers, TheListsHaveNoCircle) {
  EXPECT_EQ(CircleFinder(CoreLayers()).Find(), "");
  EXPECT_EQ(CircleFinder(ExperimentLayers()).Find(), "");
}

TEST(Layers, NoFileIncludesItselfByWayOfOthers) {
  Graph files;
  for (const char* part : {"core", "experiments", "tools", "python"})
    for (const Include& include : OwnIncludes(part)) files[include.file].insert(include.target);
  EXPECT_EQ(CircleFinder(files).Find(), "");
}

TEST(Layers, NoHeaderWithItsSourceNeedsItselfByWayOfOthers) {
  Graph units;
  for (const char* part : {"experiments", "tools", "python"}) {
    for (const Include& include : OwnIncludes(part)) {
      const std::string unit = UnitOf(include.file), seen = UnitOf(include.target);
      if (unit != seen) units[unit].insert(seen);
    }
  }
  EXPECT_EQ(CircleFinder(units).Find(), "");
}

TEST(Layers, ACircleIsFound) {
  const Graph graph = {{"a", {"b", "d"}}, {"b", {"c"}}, {"c", {"b"}}};
  EXPECT_EQ(CircleFinder(graph).Find(), "b → c → b");
}

TEST(Layers, FoldersHoldFewFilesAndFilesFewLines) {
  constexpr std::size_t kMostFiles = 20, kMostLines = 400;
  std::map<std::string, std::size_t> files;
  for (const char* part :
       {"benchmarks", "core", "examples", "experiments", "python", "tests", "tools"}) {
    for (const auto& source : Sources(part)) {
      const std::string name = NameOf(source);
      ++files[FolderOf(name)];
      if (name.starts_with("tests/")) continue;
      std::ifstream in(source);
      const auto lines =
          std::count(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>(), '\n');
      EXPECT_LE(static_cast<std::size_t>(lines), kMostLines) << source;
    }
  }
  for (const auto& [folder, count] : files) {
    EXPECT_LE(count, kMostFiles) << folder;
  }
}

TEST(Sources, LinesHaveAtMostAHundredColumns) {
  const NameSet languages = {".cc", ".css", ".h", ".html", ".inc", ".js"};
  const NameSet of_tools = {"", ".py", ".sh"};  // those of tools/
  std::size_t seen = 0;
  for (const char* folder :
       {"benchmarks", "core", "examples", "experiments", "python", "tests", "tools", "web"}) {
    for (const auto& entry :
         std::filesystem::recursive_directory_iterator(testing::SourceDir() / folder)) {
      const std::filesystem::path& path = entry.path();
      const std::string name = NameOf(path), ending = path.extension().string();
      const bool is_ours =
          !name.starts_with("tools/completions/") && name.find("node_modules") == std::string::npos;
      const bool is_source =
          languages.contains(ending) || (name.starts_with("tools/") && of_tools.contains(ending));
      if (!entry.is_regular_file() || !is_ours || !is_source) continue;
      EXPECT_THAT(testing::LongLines(testing::ReadFile(path)), ::testing::IsEmpty()) << name;
      ++seen;
    }
  }
  EXPECT_GE(seen, 1000U);
}

TEST(Layers, CoreKnowsNoJson) {
  for (const auto& source : Sources("core")) {
    for (const Include& include : IncludesOf(source))
      EXPECT_EQ(include.target.find("json"), std::string::npos) << Text(include);
  }
}

TEST(Layers, WrappedLibrariesAppearInSourcesOnly) {
  static const NameSet wrapped = {"linear.h", "svm.h", "libsvm/svm.h", "fftw3.h", "archive.h"};
  for (const char* folder : {"core", "experiments", "tools", "python"}) {
    for (const auto& source : Sources(folder)) {
      if (source.extension() != ".h") continue;
      for (const Include& include : IncludesOf(source))
        EXPECT_EQ(wrapped.count(include.target), 0U) << Text(include);
    }
  }
}

TEST(Layers, NobodySeesThePythonModuleAndItSeesNoTools) {
  for (const char* part : {"core", "experiments", "tools"}) {
    for (const Include& include : OwnIncludes(part))
      EXPECT_FALSE(include.target.starts_with("python/")) << Text(include);
  }
  for (const Include& include : OwnIncludes("python"))
    EXPECT_FALSE(include.target.starts_with("tools/")) << Text(include);
}

TEST(Layers, ExperimentsDoNotSeeTools) {
  for (const auto& source : Sources("experiments")) {
    for (const Include& include : IncludesOf(source))
      EXPECT_FALSE(include.target.starts_with("tools/")) << Text(include);
  }
}

}  // namespace
}  // namespace mercer
