// The diagram as a pgfplots axis: one unit down is one line of text.

#include <array>
#include <cstdio>

#include "experiments/report/compare/rank_diagram.h"
#include "experiments/report/render/render_latex.h"

namespace mercer {
namespace {

constexpr double kBarsFrom = 0.6, kLevelHeight = 0.4, kRulerAt = 2.4;

std::string Number(double value) {
  std::array<char, 32> buffer{};
  std::snprintf(buffer.data(), buffer.size(), "%.3f", value);
  return buffer.data();
}

std::string At(double rank, double down) {
  return "(axis cs:" + Number(rank) + "," + (down == 0 ? "0" : Number(-down)) + ")";
}

std::string Ticks(int num_methods) {
  const int step = 1 + num_methods / 21;
  std::string out;
  for (int rank = 1; rank <= num_methods; rank += step)
    out += (rank > 1 ? "," : "") + std::to_string(rank);
  return out;
}

std::string RankText(double rank) {
  std::array<char, 32> buffer{};
  std::snprintf(buffer.data(), buffer.size(), "%.2f", rank);
  return buffer.data();
}

}  // namespace

std::string PgfplotsOf(const RankDiagram& diagram) {
  const double k = diagram.num_methods, first_row = 1.4 + kLevelHeight * diagram.num_levels;
  const double depth = first_row + diagram.num_rows;
  // Labels stand a little outside the axis.
  const double beside = 0.02 * (k - 1);
  std::string out =
      "% Critical-difference diagram, best rank to the right. Needs the package pgfplots, 1.12 or "
      "newer.\n\\begin{tikzpicture}\n\\begin{axis}[clip=false, scale only axis, width=8cm, "
      "height=" +
      Number(depth) +
      "\\baselineskip,\n  x dir=reverse, xmin=1, xmax=" + std::to_string(diagram.num_methods) +
      ", ymin=" + Number(-depth) +
      ", ymax=0,\n  axis x line=top, axis y line=none, axis line style={-}, xtick={" +
      Ticks(diagram.num_methods) + "},\n  tick align=outside, ticklabel style={font=\\small}]\n";
  const double cd = diagram.critical_difference;
  out += "\\draw[|-|] " + At(k, -kRulerAt) + " -- " + At(k - cd, -kRulerAt) +
         " node[right, font=\\small] {CD $=$ " + RankText(cd) + "};\n";
  for (const RankDiagram::Method& method : diagram.methods) {
    const double end = method.right ? 1 - beside : k + beside;
    const std::string name = LatexText(method.name), rank = RankText(method.rank);
    out += "\\draw " + At(method.rank, 0) + " |- " + At(end, first_row + method.row) +
           (method.right ? " node[right, font=\\small] {" + rank + "\\enspace " + name
                         : " node[left, font=\\small] {" + name + "\\enspace " + rank) +
           "};\n";
  }
  for (const RankDiagram::Bar& bar : diagram.bars) {
    const double down = kBarsFrom + kLevelHeight * bar.level;
    out += "\\draw[line width=2pt] ([xshift=2pt]" + At(bar.best, down).substr(1) +
           " -- ([xshift=-2pt]" + At(bar.worst, down).substr(1) + ";\n";
  }
  return out + "\\end{axis}\n\\end{tikzpicture}\n";
}

}  // namespace mercer
