#include <algorithm>
#include <array>
#include <utility>

#include "experiments/report/render/latex_text.h"

namespace mercer {
namespace {

using Replacement = std::pair<std::string_view, std::string_view>;
constexpr std::array<Replacement, 27> kReplacements = {{{"\\", "\\textbackslash{}"},
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
                                                        {"→", "$\\to$"}}};

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
      out_ += row.heading.empty() ? Line(row.cells)
                                  : "\\multicolumn{" + std::to_string(columns_.size()) + "}{l}{" +
                                        LatexText(row.heading) + "} \\\\\n";
    }
    return out_ + "\\bottomrule\n\\end{tabular}\n";
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
  std::string out =
      Comment(document.title) + Comment("Needs the packages booktabs, amssymb and pgfplots.");
  for (const std::string& item : document.caption) out += Comment(item);
  for (const Table& table : document.tables) out += "\n" + TabularWriter(table).Write();
  if (!document.notes.empty()) out += "\n";
  for (const std::string& note : document.notes) out += Comment(note);
  return out;
}

}  // namespace mercer
