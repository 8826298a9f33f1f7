#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>

#include "core/data/rows/labelled_rows.h"
#include "experiments/catalogue/catalogue.h"
#include "experiments/catalogue/describe.h"
#include "experiments/catalogue/fetch.h"
#include "tests/experiments/catalogue/fixtures.h"

namespace mercer {
namespace {}  // namespace

namespace testing {
// A value of the pooled rows; column −1 is the label.
struct Cell {
  Index row, column;
  double value;
};
}  // namespace testing

namespace {

struct RealData {
  std::string name;
  Index rows;
  Index dim;
  bool sparse;
  std::map<std::string, Index> classes;
  double density;                      // counted by an independent program; 0: not counted
  std::vector<testing::Cell> cells{};  // read by another program
  std::vector<std::string> parts{};    // those that lie in the folder; empty: all
  std::string encode{};
};

void PrintTo(const RealData& data, std::ostream* out) { *out << data.name; }

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
  // Only the parts that the case names: the folder may hold a few of a large set's.
  Manifest wanted = manifest;
  if (!expected.parts.empty()) {
    std::erase_if(wanted.files, [&](const ManifestFile& file) {
      return std::find(expected.parts.begin(), expected.parts.end(), file.part) ==
             expected.parts.end();
    });
  }
  if (!MissingIn(wanted, from).empty())
    GTEST_SKIP() << expected.name << " is not in " << from << "; " << HowToFetch(wanted);
  FetchFrom(wanted, from, folder.path());
  for (const FileState& state : Verify(wanted, folder.path())) EXPECT_EQ(state.text, "");
  const DatasetSpec spec = testing::Spec(expected.name, expected.parts, expected.encode);
  const Dataset data = catalogue.Load(spec, 1);
  EXPECT_EQ(catalogue.InputDim(spec), expected.dim);
  EXPECT_EQ(data.x.rows(), expected.rows);
  EXPECT_EQ(data.x.cols(), expected.dim);
  EXPECT_EQ(data.x.is_sparse(), expected.sparse);
  std::map<std::string, Index> classes;
  for (const auto& [name, count] : CountClasses(data)) classes[name] = count;
  if (!expected.classes.empty()) {
    EXPECT_EQ(classes, expected.classes);
  }
  for (const testing::Cell& cell : expected.cells) {
    const double value =
        cell.column < 0 ? data.y[cell.row] : data.x.DenseRows(cell.row, 1)(0, cell.column);
    EXPECT_EQ(value, cell.value) << "row " << cell.row << ", column " << cell.column;
  }
  if (expected.density > 0) {
    EXPECT_NEAR(Density(data.x), expected.density, 1e-12);
  }
}

struct RealTargets {
  std::string name;
  Index distinct;
  double min, mean, max;  // of all parts; summed by another program
};

void PrintTo(const RealTargets& targets, std::ostream* out) { *out << targets.name; }

class RealRegression : public ::testing::TestWithParam<RealTargets> {};

TEST_P(RealRegression, IsDescribedByTheRangeOfItsLabels) {
  const RealTargets& expected = GetParam();
  const testing::ScopedEnvironment share("MERCER_SHARE", testing::SourceDir().string());
  const testing::TemporaryFolder folder;
  const Catalogue catalogue(folder.path());
  const Manifest& manifest = *catalogue.Find(expected.name);
  const std::filesystem::path from = testing::RealDataDir();
  if (from.empty()) GTEST_SKIP() << "MERCER_TEST_DATA names no folder with real data";
  if (!MissingIn(manifest, from).empty())
    GTEST_SKIP() << expected.name << " is not in " << from << "; " << HowToFetch(manifest);
  FetchFrom(manifest, from, folder.path());
  const Dataset data = catalogue.Load(testing::Spec(expected.name), 1);
  const LabelSummary labels = SummariseLabels(manifest, &data);
  ASSERT_TRUE(labels.values);
  EXPECT_EQ(labels.values->distinct, expected.distinct);
  EXPECT_EQ(labels.values->min, expected.min);
  EXPECT_NEAR(labels.values->mean, expected.mean, 1e-9 * expected.mean);
  EXPECT_EQ(labels.values->max, expected.max);
}

INSTANTIATE_TEST_SUITE_P(All, RealRegression,
                         ::testing::Values(RealTargets{"cpu", 55, 1, 84.94683303946833, 100},
                                           RealTargets{"cal_housing", 3842, 14999,
                                                       206855.81690891474, 500001}),
                         [](const auto& test) { return test.param.name; });

INSTANTIATE_TEST_SUITE_P(
    All, RealDataSet,
    ::testing::Values(
        RealData{"cod-rna",
                 331152,
                 8,
                 false,
                 {{"-1", 220768}, {"1", 110384}},
                 2648836.0 / (331152.0 * 8),
                 {{0, 0, -766},
                  {0, 2, 0.140625},
                  {0, -1, -1},
                  {331151, 0, -476},
                  {331151, 5, 0.197368},
                  {331151, -1, 1}}},
        RealData{"adult",
                 48842,
                 123,
                 true,
                 {{"-1", 37155}, {"1", 11687}},
                 677323.0 / (48842.0 * 123),
                 {{0, 2, 1}, {0, 3, 0}, {0, 82, 1}, {0, -1, -1}, {48841, 7, 1}, {48841, -1, 1}}},
        RealData{"ijcnn1",
                 141691,
                 22,
                 false,
                 {{"-1", 128126}, {"1", 13565}},
                 1841970.0 / (141691.0 * 22),
                 {{0, 5, 1},
                  {0, 10, -0.731854},
                  {0, 21, -0.00081},
                  {0, -1, -1},
                  {141690, 0, 1},
                  {141690, 10, -0.735794},
                  {141690, 21, 0.023989}}},
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
                 1104097.0 / (92962.0 * 54),
                 {{0, 0, 3218},
                  {0, 9, 4121},
                  {0, 10, 1},
                  {0, -1, 1},
                  {92961, 9, 382},
                  {92961, 13, 1},
                  {92961, -1, 3}}},
        RealData{"spambase",
                 4601,
                 57,
                 true,
                 {{"0", 2788}, {"1", 1813}},
                 0,
                 {{0, 1, 0.64},
                  {0, 54, 3.756},
                  {0, 56, 278},
                  {0, -1, 1},
                  {4600, 2, 0.65},
                  {4600, 56, 40},
                  {4600, -1, 0}}},
        RealData{"phishing",
                 11055,
                 68,
                 false,
                 {{"0", 4898}, {"1", 6157}},
                 331650. / (11055 * 68),
                 {{0, 29, 0.18257}, {0, 30, 0}, {5000, 63, 0.18257}, {5000, -1, 1}}},
        RealData{"cpu",
                 7373,
                 21,
                 false,
                 {},
                 126465. / (7373 * 21),
                 {{0, 20, 1851864}, {0, -1, 91}, {5000, 20, 1831197}, {5000, -1, 93}}},
        RealData{"cpu_act",
                 8192,
                 21,
                 false,
                 {},
                 140540. / (8192 * 21),
                 {{0, 0, 6}, {0, -1, 90}, {8191, 20, 1757696}, {8191, -1, 80}}},
        RealData{"cal_housing",
                 20640,
                 8,
                 false,
                 {},
                 1,
                 {{0, 0, -122.23}, {0, -1, 452600}, {20639, 7, 2.3886}, {20639, -1, 89400}}},
        RealData{"census_house",
                 22784,
                 21,
                 false,
                 {},
                 423594. / (22784 * 21),
                 {{0, 0, 15512}, {0, -1, 130600}, {22783, 20, 6.366131}, {22783, -1, 117700}}},
        RealData{"housing",
                 506,
                 13,
                 false,
                 {},
                 1,
                 {{0, 0, -1}, {0, 12, -0.82064}, {0, -1, 24}, {505, 6, 0.604531}, {505, -1, 11.9}}},
        RealData{"usps",
                 9298,
                 256,
                 false,
                 {{"1", 1553},
                  {"2", 1269},
                  {"3", 929},
                  {"4", 824},
                  {"5", 852},
                  {"6", 716},
                  {"7", 834},
                  {"8", 792},
                  {"9", 708},
                  {"10", 821}},
                 2380286. / (9298 * 256),
                 {{0, 255, -0.999994}, {0, -1, 7}, {5000, 255, -1}, {5000, -1, 2}}},
        RealData{"mnist",
                 70000,
                 784,
                 true,
                 {{"0", 6903},
                  {"1", 7877},
                  {"2", 6990},
                  {"3", 7141},
                  {"4", 6824},
                  {"5", 6313},
                  {"6", 6876},
                  {"7", 7293},
                  {"8", 6825},
                  {"9", 6958}},
                 10505375. / (70000. * 784),
                 {{0, 152, 3}, {60000, 202, 84}, {69999, 403, 64}, {69999, 404, 0}}},
        RealData{"cifar10",
                 20000,
                 3072,
                 false,
                 {{"0", 2005},
                  {"1", 1974},
                  {"2", 2032},
                  {"3", 2016},
                  {"4", 1999},
                  {"5", 1937},
                  {"6", 2030},
                  {"7", 2001},
                  {"8", 2025},
                  {"9", 1981}},
                 61286229. / (20000. * 3072),
                 {{0, 0, 59}, {0, 1024, 62}, {0, -1, 6}, {10000, 3071, 110}},
                 {"batch_1", "test"}},
        RealData{"movielens100k",
                 100000,
                 78,
                 true,
                 {{"1", 6110}, {"2", 11370}, {"3", 27145}, {"4", 34174}, {"5", 21201}},
                 712595. / 7800000,
                 {{0, 4, 1},
                  {0, 8, 1},
                  {0, 29, 1},
                  {0, 35, 1},
                  {0, 58, 1},
                  {0, 64, 1},
                  {2143, 1, 1},   // 16 years
                  {2143, 57, 1},  // of 1985
                  {99999, 2, 1},
                  {99999, 7, 1},
                  {99999, 22, 1},
                  {99999, 30, 1},
                  {99999, 57, 1},
                  {99999, 77, 1}}},
        RealData{"adult_uci",
                 48842,
                 14,
                 false,
                 {{"<=50K", 37155}, {">50K", 11687}},
                 541556. / (48842 * 14),
                 {{0, 0, 39},
                  {0, 1, 7},
                  {0, 3, 9},
                  {0, 9, 1},
                  {0, 13, 39},
                  {48841, 1, 5},
                  {48841, 12, 60},
                  {48841, -1, 1}}},
        RealData{
            "adult_uci",
            48842,
            108,
            true,
            {{"<=50K", 37155}, {">50K", 11687}},
            592421. / (48842 * 108),
            // workclass has 9 values from column 1, fnlwgt follows, education has 16.
            {{0, 0, 39}, {0, 8, 1}, {0, 10, 77516}, {0, 20, 1}, {48841, 6, 1}, {48841, 10, 182148}},
            {},
            "one_hot"}),
    [](const auto& test) {
      std::string name =
          test.param.name + (test.param.encode.empty() ? "" : "_" + test.param.encode);
      for (char& c : name)
        if (c == '-') c = '_';
      return name;
    });

}  // namespace
}  // namespace mercer
