#include "experiments/report/render/render_latex.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <set>
#include <utility>

#include "core/base/text.h"
#include "experiments/report/cells/report_metrics.h"
#include "experiments/report/summary/summary.h"
#include "experiments/report/tables/layout.h"

namespace mercer {
namespace {

using Replacement = std::pair<std::string_view, std::string_view>;
constexpr std::array<Replacement, 55> kReplacements = {{{"\\", "\\textbackslash{}"},
                                                        {"&", "\\&"},
                                                        {"%", "\\%"},
                                                        {"$", "\\$"},
                                                        {"#", "\\#"},
                                                        {"_", "\\_"},
                                                        {"{", "\\{"},
                                                        {"}", "\\}"},
                                                        {"~", "\\textasciitilde{}"},
                                                        {"^", "\\textasciicircum{}"},
                                                        {"<", "$<$"},
                                                        {">", "$>$"},
                                                        {"|", "$|$"},
                                                        {"±", "$\\pm$"},
                                                        {"×", "$\\times$"},
                                                        {"✓", "$\\checkmark$"},
                                                        {"✗", "\\textsf{x}"},
                                                        {"≡", "$\\equiv$"},
                                                        {"◦", "$\\circ$"},
                                                        {"†", "$\\dagger$"},
                                                        {"≤", "$\\leq$"},
                                                        {"≥", "$\\geq$"},
                                                        {"−", "$-$"},
                                                        {"–", "--"},
                                                        {"…", "\\dots{}"},
                                                        {"√", "$\\surd$"},
                                                        {"∞", "$\\infty$"},
                                                        {"→", "$\\to$"},
                                                        {"‡", "$\\ddagger$"},
                                                        {"»", "\\guillemotright{}"},
                                                        {"ᵃ", "\\textsuperscript{a}"},
                                                        {"ᵇ", "\\textsuperscript{b}"},
                                                        {"ᶜ", "\\textsuperscript{c}"},
                                                        {"ᵈ", "\\textsuperscript{d}"},
                                                        {"ᵉ", "\\textsuperscript{e}"},
                                                        {"ᶠ", "\\textsuperscript{f}"},
                                                        {"ᵍ", "\\textsuperscript{g}"},
                                                        {"ʰ", "\\textsuperscript{h}"},
                                                        {"ⁱ", "\\textsuperscript{i}"},
                                                        {"ʲ", "\\textsuperscript{j}"},
                                                        {"ᵏ", "\\textsuperscript{k}"},
                                                        {"ˡ", "\\textsuperscript{l}"},
                                                        {"ᵐ", "\\textsuperscript{m}"},
                                                        {"ⁿ", "\\textsuperscript{n}"},
                                                        {"ᵒ", "\\textsuperscript{o}"},
                                                        {"ᵖ", "\\textsuperscript{p}"},
                                                        {"ʳ", "\\textsuperscript{r}"},
                                                        {"ˢ", "\\textsuperscript{s}"},
                                                        {"ᵗ", "\\textsuperscript{t}"},
                                                        {"ᵘ", "\\textsuperscript{u}"},
                                                        {"ᵛ", "\\textsuperscript{v}"},
                                                        {"ʷ", "\\textsuperscript{w}"},
                                                        {"ˣ", "\\textsuperscript{x}"},
                                                        {"ʸ", "\\textsuperscript{y}"},
                                                        {"ᶻ", "\\textsuperscript{z}"}}};

std::string Comment(const std::string& text) {
  std::string out = "% ";
  for (const char c : text) {
    out += c;
    if (c == '\n') out += "% ";
  }
  return out + "\n";
}

std::string Line(const std::vector<std::string>& cells) {
  std::string out;
  for (std::size_t i = 0; i < cells.size(); ++i) out += (i > 0 ? " & " : "") + LatexText(cells[i]);
  return out + " \\\\\n";
}

// The best number is bold, the marks behind it are not.
std::string Line(const TableRow& row) {
  std::string out;
  for (std::size_t i = 0; i < row.cells.size(); ++i) {
    const std::string& text = row.cells[i];
    const std::size_t end = IsBest(row, i) ? std::min(text.find(' '), text.size()) : 0;
    out += i > 0 ? " & " : "";
    if (end > 0) out += "\\textbf{" + LatexText(text.substr(0, end)) + "}";
    out += LatexText(text.substr(end));
  }
  return out + " \\\\\n";
}

/// One tabular; columns of a group stand under its name and a rule.
class TabularWriter {
 public:
  explicit TabularWriter(const Table& table) : table_(table), columns_(table.columns) {}

