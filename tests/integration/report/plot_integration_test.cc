// mercer plot: what is drawn, mark for mark, of committed results.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include "tests/support/files.h"

namespace mercer {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

bool HasGnuplot() { return testing::RunCommand("gnuplot -V").exit_code == 0; }

const std::string& Results() {
  static const std::string folder = (testing::SourceDir() / "results/kar2012/figure1").string();
  return folder;
}

std::string Plot(const std::string& arguments) {
  const auto result = testing::RunMercer("plot " + arguments);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  return result.out;
}

/// How many marks an SVG of gnuplot has in the colour: each is a <use> within a group of it.
std::size_t MarksOf(const std::string& svg, const std::string& colour) {
  static const std::regex mark("<use xlink:href='#gpPt[0-9]+'[^>]*color='([^']*)'");
  std::size_t count = 0;
  for (std::sregex_iterator it(svg.begin(), svg.end(), mark), end; it != end; ++it)
    if ((*it)[1] == colour) ++count;
  return count;
}

/// A text of an SVG of gnuplot, in pixels; `anchor` is "start", "middle" or "end".
struct Text {
  double x = 0, y = 0;
  bool is_turned = false;
  std::string anchor, text;
  // Of the widest font that replaces Helvetica, in which a character is about 0.62 of the size.
  double Left() const { return x - Width() * (anchor == "end" ? 1 : anchor == "middle" ? 0.5 : 0); }
  double Right() const { return Left() + Width(); }
  double Width() const { return 0.62 * 10.67 * static_cast<double>(text.size()); }
};

std::vector<Text> TextsOf(const std::string& svg) {
  static const std::regex one(
      "<g transform=\"translate\\(([-0-9.]+),([-0-9.]+)\\)( rotate[^\"]*)?\"[^>]*"
      "text-anchor=\"([a-z]+)\">\\s*<text>(?:<tspan[^>]*>)?([^<]*)");
  std::vector<Text> texts;
  for (std::sregex_iterator it(svg.begin(), svg.end(), one), end; it != end; ++it)
    texts.push_back(
        {std::stod((*it)[1]), std::stod((*it)[2]), (*it)[3].matched, (*it)[4], (*it)[5]});
  return texts;
}

/// Lines of summary.csv for a kernel and method that have a mean, and those that have the paper's.
struct Counts {
  std::size_t ours = 0, paper = 0;
};
Counts CountRows(const std::string& kernel, const std::string& method) {
  std::istringstream lines(testing::ReadFile(Results() + "/summary.csv"));
  Counts counts;
  for (std::string line; std::getline(lines, line);) {
    const std::string middle = "," + kernel + "," + method + ",";
    if (line.find(middle) == line.npos || line.find(",gram_mean_abs,") == line.npos) continue;
    ++counts.ours;
    const std::string rest = line.substr(line.find(",gram_mean_abs,"));
    std::istringstream fields(rest);
    std::string field;
    for (int i = 0; i < 7 && std::getline(fields, field, ','); ++i) continue;  // "", metric, n …
    if (!field.empty()) ++counts.paper;
  }
  return counts;
}

TEST(Plot, DrawsAMarkForEveryNumber) {
  if (!HasGnuplot()) GTEST_SKIP() << "there is no gnuplot here";
  const testing::TemporaryFolder folder;
  const std::string file = (folder / "figure.svg").string();
  const std::string caption = Plot(Results() + " --only kernel=polynomial --output " + file);
  EXPECT_THAT(caption, StartsWith("mean abs. Gram error against number of random features D."));
  const std::string svg = testing::ReadFile(file);
  const Counts rm = CountRows("polynomial", "rm"), h01 = CountRows("polynomial", "h01");
  ASSERT_GE(rm.ours, 20u);
  ASSERT_GE(rm.paper, 20u);
  // One more of each in the key, where the paper's mark is black.
  EXPECT_EQ(MarksOf(svg, "rgb(  0, 114, 178)"), rm.ours + rm.paper + 1);
  EXPECT_EQ(MarksOf(svg, "rgb(213,  94,   0)"), h01.ours + h01.paper + 1);
  for (const char* text : {"d=50", "d=100", "d=200", ">RM<", ">H0/1<", ">paper<"})
    EXPECT_THAT(svg, HasSubstr(text));
}

// In a column no text is cut at the edge, and none stands on another of its line.
TEST(Plot, TextsOfAColumnHaveRoom) {
  if (!HasGnuplot()) GTEST_SKIP() << "there is no gnuplot here";
  const testing::TemporaryFolder folder;
  const std::string file = (folder / "figure.svg").string();
  for (const char* results :
       {"kar2012/figure1", "cotter2011/figure1", "kar2012/table1a", "yang2014/figure4_housing"}) {
    Plot((testing::SourceDir() / "results" / results).string() + " --output " + file);
    const std::vector<Text> texts = TextsOf(testing::ReadFile(file));
    ASSERT_GE(texts.size(), 10u) << results;
    for (const Text& text : texts) {
      if (text.is_turned) {
        // Its narrow letters make it 5 pixels shorter at each end.
        EXPECT_GE(text.y - text.Width() / 2, -5) << results << ": " << text.text;
        continue;
      }
      EXPECT_GE(text.Left(), 0) << results << ": " << text.text;
      EXPECT_LE(text.Right(), 322 + 2) << results << ": " << text.text;
      for (const Text& other : texts) {
        // A turned text takes half a line at both sides of its place.
        if (other.is_turned && std::abs(other.y - text.y) < 60 && other.x < text.x) {
          EXPECT_GT(text.Left(), other.x + 2) << results << ": " << text.text;
        }
        if (other.is_turned || &other == &text || std::abs(other.y - text.y) > 8) continue;
        EXPECT_TRUE(other.Right() < text.Left() || text.Right() < other.Left())
            << results << ": " << text.text << " and " << other.text;
      }
    }
  }
}

TEST(Plot, DrawsResultsOfOneDAgainstATime) {
  const testing::TemporaryFolder folder;
  const std::string output = " --output " + (folder / "f.gp").string();
  const std::string gram = (testing::SourceDir() / "results/reid2023/gram").string();
  EXPECT_THAT(Plot(gram + output), HasSubstr(" against map training rows [s]."));
  const auto refused = testing::RunMercer("plot " + gram + " --x D" + output);
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.err, HasSubstr("another axis that has two: --x "));
}

