#include "experiments/report/compare/rank_diagram.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <regex>
#include <string>

namespace mercer {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::SizeIs;

RankComparison Ranked(std::vector<double> mean_ranks, double critical_difference) {
  RankComparison over;
  for (std::size_t i = 0; i < mean_ranks.size(); ++i)
    over.methods.push_back("method_" + std::to_string(i));
  over.groups = RankGroups(mean_ranks, critical_difference);
  over.mean_ranks = std::move(mean_ranks);
  over.critical_difference = critical_difference;
  return over;
}

TEST(RankDiagram, HasTheBetterHalfToTheRightAndTheOutermostOnTop) {
  const RankDiagram diagram = DiagramOf(Ranked({1.2, 2.0, 3.1, 3.9, 4.8}, 1.5));
  ASSERT_THAT(diagram.methods, SizeIs(5));
  EXPECT_EQ(diagram.num_rows, 3);
  EXPECT_TRUE(diagram.methods[0].right);
  EXPECT_EQ(diagram.methods[0].row, 0);
  EXPECT_TRUE(diagram.methods[2].right);
  EXPECT_EQ(diagram.methods[2].row, 2);
  EXPECT_FALSE(diagram.methods[3].right);
  EXPECT_EQ(diagram.methods[3].row, 1);
  EXPECT_EQ(diagram.methods[4].row, 0);
}

TEST(RankDiagram, HasABarForEachGroupOfTwoOrMore) {
  // 1.0 to 2.0, 2.0 to 3.4, and 5 alone.
  const RankDiagram diagram = DiagramOf(Ranked({1.0, 2.0, 3.4, 5.0}, 1.5));
  ASSERT_THAT(diagram.bars, SizeIs(2));
  EXPECT_EQ(diagram.bars[0].best, 1.0);
  EXPECT_EQ(diagram.bars[0].worst, 2.0);
  EXPECT_NE(diagram.bars[0].level, diagram.bars[1].level) << "they share a method";
  EXPECT_EQ(diagram.num_levels, 2);
  const RankDiagram apart = DiagramOf(Ranked({1.0, 1.5, 4.0, 4.5}, 1));
  ASSERT_THAT(apart.bars, SizeIs(2));
  EXPECT_EQ(apart.num_levels, 1) << "bars far apart share a level";
}

struct Word {
  double x, y;
  std::string anchor, text;

  // At the width that a wide font gives its letters.
  double Left() const { return anchor == "start" ? x : x - Width() * (anchor == "end" ? 1 : 0.5); }
  double Right() const { return Left() + Width(); }
  double Width() const { return 8.4 * static_cast<double>(text.size()); }
};

std::vector<Word> WordsOf(const std::string& svg) {
  static const std::regex text(
      "<text x=\"([^\"]*)\" y=\"([^\"]*)\" text-anchor=\"([^\"]*)\">([^<]*)</text>");
  std::vector<Word> words;
  for (std::sregex_iterator it(svg.begin(), svg.end(), text), end; it != end; ++it)
    words.push_back({std::stod((*it)[1]), std::stod((*it)[2]), (*it)[3], (*it)[4]});
  return words;
}

TEST(RankDiagram, LabelsOfTheSvgDoNotOverlap) {
  std::mt19937 draw(1);
  for (int k = 2; k <= 50; ++k) {
    std::vector<double> ranks;
    for (int i = 0; i < k; ++i) ranks.push_back(1 + (k - 1) * (draw() % 1000) / 999.0);
    std::sort(ranks.begin(), ranks.end());
    if (k % 5 == 0) ranks.assign(ranks.size(), (k + 1) / 2.0);
    const std::string svg = SvgOf(DiagramOf(Ranked(ranks, 0.1 + draw() % 4)));
    const std::vector<Word> words = WordsOf(svg);
    ASSERT_GE(words.size(), static_cast<std::size_t>(k) + 2);
    std::smatch width;
    ASSERT_TRUE(std::regex_search(svg, width, std::regex("width=\"([0-9.]+)\"")));
    for (std::size_t i = 0; i < words.size(); ++i) {
      EXPECT_GE(words[i].Left(), 0) << words[i].text << " of " << k;
      EXPECT_LE(words[i].Right(), std::stod(width[1])) << words[i].text << " of " << k;
      for (std::size_t j = 0; j < i; ++j) {
        const bool apart = std::abs(words[i].y - words[j].y) >= 14 ||
                           words[i].Left() >= words[j].Right() ||
                           words[j].Left() >= words[i].Right();
        EXPECT_TRUE(apart) << words[i].text << " and " << words[j].text << " of " << k;
      }
    }
  }
}

TEST(RankDiagram, SvgSaysWhatItShows) {
  RankComparison over = Ranked({1.25, 1.75}, 0.98);
  over.methods = {"a<b", "rm & co"};
  const std::string svg = SvgOf(DiagramOf(over));
  EXPECT_TRUE(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\""));
  EXPECT_THAT(svg, HasSubstr("<title>Critical-difference diagram</title>"));
  EXPECT_THAT(svg, HasSubstr("a&lt;b 1.25; rm &amp; co 1.75; critical difference 0.98"));
  EXPECT_THAT(svg, HasSubstr(">CD = 0.98</text>"));
  EXPECT_THAT(svg, Not(HasSubstr("a<b")));
}

TEST(RankDiagram, PgfplotsIsAnAxisWithALineForEachMethod) {
  RankComparison over = Ranked({1.25, 1.75}, 0.98);
  over.methods = {"random_fourier", "50%"};
  const std::string tex = PgfplotsOf(DiagramOf(over));
  EXPECT_THAT(tex, HasSubstr("\\begin{tikzpicture}\n\\begin{axis}[clip=false"));
  EXPECT_THAT(tex, HasSubstr("x dir=reverse, xmin=1, xmax=2,"));
  EXPECT_THAT(tex, HasSubstr("\\draw (axis cs:1.250,0) |- (axis cs:0.980,-1.800) node[right, "
                             "font=\\small] {1.25\\enspace random\\_fourier};"));
  EXPECT_THAT(tex, HasSubstr("node[left, font=\\small] {50\\%\\enspace 1.75};"));
  EXPECT_THAT(tex, HasSubstr("{CD $=$ 0.98}"));
  EXPECT_THAT(tex, HasSubstr("\\draw[line width=2pt] ([xshift=2pt]axis cs:1.250,-0.600)"));
  EXPECT_TRUE(tex.ends_with("\\end{axis}\n\\end{tikzpicture}\n"));
}

}  // namespace
}  // namespace mercer
