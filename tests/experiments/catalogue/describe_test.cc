#include "experiments/catalogue/describe.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "tests/experiments/catalogue/fixtures.h"

namespace mercer {
namespace {

using ::testing::HasSubstr;
using testing::Spec;
using testing::TinyCatalogue;

TEST_F(TinyCatalogue, DescribesWhatIsThere) {
  const Catalogue catalogue(data_);
  const Manifest& manifest = *catalogue.Find("tiny");
  const Dataset data = catalogue.Load(Spec("tiny"), 1);
  DataOnDisk disk;
  disk.data = &data;
  disk.where = "here";
  disk.history = {{"a", "downloaded", "https://example.org/a", "2026-01-31T12:00:00Z", "12"}};
  const std::string text = DescribeText(manifest, disk);
  EXPECT_THAT(text, HasSubstr("tiny: Three rows\n"));
  EXPECT_THAT(text, HasSubstr("rows           3\n"));
  EXPECT_THAT(text, HasSubstr("classes        2 (-1 2, 1 1)\n"));
  EXPECT_THAT(text, HasSubstr("non-zeros      33.3333 %, stored dense\n"));
  EXPECT_THAT(text, HasSubstr("row norms      min 2.23607, mean 3.07869, max 4\n"));
  EXPECT_THAT(text, HasSubstr("licence        none\n"));
  EXPECT_THAT(text, HasSubstr("history        a: downloaded 2026-01-31T12:00:00Z from "
                              "https://example.org/a\n"));
  EXPECT_THAT(text, HasSubstr("where          here\n"));
  const auto json = nlohmann::json::parse(DescribeJson(manifest, disk));
  EXPECT_EQ(json["rows"], 3);
  EXPECT_EQ(json["target"], "classes");
  EXPECT_EQ(json["classes"]["-1"], 2);
  EXPECT_EQ(json["row_norms"]["max"], 4);
  EXPECT_EQ(json["present"], true);
  EXPECT_EQ(json["licence"], "none");
  EXPECT_EQ(json["files"][1]["file"], "a.t");
  EXPECT_EQ(json["history"][0]["from"], "https://example.org/a");
  DataOnDisk absent;
  absent.where = "get it";
  EXPECT_EQ(nlohmann::json::parse(DescribeJson(manifest, absent))["present"], false);
  EXPECT_THAT(DescribeText(manifest, absent), HasSubstr("where          get it\n"));
}

// 1,100 rows whose labels are 0, 0.5, 1, … 549.5, two of each.
Dataset Numbers() {
  Dataset data;
  data.x = Matrix(Matrix::Ones(1100, 4));
  data.y.resize(1100);
  for (Index i = 0; i < 1100; ++i) data.y[i] = static_cast<double>(i / 2) / 2;
  return data;
}

TEST_F(TinyCatalogue, DescribesValuesToPredictByTheirRange) {
  nlohmann::ordered_json json = testing::TinyManifest();
  json.erase("class_counts");
  json["target"] = "values";
  WriteManifest(json);
  const Catalogue catalogue(data_);
  const Manifest& manifest = *catalogue.Find("tiny");
  const Dataset data = Numbers();
  DataOnDisk disk;
  disk.data = &data;
  const std::string text = DescribeText(manifest, disk);
  EXPECT_THAT(text,
              HasSubstr("labels         values to predict, 550 different, min 0, mean 137.25, "
                        "max 274.5\n"));
  EXPECT_THAT(text, ::testing::Not(HasSubstr("classes")));
  const auto described = nlohmann::json::parse(DescribeJson(manifest, disk));
  EXPECT_EQ(described["target"], "values");
  EXPECT_EQ(described["labels"],
            (nlohmann::json{{"distinct", 550}, {"min", 0.0}, {"mean", 137.25}, {"max", 274.5}}));
  EXPECT_FALSE(described.contains("classes"));
  const DataOnDisk absent;
  EXPECT_THAT(DescribeText(manifest, absent), HasSubstr("labels         values to predict\n"));
  const auto unread = nlohmann::json::parse(DescribeJson(manifest, absent));
  EXPECT_EQ(unread["target"], "values");
  EXPECT_FALSE(unread.contains("labels"));
}

TEST(SummariseLabels, TellsWhatTheManifestDoesNotSay) {
  using Kind = LabelSummary::Kind;
  const auto kind = [](const Dataset& data, const std::string& target = "") {
    Manifest manifest;
    manifest.target = target;
    return SummariseLabels(manifest, &data).kind;
  };
  Dataset data = Numbers();
  EXPECT_EQ(kind(data), Kind::kValues);
  data.y = data.y.array().floor();  // 275 whole numbers, four rows each
  EXPECT_EQ(kind(data), Kind::kValues);
  EXPECT_EQ(kind(data, "classes"), Kind::kClasses);
  data.y = (data.y / 3).array().floor();  // 92 of them
  EXPECT_EQ(kind(data), Kind::kClasses);
  EXPECT_EQ(kind(data, "values"), Kind::kValues);
  data.y[0] = 0.5;
  EXPECT_EQ(kind(data), Kind::kValues);
  data.class_names = {"a", "b"};
  EXPECT_EQ(kind(data), Kind::kClasses);
  EXPECT_EQ(SummariseLabels({}, nullptr).kind, Kind::kUnknown);
}

// In Latin-1 thé, thè and café; the last in UTF-8.
TEST(AddLabels, NamesThatAreNoUtf8StayDifferent) {
  Dataset data;
  data.x = Matrix(Matrix::Ones(4, 1));
  data.y = (Vector(4) << 0, 1, 2, 0).finished();
  data.class_names = {"th\xE9", "th\xE8", "caf\xC3\xA9"};
  const LabelSummary labels = SummariseLabels({}, &data);
  nlohmann::ordered_json json;
  AddLabels(labels, &json);
  const auto classes = nlohmann::json::parse(json.dump())["classes"];
  EXPECT_EQ(classes, (nlohmann::json{{"th\\xE9", 2}, {"th\\xE8", 1}, {"caf\xC3\xA9", 1}}));
  EXPECT_THAT(LabelsLine(labels), HasSubstr("3 (th\\xE9 2, th\\xE8 1, caf\xC3\xA9 1)"));
}

TEST_F(TinyCatalogue, CountsMissingValues) {
  const Catalogue catalogue(data_);
  Dataset data = catalogue.Load(Spec("tiny"), 1);
  data.x.dense()(0, 0) = data.x.dense()(0, 3) = std::nan("");
  DataOnDisk disk;
  disk.data = &data;
  const std::string text = DescribeText(*catalogue.Find("tiny"), disk);
  EXPECT_THAT(text, HasSubstr("missing values 2\n"));
  // Of the two rows that have all their values.
  EXPECT_THAT(text, HasSubstr("row norms      min 3, mean 3.5, max 4\n"));
  EXPECT_EQ(nlohmann::json::parse(DescribeJson(*catalogue.Find("tiny"), disk))["missing_values"],
            2);
  data.x.dense().setConstant(std::nan(""));
  EXPECT_THAT(DescribeText(*catalogue.Find("tiny"), disk), ::testing::Not(HasSubstr("row norms")));
}

}  // namespace
}  // namespace mercer