TEST(Plot, SaysWhatIsNotDrawnAgainstItselfAndWhatIsHigherThanAPage) {
  const testing::TemporaryFolder folder;
  const std::string output = " --output " + (folder / "f.gp").string();
  const std::string results = (testing::SourceDir() / "results/kar2012").string();
  const auto itself =
      testing::RunMercer("plot " + results + "/table1a --metrics accuracy,train_s" + output);
  EXPECT_EQ(itself.exit_code, 0);
  EXPECT_THAT(itself.err, StartsWith("plot: train_s is the horizontal axis"));
  EXPECT_THAT(itself.out, StartsWith("accuracy % against train [s]."));
  const auto high =
      testing::RunMercer("plot " + results + "/figure1_laws --x D --width page" + output);
  EXPECT_EQ(high.exit_code, 0);
  EXPECT_THAT(high.err, HasSubstr(" inches high, more than a page (9); --only dataset=NAME"));
  // The figure that its config names first has a panel for all d.
  const auto named = testing::RunMercer("plot " + results + "/figure1_laws --width page" + output);
  EXPECT_EQ(named.err, "");
  EXPECT_THAT(named.out, StartsWith("mean abs. Gram error against number of input columns d."));
}

// A parameter of the map on the horizontal axis: a mark for each number of the paper and of ours,
// in the two colours of the two boxes, at the iterations of the paper.
TEST(Plot, DrawsAParameterOfTheMapAsTheHorizontalAxis) {
  if (!HasGnuplot()) GTEST_SKIP() << "there is no gnuplot here";
  const testing::TemporaryFolder folder;
  const std::string file = (folder / "figure.svg").string();
  const std::string caption =
      Plot((testing::SourceDir() / "results/yang2014/figure4_housing").string() +
           " --metrics box_discrepancy --output " + file);
  EXPECT_THAT(caption, StartsWith("box discrepancy against iterations."));
  const std::string svg = testing::ReadFile(file);
  // 20 of the paper, 20 of ours, one in the key.
  EXPECT_EQ(MarksOf(svg, "rgb(  0, 114, 178)"), 41U);
  EXPECT_EQ(MarksOf(svg, "rgb(213,  94,   0)"), 41U);
  std::vector<std::string> texts;
  for (const Text& text : TextsOf(svg)) texts.push_back(text.text);
  for (const char* text : {"0", "iterations", "quasi_fourier (box_scale=1)"})
    EXPECT_EQ(std::ranges::count(texts, text), 1) << text;
}

