#include "experiments/catalogue/manifest.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "tests/experiments/catalogue/fixtures.h"

namespace mercer {
namespace {

using testing::FaultOf;
using ::testing::HasSubstr;
using testing::TinyManifest;
using Json = nlohmann::ordered_json;

// What ReadManifest says of the text as tiny.json, with the folder's path taken off.
std::string FaultOfText(const std::string& text) {
  const testing::TemporaryFolder folder;
  testing::WriteFile(folder / "tiny.json", text);
  std::string fault = FaultOf([&] { ReadManifest(folder / "tiny.json"); });
  const std::string path = folder.path().string() + "/";
  if (const std::size_t at = fault.find(path); at != fault.npos) fault.erase(at, path.size());
  return fault;
}

std::string FaultAfter(const std::function<void(Json&)>& change) {
  Json json = TinyManifest();
  change(json);
  return FaultOfText(json.dump());
}

TEST(ReadManifest, ReadsEveryKey) {
  const testing::TemporaryFolder folder;
  Json json = TinyManifest();
  json["note"] = "small";
  json["substitutes"] = "large";
  json["files"][0]["content_sha256"] = std::string(64, 'a');
  json["files"][0]["archive"] = {{"urls", {"https://example.org/x/little.tar.gz"}}};
  json["files"][0]["member"] = "d/a";
  json["files"][1]["archive"] = {{"urls", {"https://example.org/download?7"}},
                                 {"file", "little.zip"},
                                 {"bytes", 700},
                                 {"sha256", std::string(64, 'b')}};
  testing::WriteFile(folder / "tiny.json", json.dump());
  const Manifest manifest = ReadManifest(folder / "tiny.json");
  EXPECT_EQ(manifest.name, "tiny");
  EXPECT_EQ(manifest.title, "Three rows");
  EXPECT_EQ(manifest.citation, "nobody, 2000");
  EXPECT_EQ(manifest.licence, "none");
  EXPECT_EQ(manifest.format, "libsvm");
  EXPECT_EQ(manifest.folder, "little");
  EXPECT_EQ(manifest.note, "small");
  EXPECT_EQ(manifest.substitutes, "large");
  EXPECT_EQ(manifest.input_dim, 4);
  EXPECT_EQ(manifest.class_counts, (std::map<std::string, Index>{{"+1", 1}, {"-1", 2}}));
  ASSERT_EQ(manifest.files.size(), 2U);
  EXPECT_EQ(manifest.files[0].part, "train");
  EXPECT_EQ(manifest.files[0].content_sha256, std::string(64, 'a'));
  EXPECT_EQ(manifest.files[1].file, "a.t");
  EXPECT_EQ(manifest.files[1].urls, std::vector<std::string>{"https://example.org/a.t"});
  EXPECT_EQ(manifest.files[1].bytes, 7U);
  EXPECT_EQ(manifest.files[1].rows, 1);
  EXPECT_FALSE(manifest.IsGenerated());
  EXPECT_EQ(manifest.files[0].archive.file, "little.tar.gz");
  EXPECT_EQ(manifest.files[0].archive.urls[0], "https://example.org/x/little.tar.gz");
  EXPECT_EQ(manifest.files[0].archive.bytes, 0U);
  EXPECT_EQ(manifest.files[0].member, "d/a");
  EXPECT_EQ(manifest.files[1].archive.file, "little.zip");
  EXPECT_EQ(manifest.files[1].archive.bytes, 700U);
  EXPECT_EQ(manifest.files[1].archive.sha256, std::string(64, 'b'));
  EXPECT_EQ(manifest.files[1].member, "");
}

TEST(ReadManifest, TheFolderIsTheNameWhereNotGiven) {
  const testing::TemporaryFolder folder;
  Json json = TinyManifest();
  json.erase("folder");
  testing::WriteFile(folder / "tiny.json", json.dump());
  EXPECT_EQ(ReadManifest(folder / "tiny.json").folder, "tiny");
}

TEST(ReadManifest, ReadsTheParametersOfTheFormat) {
  const testing::TemporaryFolder folder;
  Json json = TinyManifest();
  json.erase("class_counts");
  json["format"] = "csv";
  json["label"] = "first";
  json["columns"] = {"y", "size"};
  json["categories"] = {{"size", {"small", "large"}}};
  testing::WriteFile(folder / "tiny.json", json.dump());
  const Manifest manifest = ReadManifest(folder / "tiny.json");
  EXPECT_EQ(manifest.format_params.Canonical(),
            "categories={size=[small,large]},columns=[y,size],label=first");
}

TEST(ReadManifest, ReadsALicensedDataSet) {
  const testing::TemporaryFolder folder;
  Json json = TinyManifest();
  json.erase("class_counts");
  json["licensed"] = "ask for it";
  testing::WriteFile(folder / "tiny.json", json.dump());
  EXPECT_THAT(FaultOf([&] { ReadManifest(folder / "tiny.json"); }),
              HasSubstr("/files/0/sha256: unknown key 'sha256'"));
  json["files"] = Json::parse(R"([{"part": "train", "file": "a", "rows": 3}])");
  testing::WriteFile(folder / "tiny.json", json.dump());
  const Manifest with_files = ReadManifest(folder / "tiny.json");
  EXPECT_EQ(with_files.Rows(), 3);
  EXPECT_EQ(with_files.files[0].sha256, "");
  json.erase("files");
  testing::WriteFile(folder / "tiny.json", json.dump());
  const Manifest manifest = ReadManifest(folder / "tiny.json");
  EXPECT_EQ(manifest.licensed, "ask for it");
  EXPECT_EQ(manifest.Rows(), 0);
}

// The tiny manifest as IDX: images and labels of one part.
std::string FaultOfIdx(const std::function<void(Json&)>& change) {
  return FaultAfter([&](Json& j) {
    j["format"] = "idx";
    j.erase("class_counts");
    j["files"][0]["role"] = "images";
    j["files"][1]["role"] = "labels";
    for (Json& file : j["files"]) {
      file["part"] = "all";
      file["rows"] = 2;
    }
    change(j);
  });
}

TEST(ReadManifest, ChecksTheFilesOfAPart) {
  EXPECT_EQ(FaultOfIdx([](Json&) {}), "accepted");
  EXPECT_EQ(FaultOfIdx([](Json& j) {
              j["class_counts"] = {{"1", 4}};
            }),
            "tiny.json: /class_counts: the counts sum to 4; expected the rows of all parts, 2");
  EXPECT_EQ(FaultOfIdx([](Json& j) { j["files"][1]["role"] = "label"; }),
            "tiny.json has 2 faults:\n  /files/1/role: unknown role 'label'; did you mean "
            "'labels'? known: images, labels\n  /files: the part 'all' has no file of labels; "
            "expected one");
  EXPECT_EQ(
      FaultOfIdx([](Json& j) { j["files"][1]["role"] = "images"; }),
      "tiny.json has 2 faults:\n  /files/1/part: the part 'all' is there twice with a file "
      "of images; expected once\n  /files: the part 'all' has no file of labels; expected one");
  EXPECT_EQ(FaultOfIdx([](Json& j) { j["files"][1]["rows"] = 3; }),
            "tiny.json: /files/1/rows: expected the rows of the part, 2, got 3");
}

TEST(ReadManifest, SaysWhatEachFaultIs) {
  EXPECT_EQ(
      FaultAfter([](Json& j) { j["tilte"] = "x"; }),
      "tiny.json: /tilte: unknown key 'tilte'; did you mean 'title'? known: name, title, "
      "display, citation, licence, note, licensed, substitutes, folder, input_dim, density, files, "
      "class_counts, target, format, index_base");
  EXPECT_EQ(FaultAfter([](Json& j) { j.erase("licence"); }),
            "tiny.json: /: the key 'licence' is missing");
  EXPECT_EQ(FaultAfter([](Json& j) { j["title"] = 3; }), "tiny.json: /title: expected text, got 3");
  EXPECT_EQ(FaultAfter([](Json& j) { j["name"] = "other"; }),
            "tiny.json: /name: expected the file's name, 'tiny', got 'other'");
  EXPECT_EQ(FaultAfter([](Json& j) { j["folder"] = "../up"; }),
            "tiny.json: /folder: expected a name of letters, digits and . _ -, got '../up'");
  EXPECT_EQ(FaultAfter([](Json& j) { j["format"] = "arf"; }),
            "tiny.json: /format: unknown format 'arf'; did you mean 'arff'? known: libsvm, csv, "
            "arff, idx, cifar10, movielens100k, npy, rules");
  EXPECT_EQ(FaultAfter([](Json& j) {
              j["format"] = "csv";
              j["separator"] = "pipe";
            }),
            "tiny.json: /separator: format 'csv': separator is pipe; expected one of comma, "
            "semicolon, tab, blanks");
  EXPECT_EQ(FaultAfter([](Json& j) {
              j["format"] = "csv";
              j["columns"] = {"a", nullptr};
            }),
            "tiny.json: /columns: expected a list of one or more, each text, got [\"a\",null]");
  EXPECT_EQ(FaultAfter([](Json& j) { j["input_dim"] = 0; }),
            "tiny.json: /input_dim: expected a whole number >= 1, got 0");
  EXPECT_EQ(FaultAfter([](Json& j) { j["files"][1]["file"] = "/etc/x"; }),
            "tiny.json: /files/1/file: expected a name of letters, digits and . _ -, got '/etc/x'");
  EXPECT_EQ(FaultAfter([](Json& j) { j["files"][1]["sha256"] = "12"; }),
            "tiny.json: /files/1/sha256: expected 64 lower-case hexadecimal digits, got '12'");
  EXPECT_EQ(FaultAfter([](Json& j) { j["files"][0]["bytes"] = 1.5; }),
            "tiny.json: /files/0/bytes: expected a whole number >= 1, got 1.5");
  EXPECT_EQ(FaultAfter([](Json& j) {
              j.erase("class_counts");
              j["files"][1]["part"] = "train";
            }),
            "tiny.json: /files/1/part: the part 'train' is there twice; expected once");
  EXPECT_EQ(FaultAfter([](Json& j) { j["files"][0]["urls"] = {"ftp://x"}; }),
            "tiny.json: /files/0/urls: expected addresses that begin with https://, got 'ftp://x'");
  EXPECT_EQ(FaultAfter([](Json& j) { j["class_counts"]["-1"] = 5; }),
            "tiny.json: /class_counts: the counts sum to 6; expected the rows of all parts, 3");
  EXPECT_EQ(FaultAfter([](Json& j) { j["files"][1]["file"] = "a"; }),
            "tiny.json: /files/1/file: the file 'a' is there twice; expected each once");
  EXPECT_EQ(FaultAfter([](Json& j) {
              j.erase("class_counts");
              j["files"] = Json::array();
            }),
            "tiny.json: /files: expected at least one file, got []");
  EXPECT_THAT(FaultAfter([](Json& j) { j["files"] = 7; }),
              HasSubstr("\n  /files: expected a list, got 7\n"));
  EXPECT_THAT(FaultAfter([](Json& j) { j["files"][1] = "a"; }),
              HasSubstr("\n  /files/1: expected an object, got \"a\"\n"));
  EXPECT_EQ(FaultAfter([](Json& j) {
              j["files"][0]["urls"] = {"https://x", 3};
            }),
            "tiny.json: /files/0/urls/1: expected text, got 3");
  EXPECT_EQ(FaultAfter([](Json& j) { j["files"][0]["part"] = ".x"; }),
            "tiny.json: /files/0/part: expected a name of letters, digits and . _ -, got '.x'");
  EXPECT_EQ(FaultAfter([](Json& j) {
              j["class_counts"] = {1, 2};
            }),
            "tiny.json: /class_counts: expected an object, got [1,2]");
  EXPECT_EQ(FaultAfter([](Json& j) { j["input_dim"] = 10000001; }),
            "tiny.json: /input_dim: expected at most 10000000, got 10000001");
  EXPECT_EQ(FaultAfter([](Json& j) { j["density"] = -0.1; }),
            "tiny.json: /density: expected a number >= 0, got -0.1");
  EXPECT_EQ(FaultAfter([](Json& j) { j["density"] = 1.1; }),
            "tiny.json: /density: expected at most 1, got 1.1");
  EXPECT_EQ(FaultAfter([](Json& j) { j["label"] = "last"; }).substr(0, 38),
            "tiny.json: /label: unknown key 'label'");
}

TEST(ReadManifest, SumsOfHugeCountsDoNotOverflow) {
  EXPECT_EQ(FaultAfter([](Json& j) {
              j.erase("class_counts");
              j["files"][0]["rows"] = 9223372036854775807;
              j["files"][1]["rows"] = 18446744073709551615U;
            }),
            "tiny.json has 2 faults:\n  /files/0/rows: expected at most 1000000000000, got "
            "9223372036854775807\n  /files/1/rows: expected a whole number >= 1, got "
            "18446744073709551615");
}

TEST(ReadManifest, SaysWhatTheLabelsAre) {
  const auto target = [](const std::function<void(Json&)>& change) {
    const testing::TemporaryFolder folder;
    Json json = TinyManifest();
    change(json);
    testing::WriteFile(folder / "tiny.json", json.dump());
    return ReadManifest(folder / "tiny.json").target;
  };
  EXPECT_EQ(target([](Json&) {}), "classes");
  EXPECT_EQ(target([](Json& j) { j.erase("class_counts"); }), "");
  EXPECT_EQ(target([](Json& j) {
              j.erase("class_counts");
              j["target"] = "values";
            }),
            "values");
  EXPECT_EQ(FaultAfter([](Json& j) { j["target"] = "values"; }),
            "tiny.json: /class_counts: expected none beside target 'values'");
  EXPECT_EQ(FaultAfter([](Json& j) { j["target"] = "value"; }),
            "tiny.json: /target: expected 'classes' or 'values', got 'value'");
}

TEST(ReadManifest, ChecksTheRulesOfGeneratedData) {
  const auto fault_of = [](const char* rules) {
    return FaultAfter([&](Json& j) {
      j["format"] = "rules";
      j["rules"] = rules;
    });
  };
  EXPECT_EQ(fault_of("tiny.json"),
            "tiny.json has 2 faults:\n  /rules: expected a name that ends in _rules.json, got "
            "'tiny.json'\n  /files: expected one file, as rule tables generate one");
  EXPECT_THAT(fault_of("../x_rules.json"),
              HasSubstr("\n  /rules: expected a name of letters, digits and . _ -, got "
                        "'../x_rules.json'\n"));
}

TEST(ReadManifest, SaysWhatIsWrongWithAnArchive) {
  const auto fault_of = [](const Json& archive, const std::string& member) {
    return FaultAfter([&](Json& j) {
      j["files"][0]["archive"] = archive;
      j["files"][0]["member"] = member;
    });
  };
  const Json good = {{"urls", {"https://example.org/x.zip"}}};
  EXPECT_EQ(fault_of(good, "d/a"), "accepted");
  for (const std::string bad : {"../a", "/a", "d/../a"}) {
    EXPECT_EQ(fault_of(good, bad),
              "tiny.json: /files/0/member: expected a relative path that stays in its folder, got "
              "'" +
                  bad + "'");
  }
  EXPECT_EQ(fault_of({{"urls", Json::array()}}, "a"),
            "tiny.json: /files/0/archive/urls: expected at least one address");
  EXPECT_EQ(fault_of({{"urls", {"http://example.org/x.zip"}}}, "a"),
            "tiny.json: /files/0/archive/urls: expected addresses that begin with https://, got "
            "'http://example.org/x.zip'");
  EXPECT_EQ(fault_of({{"urls", {"https://example.org/x?y=z"}}}, "a"),
            "tiny.json: /files/0/archive/urls: ends in no plain name; expected the archive's name "
            "as the key 'file'");
  EXPECT_EQ(
      fault_of({{"urls", {"https://example.org/x.zip"}}, {"file", "../x.zip"}}, "a").substr(0, 67),
      "tiny.json: /files/0/archive/file: expected a name of letters, digit");
  EXPECT_EQ(fault_of({{"urls", {"https://example.org/a"}}}, "a"),
            "tiny.json: /files/0/archive: has the name of the file; expected another one");
  EXPECT_EQ(fault_of({{"urls", {"https://example.org/x.zip"}}, {"md5", "12"}}, "a").substr(0, 45),
            "tiny.json: /files/0/archive/md5: unknown key ");
  EXPECT_EQ(FaultAfter([](Json& j) { j["files"][0]["member"] = "a"; }),
            "tiny.json: /files/0/member: is there without the key 'archive'; expected both or "
            "neither");
}

TEST(ReadManifest, ReportsEveryFaultAtOnce) {
  const std::string fault = FaultAfter([](Json& j) {
    j["input_dim"] = "four";
    j["files"][0].erase("rows");
    j["files"][1]["sise"] = 7;
    j.erase("class_counts");
  });
  EXPECT_THAT(fault, HasSubstr("tiny.json has 3 faults:\n"));
  EXPECT_THAT(fault, HasSubstr("\n  /input_dim: expected a whole number >= 1, got \"four\""));
  EXPECT_THAT(fault, HasSubstr("\n  /files/0: the key 'rows' is missing"));
  EXPECT_THAT(fault, HasSubstr("\n  /files/1/sise: unknown key 'sise'"));
}

TEST(ReadManifest, NamesLineAndColumnOfWhatIsNoJson) {
  EXPECT_THAT(FaultOfText("{\n  \"name\": tiny\n}"),
              ::testing::StartsWith("tiny.json, line 2, column 12: expected JSON, got a syntax "
                                    "error while parsing"));
  EXPECT_THAT(FaultOfText(""), ::testing::StartsWith("tiny.json, line 1, column 1: expected JSON"));
  EXPECT_EQ(FaultOfText("{\n  \"rows\": 7e40836}"),
            "tiny.json, line 2, column 11: expected a number below 1.8e308, got '7e40836'");
  EXPECT_THAT(FaultOfText("[1]"), HasSubstr("/: expected an object, got [1]"));
}

}  // namespace
}  // namespace mercer
