// Where manifests and data are looked for, and the manifests that come with the program.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "experiments/catalogue/catalogue.h"
#include "experiments/catalogue/describe.h"
#include "tests/experiments/catalogue/fixtures.h"

namespace mercer {
namespace {

using testing::FaultOf;
using ::testing::HasSubstr;
using testing::ScopedEnvironment;
using testing::Spec;

TEST(ShareDir, RefusesAFolderWithoutManifests) {
  const testing::TemporaryFolder folder;
  const ScopedEnvironment share("MERCER_SHARE", folder.path().string());
  EXPECT_EQ(FaultOf([] { ShareDir(); }),
            "MERCER_SHARE is '" + folder.path().string() + "', which holds no folder datasets");
}

TEST(DataDir, SaysWhatToSetWhereNothingIs) {
  const ScopedEnvironment home("HOME", "");
  const ScopedEnvironment no_cache("XDG_CACHE_HOME", "");
  const ScopedEnvironment no_data("MERCER_DATA", "");
  EXPECT_EQ(FaultOf([] { DataDir(""); }),
            "no folder for data: give --data DIR, or set MERCER_DATA or HOME");
}

TEST(DataDir, TakesTheFirstThatIsSet) {
  const ScopedEnvironment home("HOME", "/h");
  const ScopedEnvironment no_cache("XDG_CACHE_HOME", "");
  const ScopedEnvironment no_data("MERCER_DATA", "");
  EXPECT_EQ(DataDir(""), "/h/.cache/mercer");
  const ScopedEnvironment cache("XDG_CACHE_HOME", "/c");
  EXPECT_EQ(DataDir(""), "/c/mercer");
  const ScopedEnvironment data("MERCER_DATA", "/d");
  EXPECT_EQ(DataDir(""), "/d");
  EXPECT_EQ(DataDir("/o"), "/o");
}

class ShippedCatalogue : public ::testing::Test {
 protected:
  const ScopedEnvironment share_{"MERCER_SHARE", testing::SourceDir().string()};
  const testing::TemporaryFolder data_;
};

TEST_F(ShippedCatalogue, HoldsTheDataSetsOfTheTable) {
  EXPECT_EQ(
      Catalogue(data_.path()).Names(),
      (std::vector<std::string>{
          "adult",     "adult_uci",        "cal_housing", "census_house",  "cifar10",     "cod-rna",
          "covertype", "covertype_sample", "cpu",         "cpu_act",       "housing",     "ijcnn1",
          "mnist",     "movielens100k",    "nursery",     "phishing",      "spambase",    "timit",
          "usps",      "unit_ball",        "gaussian",    "sparse_binary", "checkerboard"}));
}

// A download is bounded and told from another by both.
TEST_F(ShippedCatalogue, KnowsSizeAndSha256OfAllThatItDownloads) {
  const Catalogue catalogue(data_.path());
  for (const Manifest& manifest : catalogue.manifests()) {
    for (const ManifestFile& file : manifest.files) {
      if (!file.urls.empty()) {
        EXPECT_GT(file.bytes, 0U) << manifest.name << ": " << file.file;
        EXPECT_EQ(file.sha256.size(), 64U) << manifest.name << ": " << file.file;
      }
      if (file.archive.urls.empty()) continue;
      EXPECT_GT(file.archive.bytes, 0U) << manifest.name << ": " << file.archive.file;
      EXPECT_EQ(file.archive.sha256.size(), 64U) << manifest.name << ": " << file.archive.file;
    }
  }
}

TEST_F(ShippedCatalogue, GeneratesNurseryWithoutAnyFile) {
  const Dataset data = Catalogue(data_.path()).Load(Spec("nursery", {}, "integer"), 1);
  EXPECT_EQ(data.sha256, "8e0389c3dd37590248a921c2726d869ee96b817761a35eb8416afa24f31f931d");
  EXPECT_EQ(data.x.rows(), 12960);
  EXPECT_EQ(data.x.cols(), 8);
  EXPECT_FALSE(data.x.is_sparse());
  EXPECT_EQ(data.class_names, (std::vector<std::string>{"recommend", "priority", "not_recom",
                                                        "very_recom", "spec_prior"}));
  EXPECT_EQ(CountClasses(data), (std::vector<std::pair<std::string, Index>>{{"recommend", 2},
                                                                            {"priority", 4266},
                                                                            {"not_recom", 4320},
                                                                            {"very_recom", 328},
                                                                            {"spec_prior", 4044}}));
  // The last row is great_pret, very_crit, foster, more, critical, inconv, problematic, not_recom.
  EXPECT_EQ(data.x.dense().row(12959), (Matrix(1, 8) << 2, 4, 3, 3, 2, 1, 2, 2).finished());
  EXPECT_EQ(data.x.dense().row(0), Matrix(Matrix::Zero(1, 8)));
}

TEST_F(ShippedCatalogue, EncodesNurseryByOneColumnForEachValue) {
  const Catalogue catalogue(data_.path());
  const DatasetSpec spec = Spec("nursery", {}, "one_hot");
  const Dataset data = catalogue.Load(spec, 1);
  EXPECT_EQ(data.x.cols(), 27);  // 3 + 5 + 4 + 4 + 3 + 2 + 3 + 3
  EXPECT_EQ(catalogue.InputDim(spec), 27);
  EXPECT_EQ(catalogue.InputDim(Spec("nursery")), 8);
  EXPECT_EQ(ToDense(data.x).dense().rowwise().sum(), Vector(Vector::Constant(12960, 8)));
  EXPECT_EQ(data.sha256, catalogue.Load(Spec("nursery"), 1).sha256);
}

TEST_F(ShippedCatalogue, TellsHowToGetLicensedData) {
  const Catalogue catalogue(data_.path());
  const std::string fault = FaultOf([&] { catalogue.Load(Spec("timit"), 1); });
  EXPECT_THAT(fault, HasSubstr("timit: TIMIT is licensed by the Linguistic Data Consortium"));
  EXPECT_THAT(fault, HasSubstr("train.libsvm (63,881 rows)"));
  EXPECT_THROW(catalogue.RequirePresent(Spec("timit")), DataMissing);
}

TEST_F(ShippedCatalogue, NamesTheCommandForSpambase) {
  const Catalogue catalogue(data_.path());
  EXPECT_EQ(FaultOf([&] { catalogue.Load(Spec("spambase"), 1); }),
            "spambase is not on this machine; get it with: mercer data fetch spambase");
}

TEST_F(ShippedCatalogue, MarksTheSubstitute) {
  const Catalogue catalogue(data_.path());
  EXPECT_EQ(catalogue.Find("covertype_sample")->substitutes, "covertype");
  EXPECT_EQ(catalogue.Find("nowhere"), nullptr);
}

}  // namespace
}  // namespace mercer
