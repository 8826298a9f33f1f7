#include "experiments/report/render/page_data.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

#include "core/base/text.h"
#include "experiments/report/render/html_page.h"
#include "experiments/report/summary/notes.h"
#include "experiments/report/summary/select.h"
#include "experiments/report/summary/summarise.h"
#include "experiments/report/summary/summary.h"
#include "experiments/store/csv.h"
#include "tests/experiments/report/made_results.h"

namespace mercer {
namespace {

using ::testing::HasSubstr;
using testing::MadeRecord;
using testing::MadeResults;
using ::testing::Not;
using Json = nlohmann::json;

/// The made results that bring every verdict about, and the committed ones.
class PageDataOf : public ::testing::TestWithParam<const char*> {
 protected:
  const Summary summary_ = LoadSummary(testing::SourceDir() / GetParam());
  const Json page_ = Json::parse(PageData(summary_));
};

std::string NumberOf(const Json& object, const char* key) {
  return object.contains(key) ? FormatNumber(object[key].get<double>()) : "";
}

TEST_P(PageDataOf, RowsAreThoseOfSummaryCsv) {
  const std::vector<CsvRow> lines = ParseCsv(SummaryCsv(summary_), "summary.csv");
  ASSERT_EQ(page_["rows"].size(), lines.size() - 1);
  for (std::size_t i = 0; i < page_["rows"].size(); ++i) {
    const Json& row = page_["rows"][i];
    const Json& cell = page_["cells"][row["cell"].get<std::size_t>()];
    const std::vector<std::string> made = {
        summary_.experiment,
        cell["dataset"],
        cell["kernel"],
        cell["method"],
        cell.contains("D") ? std::to_string(cell["D"].get<int>()) : "",
        row["metric"],
        std::to_string(row["n"].get<int>()),
        NumberOf(row, "mean"),
        NumberOf(row, "std"),
        NumberOf(row, "stderr"),
        NumberOf(row, "reported"),
        NumberOf(row, "reported_std"),
        NumberOf(row, "difference"),
        NumberOf(row, "band_low"),
        NumberOf(row, "band_high"),
        row.value("band_kind", ""),
        NumberOf(row, "margin"),
        row.value("verdict", ""),
        NumberOf(row, "theory"),
        NumberOf(row, "theory_stderr"),
        NumberOf(row, "theory_z")};
    const auto& fields = lines[i + 1].fields;
    EXPECT_EQ(made, std::vector(fields.begin(), fields.end() - 1));
    for (const Json& own : row.value("deviations", Json::array()))
      EXPECT_THAT(fields.back(), HasSubstr(own.get<std::string>()));
  }
}

TEST_P(PageDataOf, NumbersOfTablesNameTheirRows) {
  std::size_t numbers = 0;
  for (const Json& table : page_["tables"]) {
    for (const Json& part : table["parts"]) {
      for (const Json& line : part["rows"]) {
        if (!line.contains("cells")) continue;
        ASSERT_EQ(line["cells"].size(), part["columns"].size());
        for (std::size_t i = 0; i < line["cells"].size(); ++i) {
          const Json& content = line["cells"][i];
          const Json& column = part["columns"][i];
          if (content.is_string()) continue;
          ++numbers;
          const std::string text = content[0];
          const Json& row = page_["rows"][content[1].get<std::size_t>()];
          const Json& cell = page_["cells"][row["cell"].get<std::size_t>()];
          EXPECT_EQ(cell["kernel"], table["kernel"]);
          EXPECT_EQ(cell["dataset"], line.value("dataset", table["dataset"].get<std::string>()));
          EXPECT_EQ(cell["method"], column["method"]);
          if (line["cells"][0] == "paper" || column["name"] == "paper") {
            EXPECT_EQ(text, row["paper"]);
          } else {
            // A time is shown without its spread.
            const std::string ours = row["ours"];
            EXPECT_EQ(text.substr(0, text.find_first_of("\xC2\xE2 *")),
                      ours.substr(0, ours.find_first_of("\xC2\xE2 *")));
          }
        }
      }
    }
  }
  EXPECT_GT(numbers, 0U);
}

TEST_P(PageDataOf, EveryCellHasItsCommand) {
  for (const Json& cell : page_["cells"]) {
    const std::string command = cell["command"];
    EXPECT_THAT(command, HasSubstr("mercer run configs/" + summary_.experiment + ".json "));
    EXPECT_THAT(command, HasSubstr(" --only "));
    EXPECT_THAT(command, HasSubstr("method=" + cell["method"].get<std::string>()));
  }
}

INSTANTIATE_TEST_SUITE_P(Results, PageDataOf,
                         ::testing::Values("tests/golden/report", "results/kar2012/table1a",
                                           "results/kar2012/figure1", "results/kar2012/figure2"),
                         [](const auto& results) {
                           return Slug(std::filesystem::path(results.param).filename().string());
                         });

Summary OneCell(const testing::Fields& changes) {
  testing::Fields fields = {{"method", "rm"}, {"map", "m"}, {"D", "10"}, {"accuracy", "0.5"}};
  fields.insert(fields.end(), changes.begin(), changes.end());
  return Summarise(MadeResults({MadeRecord(fields)}, ""), {});
}

TEST(PageData, TextCannotEndTheScriptNorHideItsEnd) {
  const std::string nasty = "</script><!--<script>&amp;\"";
  const std::string data = PageData(OneCell({{"status", "failed"}, {"message", nasty}}));
  EXPECT_THAT(data, Not(HasSubstr("<")));
  EXPECT_THAT(Json::parse(data)["notes"].dump(), HasSubstr(Json(nasty).dump().substr(1, 20)));
}

TEST(PageData, BytesThatAreNoTextAreReplaced) {
  const std::string data = PageData(OneCell({{"status", "failed"}, {"message", "a\xFFz"}}));
  EXPECT_THAT(Json::parse(data)["notes"].dump(), HasSubstr("a\xEF\xBF\xBDz"));
}

TEST(PageData, FiguresAreThoseOfTheConfigWithThePlacesOfItsDataAxes) {
  const Json page =
      Json::parse(PageData(LoadSummary(testing::SourceDir() / "results/questions/crossing")));
  ASSERT_EQ(page["figures"].size(), 3U);
  EXPECT_EQ(page["figures"][0]["metrics"], Json({"accuracy", "train_s"}));
  EXPECT_EQ(page["figures"][0]["x"], "n_train");
  EXPECT_EQ(page["figures"][2]["x"], "train_s");
  const Json& places = page["data_axes"]["n_train"];
  ASSERT_EQ(places.size(), 9U);
  double most = 0;
  for (const Json& place : places) {
    EXPECT_EQ(place["panel"], "cod-rna");
    most = std::max(most, place["place"].get<double>());
  }
  EXPECT_EQ(most, 200000);
  EXPECT_EQ(page["names"]["datasets"]["cod-rna"], "Cod-RNA");
  EXPECT_EQ(page["of_paper"], false);
}

TEST(PageData, CellsHaveTheirPlaceAndCurveOnTheParameterOfAFigure) {
  const Json page =
      Json::parse(PageData(LoadSummary(testing::SourceDir() / "results/yang2014/figure4_housing")));
  EXPECT_EQ(page["figures"][0]["x"], "map.iterations");
  EXPECT_EQ(page["figures"][0]["log_x"], false);
  std::map<std::string, std::set<double>> curves;
  for (const Json& cell : page["cells"]) {
    const Json& on = cell["on_axes"]["map.iterations"];
    curves[on["curve"]].insert(on["place"].get<double>());
  }
  ASSERT_EQ(curves.size(), 2U);
  for (const char* curve : {"quasi_fourier (box_scale=1)", "quasi_fourier (box_scale=0.5)"}) {
    ASSERT_EQ(curves[curve].size(), 20U) << curve;
    EXPECT_EQ(*curves[curve].begin(), 0);
    EXPECT_EQ(*curves[curve].rbegin(), 95);
  }
}

TEST(PageData, AFigureNamesTheMethodsItIsAbout) {
  const Json page =
      Json::parse(PageData(LoadSummary(testing::SourceDir() / "results/kar2012/table1b")));
  ASSERT_EQ(page["figures"].size(), 1U);
  EXPECT_EQ(page["figures"][0]["methods"], Json({"exact", "exact_blocked", "h01", "linear", "rm"}));
  EXPECT_EQ(page["of_paper"], true);
}

// A page of a part of the results says nothing of claims, which are about all of them.
TEST(PageData, APartHasItsNumbersAndNoClaims) {
  Summary summary = LoadSummary(testing::SourceDir() / "results/kar2012/figure1");
  EXPECT_FALSE(Json::parse(PageData(summary))["claims"].empty());
  Select({.metrics = {"gram_mean_abs"}, .only = {{"method", "rm"}}}, summary);
  const Json page = Json::parse(PageData(summary));
  EXPECT_TRUE(page["claims"].empty());
  EXPECT_EQ(page["is_part"], true);
  ASSERT_FALSE(page["rows"].empty());
  for (const Json& row : page["rows"]) EXPECT_EQ(row["metric"], "gram_mean_abs");
  for (const Json& cell : page["cells"]) EXPECT_EQ(cell["method"], "rm");
  const Json by_method = Json::parse(PageData(summary, {.rows = "methods"}));
  EXPECT_EQ(by_method["tables"][0]["parts"][0]["rows"][0]["method"], "rm");
  const Json by_size = Json::parse(PageData(summary, {.rows = "datasets", .columns = "D"}));
  EXPECT_EQ(by_size["tables"][0]["method"], "rm");
  const Json by_dataset = Json::parse(PageData(summary, {.rows = "D", .columns = "datasets"}));
  EXPECT_EQ(by_dataset["tables"][0]["parts"][0]["columns"][1]["dataset"],
            page["cells"][0]["dataset"]);
}

TEST(PageData, NamesWhoseNumbersOursStandBeside) {
  const auto reported_by = [](const char* folder) {
    return Json::parse(PageData(LoadSummary(testing::SourceDir() / folder)))["reported_by"];
  };
  EXPECT_EQ(reported_by("results/reid2023/figure8_1000"), "other program");
  EXPECT_EQ(reported_by("results/kar2012/table1b"), "paper");
}

TEST(PageData, NoLineRefersToTheDocumentation) {
  for (const char* folder : {"tests/golden/report", "results/kar2012/figure1"}) {
    const Json page = Json::parse(PageData(LoadSummary(testing::SourceDir() / folder)));
    const std::string lines = page["caption"].dump() + page["notes"].dump();
    EXPECT_THAT(lines, Not(HasSubstr("docs/"))) << folder;
    EXPECT_THAT(lines, HasSubstr("Times and speed-ups have no verdict.")) << folder;
  }
}

TEST(PageData, TellsRunsDataAndConfig) {
  const Json page = Json::parse(
      PageData(LoadSummary(testing::SourceDir() / "tests/golden/figure2")))["provenance"];
  ASSERT_EQ(page["runs"].size(), 1U);
  EXPECT_EQ(page["runs"][0]["id"], "20261121T034943Z-a10436");
  EXPECT_THAT(page["runs"][0]["blas"].get<std::string>(), HasSubstr("OpenBLAS 0.3.21"));
  EXPECT_EQ(page["dataset_sha256"]["cod-rna"],
            "65b7cc0689fc29bba5db8b50fab0b6446d985f4bf8f6f5dd474f7df8b2f1ab6c");
  EXPECT_EQ(Json::parse(page["config"].get<std::string>())["experiment"], "kar2012/figure2");
}

// A sweep tells of a method without D in words above its table.
TEST(PageData, NumbersOfAHeadingNameTheirRows) {
  std::vector<ResultRecord> records = {
      MadeRecord({{"method", "exact"}, {"accuracy", "0.8"}, {"fit_s", "6"}})};
  for (const char* size : {"10", "20", "50", "100"})
    records.push_back(MadeRecord(
        {{"method", "rm"}, {"map", "m"}, {"D", size}, {"accuracy", "0.5"}, {"fit_s", "1"}}));
  const Json page = Json::parse(
      PageData(Summarise(MadeResults(records,
                                     "table 1,alpha,polynomial,exact,,accuracy,0.81,,fraction,2,"
                                     "printed,\n"),
                         {})));
  std::string text, numbers;
  // Results in the first table, times in the second.
  const Json& tables = page["tables"];
  std::vector<Json> parts(tables[0]["parts"][0]["rows"][0]["heading"].begin(),
                          tables[0]["parts"][0]["rows"][0]["heading"].end());
  parts.insert(parts.end(), tables[1]["parts"][0]["rows"][0]["heading"].begin(),
               tables[1]["parts"][0]["rows"][0]["heading"].end());
  for (const Json& part : parts) {
    text += part.is_string() ? part.get<std::string>() : part[0].get<std::string>();
    if (part.is_string()) continue;
    const Json& row = page["rows"][part[1].get<std::size_t>()];
    EXPECT_EQ(page["cells"][row["cell"].get<std::size_t>()]["method"], "exact");
    numbers += row["metric"].get<std::string>() + (part[2].get<bool>() ? " paper " : " ours ");
  }
  EXPECT_THAT(text, HasSubstr("exact: accuracy % 80.00 "));
  EXPECT_THAT(text, HasSubstr(" (paper 81)"));
  EXPECT_THAT(numbers, HasSubstr("accuracy ours accuracy paper train_s ours "));
}

TEST(HtmlPage, HoldsItsPartsAndAsksForNothingElse) {
  Summary summary = OneCell({});
  summary.experiment = "a<b>&{{data}}";
  const std::string page = HtmlPage(summary);
  EXPECT_THAT(page, HasSubstr("<title>a&lt;b&gt;&amp;{{data}}"));
  EXPECT_THAT(page, HasSubstr("Chart.js v3"));
  EXPECT_THAT(page, HasSubstr("Permission is hereby granted"));
  EXPECT_THAT(page, HasSubstr("default-src 'none'"));
  for (const char* reference : {" src=", "<link", "@import", "url("})
    EXPECT_THAT(page.substr(0, page.find("<script")), Not(HasSubstr(reference)));
  EXPECT_THAT(page, Not(HasSubstr("<script src")));
}

TEST(ReproduceCommand, NamesTheCellAndQuotesForAShell) {
  Summary summary;
  summary.experiment = "made/table";
  summary.provenance.citekey = "made2000";
  EXPECT_EQ(ReproduceCommand(summary, {"alpha", "polynomial", "rm", 10}),
            "mercer run configs/made/table.json --only "
            "dataset=alpha,kernel=polynomial,method=rm,D=10");
  EXPECT_EQ(ReproduceCommand(summary, {"ball(d=2,n=5)", "polynomial(degree=3)", "rm(a=1; b=2)", 0}),
            "mercer run configs/made/table.json --only "
            "'dataset=ball(d=2,n=5),kernel=polynomial(degree=3),method=rm'");
  for (const char* method : {"rm(a=1,b=x; cost=1)", "rm(a=1,b=x)"}) {
    EXPECT_EQ(ReproduceCommand(summary, {"alpha", "polynomial", method, 4}),
              "mercer run configs/made/table.json --only "
              "'dataset=alpha,kernel=polynomial,method=rm(a=1,b=x),D=4'");
  }
  EXPECT_EQ(
      ReproduceCommand(summary, {"alpha [unit_norm]", "gaussian(sigma=2,sigma_rows=9)", "o'k", 0}),
      "mercer run configs/made/table.json --only "
      "'dataset=alpha,kernel=gaussian,method=o'\\''k'");
}

TEST(ReproduceCommand, OfAUsersConfigNamesHisFileAndSettings) {
  Summary summary;
  summary.experiment = "mine";
  summary.provenance.config_file = "my.json";
  summary.provenance.settings = {"kernels/0/sigma=2"};
  EXPECT_EQ(ReproduceCommand(summary, {"alpha", "gaussian", "rff", 7}),
            "mercer run my.json --set kernels/0/sigma=2 --only "
            "dataset=alpha,kernel=gaussian,method=rff,D=7");
}

TEST(DeviationNotes, AreTheSectionsThatBeginWithAKey) {
  const auto notes = ParseDeviationNotes(
      "# Title\nintro\n\n### `bias-1`: the offset\nOne\nline.\n\nTwo.\n\n### Tolerances\nNo.\n"
      "### `last`\nEnd.");
  ASSERT_EQ(notes.size(), 2U);
  EXPECT_EQ(notes.at("bias-1").title, "the offset");
  EXPECT_EQ(notes.at("bias-1").text, "One line.\n\nTwo.");
  EXPECT_EQ(notes.at("last").title, "");
  EXPECT_EQ(notes.at("last").text, "End.");
}

TEST(DeviationNotes, ExplainEveryDeviationOfTheCommittedResults) {
  for (const char* table : {"table1a", "table1b", "figure1", "figure2"}) {
    const Summary summary = LoadSummary(testing::SourceDir() / "results/kar2012" / table);
    const auto notes = DeviationNotesOf(summary.provenance.citekey);
    for (const std::string& key : summary.provenance.deviations)
      EXPECT_TRUE(notes.count(key) == 1 && !notes.at(key).text.empty()) << key;
  }
}

}  // namespace
}  // namespace mercer