// Numbers without a second one beside them are a table.
TEST(Plot, SaysWhatHasNoCurve) {
  for (const char* folder : {"cotter2011/table2_mnist", "daniely2017/shallow_exact"}) {
    const auto result = testing::RunMercer(
        "plot " + (testing::SourceDir() / "results" / folder).string() + " --output x.svg");
    EXPECT_EQ(result.exit_code, 2);
    EXPECT_THAT(result.err, HasSubstr("mercer report prints these single numbers as a table"));
  }
}

TEST(Plot, WritesTheOtherFormats) {
  if (!HasGnuplot()) GTEST_SKIP() << "there is no gnuplot here";
  const testing::TemporaryFolder folder;
  const std::string all = Results() + " --figure figure1_linear --width page --output ";
  Plot(all + (folder / "f.pdf").string());
  EXPECT_THAT(testing::ReadFile(folder / "f.pdf"), StartsWith("%PDF"));
  Plot(all + (folder / "f.png").string());
  const std::string png = testing::ReadFile(folder / "f.png");
  ASSERT_GT(png.size(), 24u);
  EXPECT_EQ(png.substr(1, 3), "PNG");
  EXPECT_EQ(static_cast<unsigned char>(png[18]) * 256 + static_cast<unsigned char>(png[19]), 2100);
}

TEST(Plot, WritesItsScriptWithoutGnuplot) {
  const testing::TemporaryFolder folder;
  const auto result = testing::RunCommand("PATH=/nowhere " + std::string(MERCER_BINARY) + " plot " +
                                          Results() + " --output " + (folder / "f.gp").string());
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(testing::ReadFile(folder / "f.gp"), HasSubstr("set terminal svg"));
  const auto refused =
      testing::RunCommand("PATH=/nowhere " + std::string(MERCER_BINARY) + " plot " + Results() +
                          " --output " + (folder / "f.svg").string());
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.err, HasSubstr("gnuplot is not in PATH (Debian: gnuplot-nox)"));
}

TEST(Plot, TheScalesAreThoseThatAreAskedFor) {
  const testing::TemporaryFolder folder;
  const std::string file = (folder / "f.gp").string();
  const std::string plot = Results() + " --only kernel=polynomial --output " + file;
  Plot(plot);
  for (const char* axis : {"x", "y"})
    EXPECT_THAT(testing::ReadFile(file), HasSubstr(std::string("\nset logscale ") + axis + "\n"));
  Plot(plot + " --x-scale linear --y-scale linear");
  for (const char* axis : {"x", "y"})
    EXPECT_THAT(testing::ReadFile(file), HasSubstr(std::string("\nunset logscale ") + axis + "\n"));
  const auto refused = testing::RunMercer("plot " + plot + " --y-scale cubic");
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.err, HasSubstr("plot: --y-scale"));
}

