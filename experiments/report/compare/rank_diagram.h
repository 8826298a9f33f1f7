#ifndef MERCER_EXPERIMENTS_REPORT_COMPARE_RANK_DIAGRAM_H_
#define MERCER_EXPERIMENTS_REPORT_COMPARE_RANK_DIAGRAM_H_

#include <string>
#include <vector>

#include "experiments/report/compare/comparison.h"

namespace mercer {

/// A critical-difference diagram (Demšar 2006, Figure 1): the axis of mean ranks with the best to
/// the right, each method at the end of a line from its rank, the better half to the right, and
/// bars that join methods which are not shown to differ. Where its parts are; how large, the
/// formats decide.
struct RankDiagram {
  struct Method {
    std::string name;
    double rank = 1;
    bool right = false;  // of the better half
    int row = 0;         // from the axis down: the outermost first, so that no two lines cross
  };
  struct Bar {
    double best = 1, worst = 1;
    int level = 0;  // from the axis down; bars of a level do not touch
  };

  int num_methods = 0;  // the axis is from 1 to this
  double critical_difference = 0;
  int num_rows = 0, num_levels = 0;
  std::vector<Method> methods{};
  std::vector<Bar> bars{};  // of two methods or more
};

RankDiagram DiagramOf(const RankComparison& over);

/// As an SVG image by itself, without a line end behind it: a few kB, no script, no font but the
/// reader's. Labels do not overlap, whatever the ranks.
std::string SvgOf(const RankDiagram& diagram);

/// As a picture of pgfplots, ready for \input: a tikzpicture with one axis.
std::string PgfplotsOf(const RankDiagram& diagram);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_REPORT_COMPARE_RANK_DIAGRAM_H_
