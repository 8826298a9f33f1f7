#include "experiments/catalogue/catalogue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "core/data/parsed_cache.h"
#include "tests/experiments/catalogue/archives.h"
#include "tests/experiments/catalogue/fixtures.h"

namespace mercer {
namespace {

namespace fs = std::filesystem;
using testing::FaultOf;
using ::testing::HasSubstr;
using testing::Spec;
using testing::TinyCatalogue;

TEST_F(TinyCatalogue, PoolsThePartsInTheOrderOfTheSpec) {
  const Catalogue catalogue(data_);
  const Dataset all = catalogue.Load(Spec("tiny"), 1);
  EXPECT_EQ(ToDense(all.x).dense(),
            (Matrix(3, 4) << 1, 2, 0, 0, 3, 0, 0, 0, 0, 0, 4, 0).finished());
  EXPECT_EQ(all.y, (Vector(3) << 1, -1, -1).finished());
  EXPECT_EQ(all.part_rows, (std::vector<Index>{2, 1}));
  const Dataset turned = catalogue.Load(Spec("tiny", {"test", "train"}), 1);
  EXPECT_EQ(turned.part_rows, (std::vector<Index>{1, 2}));
  EXPECT_EQ(turned.y, (Vector(3) << -1, 1, -1).finished());
  EXPECT_NE(turned.sha256, all.sha256);
}

TEST_F(TinyCatalogue, ManifestsServeAnotherFolderOfDataWithoutBeingReadAgain) {
  const Catalogue nowhere(data_ / "none");
  WriteManifest({{"name", "tiny"}});
  const Catalogue catalogue = nowhere.WithData(data_);
  EXPECT_EQ(catalogue.data_dir(), data_);
  EXPECT_EQ(catalogue.Load(Spec("tiny"), 1).part_rows, (std::vector<Index>{2, 1}));
}

TEST_F(TinyCatalogue, HashesTheContents) {
  const Catalogue catalogue(data_);
  const std::string train = Sha256Hex(testing::kTinyTrain);
  const std::string test = Sha256Hex(testing::kTinyTest);
  EXPECT_EQ(catalogue.Load(Spec("tiny", {"train"}), 1).sha256, train);
  EXPECT_EQ(catalogue.Load(Spec("tiny"), 1).sha256, Sha256Hex(train + "\n" + test));
}

TEST_F(TinyCatalogue, StoresByTheDensityOfAllParts) {
  const Catalogue catalogue(data_);
  EXPECT_FALSE(catalogue.Load(Spec("tiny"), 1).x.is_sparse());  // 4 of 12
  nlohmann::ordered_json json = testing::TinyManifest();
  json["input_dim"] = 6;
  WriteManifest(json);
  EXPECT_TRUE(Catalogue(data_).Load(Spec("tiny"), 1).x.is_sparse());  // 4 of 18
}

// What is kept beside a file that takes a while to read is read instead of its text.
TEST_F(TinyCatalogue, ParsesALongTextOnce) {
  std::string text;
  for (int i = 0; i < 150000; ++i) text += i % 2 == 0 ? "1 1:1\n" : "-1 3:4 \n";
  nlohmann::ordered_json json = testing::TinyManifest();
  json["files"][0] = testing::TinyFile("train", "a", text, 150000);
  json["class_counts"] = {{"+1", 75000}, {"-1", 75001}};
  WriteManifest(json);
  testing::WriteFile(data_ / "tiny/a", text);
  const Catalogue catalogue(data_);
  const fs::path kept = data_ / "tiny/.cache/a.rows";
  const Dataset first = catalogue.Load(Spec("tiny", {"train"}), 1);
  ASSERT_TRUE(fs::exists(kept));
  EXPECT_EQ(first.y[0], 1);

  LabelledRows other{first.x, first.y};
  other.y[0] = 77;  // what the text does not say
  ASSERT_TRUE(
      WriteParsed(kept.string(), Sha256Hex(text) + " libsvm() input_dim=4", ParsedRows{other}));
  EXPECT_EQ(catalogue.Load(Spec("tiny", {"train"}), 1).y[0], 77);

  std::string damaged = testing::ReadFile(kept);
  damaged[damaged.size() / 2] = static_cast<char>(damaged[damaged.size() / 2] ^ 4);
  testing::WriteFile(kept, damaged);
  const Dataset again = catalogue.Load(Spec("tiny", {"train"}), 1);
  EXPECT_EQ(again.y, first.y);
  EXPECT_EQ(ToDense(again.x).dense(), ToDense(first.x).dense());
  EXPECT_EQ(catalogue.Load(Spec("tiny", {"train"}), 1).sha256, Sha256Hex(text));
  EXPECT_NE(testing::ReadFile(kept), damaged);
}

TEST_F(TinyCatalogue, NamesTheCommandForMissingFiles) {
  fs::remove(data_ / "tiny/a.t");
  const Catalogue catalogue(data_);
  try {
    catalogue.RequirePresent(Spec("tiny"));
    FAIL() << "accepted";
  } catch (const DataMissing& missing) {
    EXPECT_STREQ(missing.what(),
                 "tiny is not on this machine; get it with: mercer data fetch tiny");
  }
  EXPECT_EQ(catalogue.Load(Spec("tiny", {"train"}), 1).x.rows(), 2);
  testing::WriteFile(data_ / "tiny/a.t", "-1 3");
  EXPECT_THROW(catalogue.RequirePresent(Spec("tiny")), DataMissing);
  EXPECT_THAT(FaultOfLoad(Spec("tiny")), HasSubstr("tiny/a.t has 4 bytes; expected 7; get it "));
}

TEST_F(TinyCatalogue, RefusesAWrongSha256) {
  testing::WriteFile(data_ / "tiny/a.t", "-1 3:5\n");
  EXPECT_EQ(FaultOfLoad(Spec("tiny")), (data_ / "tiny/a.t").string() + " has sha256 " +
                                           Sha256Hex("-1 3:5\n") + "; expected " +
                                           Sha256Hex(testing::kTinyTest));
}

TEST_F(TinyCatalogue, TakesTheSameContentsInAnotherPacking) {
  nlohmann::ordered_json json = testing::TinyManifest();
  json["files"][1]["content_sha256"] = Sha256Hex(testing::kTinyTest);
  json["files"][1]["sha256"] = std::string(64, 'a');
  json["files"][1]["bytes"] = 1000;
  WriteManifest(json);
  EXPECT_EQ(Catalogue(data_).Load(Spec("tiny"), 1).x.rows(), 3);
  testing::WriteFile(data_ / "tiny/a.t", "-1 3:5\n");
  EXPECT_THAT(FaultOfLoad(Spec("tiny")), HasSubstr("a.t has sha256 " + Sha256Hex("-1 3:5\n") +
                                                   "; expected " + Sha256Hex(testing::kTinyTest)));
}

TEST_F(TinyCatalogue, TheContentsOfAPackedFileAreChecked) {
  nlohmann::ordered_json json = testing::TinyManifest();
  const std::string packed = testing::MakeArchive("raw", "gzip", {{"x", testing::kTinyTest}});
  json["files"][1] = testing::TinyFile("test", "a.t", packed, 1);
  json["files"][1]["content_sha256"] = std::string(64, 'c');
  WriteManifest(json);
  testing::WriteFile(data_ / "tiny/a.t", packed);
  EXPECT_EQ(FaultOfLoad(Spec("tiny")),
            (data_ / "tiny/a.t").string() + " unpacks to text of sha256 " +
                Sha256Hex(testing::kTinyTest) + "; expected " + std::string(64, 'c'));
}

TEST_F(TinyCatalogue, ChecksWhatTheManifestPromises) {
  nlohmann::ordered_json json = testing::TinyManifest();
  json["files"][1]["rows"] = 2;
  json.erase("class_counts");
  WriteManifest(json);
  EXPECT_THAT(FaultOfLoad(Spec("tiny")), HasSubstr("tiny/a.t has 1 rows; expected 2"));
  json = testing::TinyManifest();
  json["input_dim"] = 2;
  WriteManifest(json);
  EXPECT_THAT(FaultOfLoad(Spec("tiny")),
              HasSubstr("a.t, line 1, column 4: expected an index of at most 2, got '3:4'"));
  json = testing::TinyManifest();
  json["class_counts"] = {{"1", 2}, {"-1", 1}};
  WriteManifest(json);
  EXPECT_EQ(FaultOfLoad(Spec("tiny")), "data set 'tiny' has 2 rows of class -1; expected 1");
  json["class_counts"] = {{"plus", 1}, {"-1", 2}};
  WriteManifest(json);
  EXPECT_EQ(FaultOfLoad(Spec("tiny")),
            (folder_ / "datasets/tiny.json").string() +
                ": class_counts names 'plus', which is no label of the data set; expected labels "
                "as its files have them");
  json = testing::TinyManifest();
  json["density"] = 0.3333;  // 4 of 12 values
  WriteManifest(json);
  EXPECT_EQ(FaultOfLoad(Spec("tiny")), "accepted");
  json["density"] = 0.3334;
  WriteManifest(json);
  EXPECT_THAT(FaultOfLoad(Spec("tiny")),
              HasSubstr("data set 'tiny' has a density of 0.33333333333333"));
  const std::string text = "1,2,3\n";
  json = testing::TinyManifest();
  json.erase("class_counts");
  json["format"] = "csv";
  json["files"] = {testing::TinyFile("all", "a", text, 1)};
  WriteManifest(json);
  testing::WriteFile(data_ / "tiny/a", text);
  EXPECT_EQ(FaultOfLoad(Spec("tiny")), "data set 'tiny' has 2 columns; expected 4");
}

TEST_F(TinyCatalogue, RefusesWhatTheDataSetDoesNotHave) {
  EXPECT_EQ(FaultOfLoad(Spec("tiny", {"tset"})),
            "data set 'tiny': unknown part 'tset'; did you mean 'test'? known: train, test");
  EXPECT_EQ(FaultOfLoad(Spec("tiny", {"test", "test"})),
            "data set 'tiny' names the part 'test' twice");
  EXPECT_EQ(FaultOfLoad(Spec("tiny", {}, "integer")),
            "data set 'tiny' holds numbers only, so there is nothing to encode");
  EXPECT_EQ(FaultOfLoad(Spec("tiny", {}, "onehot")),
            "data set 'tiny': encode is 'onehot'; expected 'integer' or 'one_hot'");
  EXPECT_EQ(FaultOfLoad(Spec("tiny", {}, "", {{"n", 3}})),
            "data set 'tiny' takes no parameters, got n=3");
  EXPECT_EQ(FaultOfLoad(Spec("tinny")),
            "unknown data set 'tinny'; did you mean 'tiny'? known: tiny, unit_ball, gaussian, "
            "sparse_binary, checkerboard");
  EXPECT_EQ(FaultOfLoad(Spec("unit_ball", {"x"}, "", {{"n", 3}, {"d", 2}})),
            "generated data set 'unit_ball' has neither parts nor an encoding");
}

TEST_F(TinyCatalogue, ReadsPartsOfSeveralFiles) {
  const std::string images("\0\0\x08\x02\0\0\0\2\0\0\0\1\5\6", 14);
  const std::string labels("\0\0\x08\x01\0\0\0\2\1\0", 10);
  nlohmann::ordered_json json = testing::TinyManifest();
  json["format"] = "idx";
  json["input_dim"] = 1;
  json["class_counts"] = {{"0", 1}, {"1", 1}};
  json["files"] = {testing::TinyFile("all", "l", labels, 2),
                   testing::TinyFile("all", "i", images, 2)};
  json["files"][0]["role"] = "labels";
  json["files"][1]["role"] = "images";
  WriteManifest(json);
  testing::WriteFile(data_ / "tiny/i", images);
  testing::WriteFile(data_ / "tiny/l", labels);
  const Catalogue catalogue(data_);
  EXPECT_EQ(catalogue.Find("tiny")->Rows(), 2);
  const Dataset data = catalogue.Load(Spec("tiny"), 1);
  EXPECT_EQ(data.x.dense(), (Matrix(2, 1) << 5, 6).finished());
  EXPECT_EQ(data.y, (Vector(2) << 1, 0).finished());
  EXPECT_EQ(data.sha256, Sha256Hex(Sha256Hex(labels) + "\n" + Sha256Hex(images)));
}

// Two ratings: of a film of 1992 and of one of 1996.
nlohmann::ordered_json TinyMovielens(const fs::path& data) {
  const std::pair<std::string, std::string> files[] = {
      {"ratings", "1\t1\t5\t8\n1\t2\t1\t8\n"},
      {"users", "1|17|F|writer|T8H\n"},
      {"items", "1|A|01-Jan-1992|||1\n2|B|01-Jan-1996|||1\n"},
      {"genres", "unknown|0\n"},
      {"occupations", "writer\n"}};
  nlohmann::ordered_json json = testing::TinyManifest();
  json["format"] = "movielens100k";
  json["input_dim"] = 8;  // an age, 2 genders, an occupation, an area, 2 years, a genre
  json["class_counts"] = {{"5", 1}, {"1", 1}};
  json["files"] = nlohmann::ordered_json::array();
  for (const auto& [role, text] : files) {
    json["files"].push_back(testing::TinyFile("all", role, text, 2));
    json["files"].back()["role"] = role;
    testing::WriteFile(data / "tiny" / role, text);
  }
  return json;
}

TEST_F(TinyCatalogue, JoinsTheFilesOfMovielens) {
  WriteManifest(TinyMovielens(data_));
  const Catalogue catalogue(data_);
  const Dataset data = catalogue.Load(Spec("tiny"), 1);
  EXPECT_EQ(data.x.DenseRows(0, 2), (Matrix(2, 8) << 1, 1, 0, 1, 1, 1, 0, 1,  //
                                     1, 1, 0, 1, 1, 0, 1, 1)
                                        .finished());
  EXPECT_EQ(data.y, (Vector(2) << 5, 1).finished());
  EXPECT_EQ(FaultOfLoad(Spec("tiny", {}, "", {{"n", 3}})),
            "data set 'tiny' takes no parameters, got n=3");
}

// Six files of CIFAR-10's binary format, of one or two pictures of one colour each.
TEST_F(TinyCatalogue, PoolsTheBatchesOfCifar10AndTheTestBatchLast) {
  const std::vector<std::string> batches = {"batch_1", "batch_2", "batch_3",
                                            "batch_4", "batch_5", "test"};
  nlohmann::ordered_json json = testing::TinyManifest();
  json["format"] = "cifar10";
  json["input_dim"] = 3072;
  json.erase("class_counts");
  json["files"] = nlohmann::ordered_json::array();
  for (std::size_t k = 0; k < batches.size(); ++k) {
    std::string bytes;
    const int pictures = batches[k] == "batch_2" ? 2 : 1;
    for (int i = 0; i < pictures; ++i)
      bytes += std::string(1, static_cast<char>(k + 3)) +
               std::string(3072, static_cast<char>(10 * k + static_cast<std::size_t>(i)));
    json["files"].push_back(testing::TinyFile(batches[k], batches[k], bytes, pictures));
    testing::WriteFile(data_ / "tiny" / batches[k], bytes);
  }
  WriteManifest(json);
  const Catalogue catalogue(data_);
  const Dataset all = catalogue.Load(Spec("tiny"), 1);
  EXPECT_EQ(all.part_rows, (std::vector<Index>{1, 2, 1, 1, 1, 1}));
  EXPECT_EQ(all.y, (Vector(7) << 3, 4, 4, 5, 6, 7, 8).finished());
  EXPECT_EQ(Vector(all.x.DenseRows(0, 7).col(3071)),
            (Vector(7) << 0, 10, 11, 20, 30, 40, 50).finished());
  // A batch in another's place is told by its sha256.
  fs::copy_file(data_ / "tiny/batch_3", data_ / "tiny/batch_4",
                fs::copy_options::overwrite_existing);
  EXPECT_THAT(FaultOfLoad(Spec("tiny")), HasSubstr("batch_4"));
  fs::remove(data_ / "tiny/batch_5");
  EXPECT_THAT(FaultOfLoad(Spec("tiny")), HasSubstr("tiny is not on this machine"));
  EXPECT_EQ(catalogue.Load(Spec("tiny", {"batch_1", "test"}), 1).y, (Vector(2) << 3, 8).finished());
}

TEST_F(TinyCatalogue, ReadsFilesOfTheUsersOwn) {
  testing::WriteFile(folder_ / "a.csv", "size,colour\n1,red\n2,blue\n");
  testing::WriteFile(folder_ / "b.csv", "size,colour\n3,green\n");
  DatasetSpec spec = Spec("own");
  spec.format = {"csv", {{"header", true}, {"label", "size"}}};
  spec.paths = {{"train", "", (folder_ / "a.csv").string()},
                {"test", "", (folder_ / "b.csv").string()}};
  EXPECT_EQ(FaultOfLoad(spec),
            "data set 'own' has columns of names (colour); expected encode, 'integer' or "
            "'one_hot'");
  spec.encode = "one_hot";
  const Dataset data = Catalogue(data_).Load(spec, 1);
  EXPECT_EQ(ToDense(data.x).dense(), (Matrix(3, 3) << 0, 1, 0, 1, 0, 0, 0, 0, 1).finished());
  EXPECT_EQ(data.y, (Vector(3) << 1, 2, 3).finished());
  EXPECT_EQ(data.part_rows, (std::vector<Index>{2, 1}));
  EXPECT_EQ(data.name, "own");
  fs::remove(folder_ / "b.csv");
  EXPECT_EQ(FaultOfLoad(spec),
            (folder_ / "b.csv").string() + " is no file; expected the test part of data set 'own'");
}

// Bytes 1, NumPy's format 1.0.
std::string NpyOfOnes(Index n, Index d) {
  const std::string head = "{'descr': '|u1', 'fortran_order': False, 'shape': (" +
                           std::to_string(n) + ", " + std::to_string(d) + ")}\n";
  return std::string("\x93NUMPY\x01\x00", 8) + static_cast<char>(head.size()) + '\0' + head +
         std::string(static_cast<std::size_t>(n * d), '\1');
}

TEST_F(TinyCatalogue, PartsOfOtherWidthsAreWidenedWhereZerosAreLeftOutAndElseRefused) {
  DatasetSpec spec = Spec("own");
  const auto load = [&](const std::string& format, const std::string& train,
                        const std::string& test) {
    const std::string a = (folder_ / "a").string(), b = (folder_ / "b").string();
    testing::WriteFile(a, train);
    testing::WriteFile(b, test);
    spec.format.name = format;
    spec.paths = {{"train", "rows", a}, {"test", "rows", b}};
    if (format == "npy") {
      for (const std::string& path : {a, b}) testing::WriteFile(path + ".labels", "1\n2\n");
      spec.paths = {{"train", "rows", a},
                    {"train", "labels", a + ".labels"},
                    {"test", "rows", b},
                    {"test", "labels", b + ".labels"}};
    }
    return FaultOfLoad(spec);
  };
  const std::string fault = " columns; expected 3, as " + (folder_ / "a").string();
  EXPECT_EQ(load("npy", NpyOfOnes(2, 3), NpyOfOnes(2, 2)),
            (folder_ / "b").string() + " has 2" + fault);
  EXPECT_EQ(load("npy", NpyOfOnes(2, 3), NpyOfOnes(2, 4)),
            (folder_ / "b").string() + " has 4" + fault);
  load("libsvm", "1 3:1\n", "1 2:1\n");
  EXPECT_EQ(Catalogue(data_).Load(spec, 1).x.cols(), 3);
}

TEST_F(TinyCatalogue, DrawsGeneratedDataFromTheSeed) {
  const Catalogue catalogue(data_);
  const DatasetSpec spec = Spec("unit_ball", {}, "", {{"n", 9}, {"d", 3}});
  EXPECT_EQ(catalogue.Load(spec, 4).x.dense(), catalogue.Load(spec, 4).x.dense());
  EXPECT_NE(catalogue.Load(spec, 4).x.dense(), catalogue.Load(spec, 5).x.dense());
}

TEST_F(TinyCatalogue, ReportsTheFaultsOfEveryManifest) {
  testing::WriteFile(folder_ / "datasets/bad.json", "{");
  testing::WriteFile(folder_ / "datasets/worse.json", "[]");
  const std::string fault = FaultOf([&] { const Catalogue catalogue(data_); });
  EXPECT_THAT(fault, HasSubstr("bad.json, line 1"));
  EXPECT_THAT(fault, HasSubstr("worse.json: /: expected an object, got []"));
}

}  // namespace
}  // namespace mercer