// The two figures that the config of the results names lie beside the report, which shows them.
TEST(Report, HasThePicturesOfItsConfigBesideIt) {
  if (!HasGnuplot()) GTEST_SKIP() << "there is no gnuplot here";
  const testing::TemporaryFolder folder;
  const auto report = [&](const std::string& format, const std::string& file) {
    const auto result = testing::RunMercer("report " + Results() + " --format " + format +
                                           " --output " + (folder / file).string());
    EXPECT_EQ(result.exit_code, 0) << result.err;
    EXPECT_EQ(result.err, "");
    return testing::ReadFile(folder / file);
  };
  const std::string markdown = report("markdown", "own.md");
  for (const char* name : {"figure1", "figure1_linear"}) {
    const std::string file = "own-" + std::string(name) + ".svg";
    EXPECT_THAT(markdown, HasSubstr("](" + file + ")\n"));
    const Counts rm = CountRows("polynomial", "rm");
    EXPECT_GE(MarksOf(testing::ReadFile(folder / file), "rgb(  0, 114, 178)"), rm.ours + rm.paper);
  }
  const std::string latex = report("latex", "own.tex");
  EXPECT_THAT(latex, HasSubstr("\\includegraphics[width=\\linewidth]{own-figure1.pdf}\n"));
  EXPECT_THAT(latex, ::testing::Not(HasSubstr("tikzpicture")));
  EXPECT_THAT(testing::ReadFile(folder / "own-figure1.pdf"), StartsWith("%PDF"));
}

TEST(Report, SaysInALineThatThereIsNoGnuplot) {
  const testing::TemporaryFolder folder;
  const auto result =
      testing::RunCommand("PATH=/nowhere " + std::string(MERCER_BINARY) + " report " + Results() +
                          " --format markdown --output " + (folder / "r.md").string());
  EXPECT_EQ(result.exit_code, 0);
  EXPECT_THAT(result.err, HasSubstr("gnuplot is not in PATH (Debian: gnuplot-nox)"));
  EXPECT_EQ(std::count(result.err.begin(), result.err.end(), '\n'), 1);
  EXPECT_THAT(testing::ReadFile(folder / "r.md"), ::testing::Not(HasSubstr("![")));
}

TEST(Report, ShowsTheRowsColumnsAndMetricsThatAreAskedFor) {
  const std::string table = (testing::SourceDir() / "results/kar2012/table1a").string();
  const auto shown = testing::RunMercer("report " + table +
                                        " --rows methods --metrics accuracy --only method=rm "
                                        "--only method=h01,dataset=nursery,dataset=adult");
  EXPECT_EQ(shown.exit_code, 0) << shown.err;
  EXPECT_THAT(shown.out, ::testing::ContainsRegex("RM, D = 500 +\\|.*99.59.*\\|.*84.78"));
  for (const char* text : {"Spambase", "\nexact", "train s"})
    EXPECT_THAT(shown.out, ::testing::Not(HasSubstr(text)));
  const auto csv = testing::RunMercer("report " + table + " --format csv --metrics error_rate");
  EXPECT_THAT(csv.out, HasSubstr(",error_rate,"));
  EXPECT_THAT(csv.out, ::testing::Not(HasSubstr(",accuracy,")));
  // The pages of all results take none of the four.
  for (const char* option :
       {"--only method=rm", "--rows methods", "--columns metrics", "--metrics accuracy"}) {
    const auto refused =
        testing::RunMercer("report --all " + std::string(option) + " --output pages");
    EXPECT_EQ(refused.exit_code, 2) << option;
    EXPECT_THAT(refused.err, HasSubstr("--only is given with --all; expected one results folder"));
  }
}

TEST(Plot, SaysWhatIsWrong) {
  const auto fault = [](const std::string& arguments) {
    const auto result = testing::RunMercer("plot " + arguments);
    EXPECT_EQ(result.exit_code, 2);
    return result.err;
  };
  EXPECT_THAT(fault(Results()), HasSubstr("no --output given"));
  EXPECT_THAT(fault(Results() + " --output x.jpg"), HasSubstr("'*.jpg'"));
  EXPECT_THAT(fault(Results() + " --output x.svg --figure two"), HasSubstr("figure1_linear"));
  EXPECT_THAT(fault(Results() + " --output x.svg --metrics acuracy"), HasSubstr("'acuracy'"));
  EXPECT_THAT(fault(Results() + " --output x.svg --x d"), HasSubstr("ops_per_row"));
  EXPECT_THAT(fault(Results() + " --output x.svg --only D=10"), HasSubstr("dataset"));
  EXPECT_THAT(fault(Results() + " --output /nowhere/x.svg"), HasSubstr("gnuplot"));
}

}  // namespace
}  // namespace mercer
