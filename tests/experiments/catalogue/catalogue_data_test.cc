#include <gtest/gtest.h>

#include <map>
#include <string>

#include "core/data/labelled_rows.h"
#include "experiments/catalogue/catalogue.h"
#include "experiments/catalogue/describe.h"
#include "experiments/catalogue/fetch.h"
#include "tests/experiments/catalogue/fixtures.h"

namespace mercer {
namespace {

struct RealData {
  std::string name;
  Index rows;
  Index dim;
  bool sparse;
  std::map<std::string, Index> classes;
  double density;  // counted by an independent program; 0: not counted
};

class RealDataSet : public ::testing::TestWithParam<RealData> {};

// Fetches into a folder of its own (the source may lie read-only, and in other folders), then
// loads.
TEST_P(RealDataSet, HasTheRowsAndClassesOfItsSource) {
  const RealData& expected = GetParam();
  const testing::ScopedEnvironment share("MERCER_SHARE", testing::SourceDir().string());
  const testing::TemporaryFolder folder;
  const Catalogue catalogue(folder.path());
  const Manifest& manifest = *catalogue.Find(expected.name);
  const std::filesystem::path from = testing::RealDataDir();
  if (from.empty()) GTEST_SKIP() << "MERCER_TEST_DATA names no folder with real data";
  if (!MissingIn(manifest, from).empty())
    GTEST_SKIP() << expected.name << " is not in " << from << "; " << HowToFetch(manifest);
  FetchFrom(manifest, from, folder.path());
  for (const FileState& state : Verify(manifest, folder.path())) EXPECT_EQ(state.text, "");
  const Dataset data = catalogue.Load(testing::Spec(expected.name), 1);
  EXPECT_EQ(data.x.rows(), expected.rows);
  EXPECT_EQ(data.x.cols(), expected.dim);
  EXPECT_EQ(data.x.is_sparse(), expected.sparse);
  std::map<std::string, Index> classes;
  for (const auto& [name, count] : CountClasses(data)) classes[name] = count;
  EXPECT_EQ(classes, expected.classes);
  if (expected.density > 0) {
    EXPECT_NEAR(Density(data.x), expected.density, 1e-12);
  }
}

INSTANTIATE_TEST_SUITE_P(
    All, RealDataSet,
    ::testing::Values(
        RealData{"cod-rna",
                 331152,
                 8,
                 false,
                 {{"-1", 220768}, {"1", 110384}},
                 2648836.0 / (331152.0 * 8)},
        RealData{
            "adult", 48842, 123, true, {{"-1", 37155}, {"1", 11687}}, 677323.0 / (48842.0 * 123)},
        RealData{"ijcnn1",
                 141691,
                 22,
                 false,
                 {{"-1", 128126}, {"1", 13565}},
                 1841970.0 / (141691.0 * 22)},
        RealData{"covertype",
                 581012,
                 54,
                 true,
                 {{"1", 211840},
                  {"2", 283301},
                  {"3", 35754},
                  {"4", 2747},
                  {"5", 9493},
                  {"6", 17367},
                  {"7", 20510}},
                 0},
        RealData{"covertype_sample",
                 92962,
                 54,
                 true,
                 {{"1", 33894},
                  {"2", 45328},
                  {"3", 5721},
                  {"4", 439},
                  {"5", 1519},
                  {"6", 2779},
                  {"7", 3282}},
                 1104097.0 / (92962.0 * 54)},
        RealData{"spambase", 4601, 57, true, {{"0", 2788}, {"1", 1813}}, 0}),
    [](const auto& test) {
      std::string name = test.param.name;
      for (char& c : name)
        if (c == '-') c = '_';
      return name;
    });

}  // namespace
}  // namespace mercer