  std::string Write() {
    std::string format;
    for (const ReportColumn& column : columns_) format += column.left ? 'l' : 'r';
    out_ = Comment(table_.title) + "\\begin{tabular}{" + format + "}\n\\toprule\n";
    WriteGroups();
    std::vector<std::string> names;
    for (const ReportColumn& column : columns_) names.push_back(column.name);
    out_ += Line(names) + "\\midrule\n";
    for (const TableRow& row : table_.rows) {
      out_ += row.heading.empty() ? Line(row)
                                  : "\\multicolumn{" + std::to_string(columns_.size()) + "}{l}{" +
                                        LatexText(row.heading) + "} \\\\\n";
    }
    out_ += "\\bottomrule\n\\end{tabular}\n";
    for (const std::string& note : table_.notes)
      out_ += "{\\par\\footnotesize " + LatexText(note) + "\\par}\n";
    return out_;
  }

 private:
  void WriteGroups() {
    std::string names, rules;
    for (std::size_t begin = 0; begin < columns_.size();) {
      std::size_t end = begin + 1;
      while (end < columns_.size() && columns_[end].group == columns_[begin].group) ++end;
      const std::string& group = columns_[begin].group;
      if (begin > 0) names += " & ";
      names += "\\multicolumn{" + std::to_string(end - begin) + "}{c}{" + LatexText(group) + "}";
      if (!group.empty())
        rules += "\\cmidrule(lr){" + std::to_string(begin + 1) + "-" + std::to_string(end) + "}";
      begin = end;
    }
    if (!rules.empty()) out_ += names + " \\\\\n" + rules + "\n";
  }

  const Table& table_;
  const std::vector<ReportColumn>& columns_;
  std::string out_;
};

constexpr std::size_t kFewestSizes = 3;

/// The picture of one metric of one data set and kernel.
class Figure {
 public:
  Figure(const Summary& summary, const RowIndex& rows, std::string dataset, std::string kernel,
         const Metric& metric)
      : rows_(rows),
        names_(summary.names),
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
           LatexText(names_.Dataset(dataset_) + ", " + kernel_) +
           "}, legend pos=outer north east]\n" + plots_ + "\\end{axis}\n\\end{tikzpicture}\n";
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
    const std::string name = names_.Method(method);
    if (!ours.empty()) {
      plots_ +=
          "\\addplot+[error bars/.cd, y dir=both, y explicit] table[x=D, y=mean, y error=std] {\n"
          "D mean std\n" +
          ours + "};\n\\addlegendentry{" + LatexText(name) + "}\n";
    }
    if (!paper.empty()) {
      plots_ += "\\addplot+[dashed] table[x=D, y=value] {\nD value\n" + paper +
                "};\n\\addlegendentry{" + LatexText(name) + ", paper}\n";
    }
  }

  void AddLevel(const std::string& method, double value) {
    plots_ += "\\draw[dotted] ({rel axis cs:0,0} |- {axis cs:1," + FormatNumber(InUnit(value)) +
              "}) -- ({rel axis cs:1,0} |- {axis cs:1," + FormatNumber(InUnit(value)) +
              "}) node[above left] {" + LatexText(names_.Method(method)) + "};\n";
  }

  const RowIndex& rows_;
  const DisplayNames& names_;
  const std::string dataset_, kernel_;
  const Metric& metric_;
  const bool is_share_;
  std::set<std::int64_t> sizes_;
  std::string plots_;
};

}  // namespace

std::string LatexText(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const auto* found = std::find_if(
        kReplacements.begin(), kReplacements.end(),
        [&](const Replacement& replacement) { return text.starts_with(replacement.first); });
    if (found == kReplacements.end()) {
      out += text.front() == '\n' ? ' ' : text.front();
      text.remove_prefix(1);
    } else {
      out += found->second;
      text.remove_prefix(found->first.size());
    }
  }
  return out;
}

std::string RenderLatex(const Document& document) {
  std::string out = Comment(document.title) +
                    Comment("Needs the packages booktabs, amssymb, graphicx and pgfplots.");
  for (const std::string& item : document.caption) out += Comment(item);
  if (!document.best.empty()) out += Comment("Bold: " + document.best);
  for (const Table& table : document.tables) out += "\n" + TabularWriter(table).Write();
  for (const DocumentFigure& figure : document.figures) {
    out += "\n" + Comment(figure.caption) + "\\includegraphics[width=\\linewidth]{" + figure.file +
           "}\n";
  }
  if (!document.notes.empty()) out += "\n";
  for (const std::string& note : document.notes) out += Comment(note);
  return out;
}

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
