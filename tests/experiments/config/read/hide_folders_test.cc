#include "experiments/config/read/hide_folders.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <string>

#include "tests/support/files.h"

namespace mercer {
namespace {

// The config's text with DIR for a folder.
Json ConfigIn(const std::string& folder, std::string text) {
  for (std::size_t at = 0; (at = text.find("DIR", at)) != text.npos; at += folder.size())
    text.replace(at, 3, folder);
  return Json::parse(text);
}

TEST(HideFolders, ReplacesAbsolutePathsOfDataAndPrograms) {
  const testing::TemporaryFolder folder;
  const auto config_of = [&](const std::string& text) {
    return ConfigIn(folder.path().string(), text);
  };
  Json config = config_of(R"({
    "datasets": [
      {"path": "/data/a.csv", "split": {"train_rows": "/data/rows"}},
      {"path": {"images": "/data/x.idx", "labels": "y.idx"},
       "override": {"m": {"map.command": ["python3", "DIR/p/other.py"]},
                    "n": {"learner": {"folder": "DIR/q", "files": ["DIR/q/w.npy"]}}}}],
    "methods": [
      {"id": "m", "map": {"name": "external", "folder": "DIR/p",
        "command": ["DIR/p/map", "DIR/p/one.py", "/usr/lib/two.py", "-v", "three.py"],
        "files": ["DIR/p/four.npy", "/data/five.npy", "six.npy"]}},
      {"id": "n", "learner": {"name": "external", "folder": "/far/q/",
                              "command": ["python3", "DIR/l.py"]}},
      {"id": "o", "map": "random_fourier",
       "learner": {"name": "external", "command": ["R", "DIR/p/l.R", "DIR/../l.R"]}}]})");
  EXPECT_TRUE(HideFolders(folder.path(), &config));
  const Json hidden = config_of(R"({
    "datasets": [
      {"path": "a.csv", "split": {"train_rows": "rows"}},
      {"path": {"images": "x.idx", "labels": "y.idx"},
       "override": {"m": {"map.command": ["python3", "other.py"]},
                    "n": {"learner": {"folder": "q", "files": ["w.npy"]}}}}],
    "methods": [
      {"id": "m", "map": {"name": "external", "folder": "p",
        "command": ["./map", "one.py", "/usr/lib/two.py", "-v", "three.py"],
        "files": ["four.npy", "five.npy", "six.npy"]}},
      {"id": "n", "learner": {"name": "external", "folder": "q",
                              "command": ["python3", "DIR/l.py"]}},
      {"id": "o", "map": "random_fourier",
       "learner": {"name": "external", "command": ["R", "p/l.R", "DIR/../l.R"]}}]})");
  EXPECT_EQ(config, hidden);
  EXPECT_FALSE(HideFolders(folder.path(), &config)) << "nothing is left to hide";
}

TEST(HideFolders, LeavesWhatIsNoConfigAlone) {
  for (const char* text :
       {"3", "[]", R"({"datasets": 3, "methods": "x"})", R"({"datasets": [3], "methods": [[]]})",
        R"({"methods": [{"id": "m", "map": {"command": "/a", "folder": 3, "files": [3]}}]})",
        R"({"datasets": [{"path": 3, "override": {"m": 3}}], "methods": [3]})"}) {
    Json config = Json::parse(text);
    EXPECT_FALSE(HideFolders("/", &config)) << text;
    EXPECT_EQ(config, Json::parse(text));
  }
}

}  // namespace
}  // namespace mercer
