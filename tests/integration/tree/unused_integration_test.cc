// tools/unused/unused.py: nothing lies about in this tree, and what is planted in another one is
// found.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <utility>

#include "tests/support/files.h"

namespace mercer {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

bool HasPython() { return testing::RunCommand("python3 --version").exit_code == 0; }

testing::CommandResult Unused(const std::string& arguments = "") {
  return testing::RunCommand("PYTHONDONTWRITEBYTECODE=1 python3 '" +
                             (testing::SourceDir() / "tools/unused/unused.py").string() + "' " +
                             arguments);
}

TEST(Unused, NothingLiesAbout) {
  if (!HasPython()) GTEST_SKIP() << "there is no Python here";
  const auto result = Unused();
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(result.out, "");
  EXPECT_EQ(result.exit_code, 0);
}

constexpr std::pair<const char*, const char*> kTree[] = {
    {"configs/schema/experiment.schema.json",
     R"({"properties": {"seed": {}, "gram": {"properties": {"rows": {}, "lost_key": {}}}}})"},
    {"configs/paper/table.json", R"({"seed": 1, "gram": {"rows": 5}})"},
    {"configs/paper/lost.json", R"({"seed": 2})"},
    {"experiments/catalogue/manifest.cc", "object.Text(\"title\"); object.OptionalText(\"odd\");"},
    {"datasets/some.json", R"({"title": "t"})"},
    {"experiments/store/record.h",
     "#define COLUMNS(COLUMN) \\\n  COLUMN(Text, RunId, \"run_id\", \"\", \"\") \\\n"
     "  COLUMN(Text, LostColumn, \"lost_column\", \"\", \"\")\nCOLUMNS(X)\n"},
    {"experiments/report/summary/summary.cc", "CsvLine({\"mean\", \"lost_mean\"})"},
    {"tools/completions/mercer.bash", "_mercer_words '--out --lost-option'"},
    {"core/a.h",
     "#ifndef MERCER_CORE_A_H_\n#define MERCER_CORE_A_H_\nnamespace mercer {\n"
     "constexpr int kUsed = 1, kLost = 2;  // kLost\n"
     "class Shape {\n public:\n  explicit Shape(int n) : n_(n) {}\n  int Area() const;\n"
     "  int LostMember() const { return n_; }\n\n private:\n  int n_;\n};\n"
     "enum class Kind { kOne, kLostKind };\n"
     "template <class T>\nusing Lost = T;\nvoid LostFunction(const Shape& shape, int (*f)(int));\n"
     "}  // namespace mercer\n#endif\n"},
    {"core/a.cc",
     "#include \"core/a.h\"\nnamespace mercer {\nint Shape::Area() const { return n_ * kUsed; }\n"
     "void LostFunction(const Shape& shape, int (*f)(int)) { f(shape.Area()); }\n}\n"},
    {"core/b.cc", "const auto kind = mercer::Kind::kOne; mercer::Shape s(1);"},
    {"core/maps/m.cc", "{.name = \"lost_parameter\", .kind = ParamKind::kText}"},
    {"experiments/environment.cc", "void G() { std::getenv(\"MERCER_LOST_VARIABLE\"); }"},
    {"experiments/tested.h", "int TestedAlone();\n"},
    {"tests/t.cc", "void F() { TestedAlone(); \"run_id mean --out\"; }"},
    {"docs/a.md", "[b](b.md) `run_id` `mean` `title` --out ![](images/b.svg) `paper/table.json`\n"},
    {"docs/b.md", "[a](a.md) `schema/experiment.schema.json`\n"},
    {"docs/lost.md", "[a](a.md)\n"},
    {"docs/images/b.svg", "<svg/>"},
    {"docs/images/lost.svg", "<svg/>"},
    {"CMakeLists.txt", "option(MERCER_LOST \"\" ON)\n"},
    {"tools/packages.txt", "# What is needed.\nlost-dev\n"},
};

TEST(Unused, WhatIsPlantedIsFound) {
  if (!HasPython()) GTEST_SKIP() << "there is no Python here";
  const testing::TemporaryFolder folder;
  for (const auto& [name, text] : kTree) testing::WriteFile(folder / name, text);
  const auto result = Unused("'" + folder.path().string() + "'");
  EXPECT_EQ(result.err, "");
  EXPECT_EQ(result.exit_code, 1);
  EXPECT_EQ(result.out,
            "config key: gram.lost_key: no config and no test sets it\n"
            "manifest key: odd: no page explains it\n"
            "parameter: core/maps/m.cc: lost_parameter: no config, test or page sets it\n"
            "column: trials.csv: lost_column: no page and no test\n"
            "column: summary.csv: lost_mean: no page and no test\n"
            "option: --lost-option: no page and no test\n"
            "variable: MERCER_LOST_VARIABLE: no page and no test\n"
            "dead: core/a.h: kLost: a constant that nothing uses\n"
            "dead: core/a.h: LostMember: a function that nothing uses\n"
            "dead: core/a.h: kLostKind: a constant that nothing uses\n"
            "dead: core/a.h: Lost: a class that nothing uses\n"
            "dead: core/a.h: LostFunction: a function that nothing uses\n"
            "tests alone: experiments/tested.h: TestedAlone: a function that tests alone use\n"
            "picture: docs/images/lost.svg: no page shows it\n"
            "page: docs/lost.md: no other page links to it\n"
            "file: configs/paper/lost.json: nothing names it\n"
            "CMake: MERCER_LOST: nothing reads it\n"
            "package: tools/packages.txt: lost-dev: nothing shows what it is for\n");
}

TEST(Unused, NamesThatNeedNoHeaderAreListedOnRequest) {
  if (!HasPython()) GTEST_SKIP() << "there is no Python here";
  const testing::TemporaryFolder folder;
  for (const auto& [name, text] : kTree) testing::WriteFile(folder / name, text);
  const auto result = Unused("--local '" + folder.path().string() + "'");
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out, "local: core/a.h: kUsed: a constant that its own source alone uses\n");
}

}  // namespace
}  // namespace mercer
