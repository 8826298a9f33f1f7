#include <algorithm>
#include <cstdint>
#include <set>

#include "core/base/text.h"
#include "experiments/report/render/latex_text.h"
#include "experiments/report/summary/metrics.h"
#include "experiments/report/summary/row_index.h"
#include "experiments/report/tables/layout.h"

namespace mercer {
namespace {

constexpr std::size_t kFewestSizes = 3;

/// The picture of one metric of one data set and kernel.
class Figure {
 public:
  Figure(const Summary& summary, const RowIndex& rows, std::string dataset, std::string kernel,
         const Metric& metric)
      : rows_(rows),
        dataset_(std::move(dataset)),
        kernel_(std::move(kernel)),
        metric_(metric),
        is_share_(metric.kind == MetricKind::kShare) {
    for (const std::string& method : MethodsOf(summary, kernel_)) AddMethod(method);
  }

  // "" where no curve has enough sizes.
  std::string Write() const {
    if (sizes_.size() < kFewestSizes) return "";
    return "% " + dataset_ + ", kernel " + kernel_ + ": " + std::string(metric_.name) +
           "\n\\begin{tikzpicture}\n\\begin{axis}[xmode=log, " + (is_share_ ? "" : "ymode=log, ") +
           "xlabel={$D$}, ylabel={" + LatexText(metric_.title) + "}, title={" +
           LatexText(dataset_ + ", " + kernel_) + "}, legend pos=outer north east]\n" + plots_ +
           "\\end{axis}\n\\end{tikzpicture}\n";
  }

 private:
  double InUnit(double value) const { return is_share_ ? 100 * value : value; }

  void AddMethod(const std::string& method) {
    std::string ours, paper;
    for (const std::int64_t size : rows_.Sizes({dataset_, kernel_, method})) {
      const SummaryRow* row = rows_.Find({dataset_, kernel_, method, size}, metric_.name);
      if (row == nullptr) continue;
      if (size == 0) {
        if (row->measured.n > 0) AddLevel(method, row->measured.mean);
        continue;
      }
      const std::string x = std::to_string(size) + " ";
      if (row->measured.n > 0) {
        sizes_.insert(size);
        ours += x + FormatNumber(InUnit(row->measured.mean)) + " " +
                FormatNumber(InUnit(row->measured.std.value_or(0))) + "\n";
      }
      if (row->reported) paper += x + FormatNumber(InUnit(row->reported->value)) + "\n";
    }
    if (!ours.empty()) {
      plots_ +=
          "\\addplot+[error bars/.cd, y dir=both, y explicit] table[x=D, y=mean, y error=std] {\n"
          "D mean std\n" +
          ours + "};\n\\addlegendentry{" + LatexText(method) + "}\n";
    }
    if (!paper.empty()) {
      plots_ += "\\addplot+[dashed] table[x=D, y=value] {\nD value\n" + paper +
                "};\n\\addlegendentry{" + LatexText(method) + ", paper}\n";
    }
  }

  void AddLevel(const std::string& method, double value) {
    plots_ += "\\draw[dotted] ({rel axis cs:0,0} |- {axis cs:1," + FormatNumber(InUnit(value)) +
              "}) -- ({rel axis cs:1,0} |- {axis cs:1," + FormatNumber(InUnit(value)) +
              "}) node[above left] {" + LatexText(method) + "};\n";
  }

  const RowIndex& rows_;
  const std::string dataset_, kernel_;
  const Metric& metric_;
  const bool is_share_;
  std::set<std::int64_t> sizes_;
  std::string plots_;
};

}  // namespace

std::string LatexFigures(const Summary& summary) {
  std::string out;
  const RowIndex rows(summary);
  for (const std::string& kernel : KernelsOf(summary)) {
    for (const std::string& dataset : DatasetsOf(summary, kernel)) {
      for (const std::string& metric : ShownMetrics(summary)) {
        const std::string figure =
            Figure(summary, rows, dataset, kernel, *FindMetric(metric)).Write();
        if (!figure.empty()) out += "\n" + figure;
      }
    }
  }
  return out;
}

}  // namespace mercer
