#include "experiments/report/compare/compare.h"

#include "core/base/error.h"
#include "core/base/text.h"
#include "experiments/report/compare/comparison_text.h"
#include "experiments/report/compare/rank_diagram.h"
#include "experiments/report/render/html_page.h"
#include "experiments/report/render/render_latex.h"
#include "experiments/report/tables/render_text.h"

namespace mercer {
namespace {

std::string Diagram(const Comparison& comparison, std::string (*render)(const RankDiagram&)) {
  if (!comparison.over_datasets) {
    std::string why = "these are results on one data set";
    if (!comparison.on_dataset && !comparison.notes.empty()) why = comparison.notes.front();
    throw InvalidInput(
        "compare: the critical-difference diagram is of two or more methods over several data "
        "sets (" +
        why + "); expected --format text|markdown|latex|csv|html");
  }
  return render(DiagramOf(*comparison.over_datasets));
}

std::string Latex(const Comparison& comparison) {
  const std::string tables = RenderLatex(ComparisonDocument(comparison));
  return comparison.over_datasets ? tables + "\n" + Diagram(comparison, PgfplotsOf) : tables;
}

std::string Sentences(const std::vector<std::string>& sentences) {
  std::string out;
  for (const std::string& sentence : sentences)
    out += "<li>" + EscapeHtml(Printable(sentence)) + "</li>\n";
  return out.empty() ? "" : "<ul>\n" + out + "</ul>\n";
}

std::string TableSection(const Table& table) {
  const std::string title = EscapeHtml(Printable(table.title));
  std::string out = "<h2>" + title +
                    "</h2>\n<div class=\"scroll\" role=\"region\" tabindex=\"0\" aria-label=\"" +
                    title + "\"><table>\n<thead><tr>";
  for (const ReportColumn& column : table.columns)
    out += "<th scope=\"col\">" + EscapeHtml(Printable(column.name)) + "</th>";
  out += "</tr></thead>\n<tbody>\n";
  for (const TableRow& row : table.rows) {
    out += "<tr>";
    for (std::size_t i = 0; i < row.cells.size(); ++i) {
      out += table.columns[i].left ? "<td class=\"left\">" : "<td class=\"number\">";
      out += EscapeHtml(Printable(row.cells[i])) + "</td>";
    }
    out += "</tr>\n";
  }
  return out + "</tbody>\n</table></div>\n";
}

std::string Html(const Comparison& comparison) {
  const Document document = ComparisonDocument(comparison);
  std::string body = Sentences(document.caption);
  if (comparison.over_datasets) {
    body +=
        "<h2>Critical-difference diagram</h2>\n<div class=\"scroll\" role=\"region\" "
        "tabindex=\"0\" aria-label=\"Critical-difference diagram\">\n<figure>\n" +
        Diagram(comparison, SvgOf) + "\n</figure></div>\n";
  }
  for (const Table& table : document.tables) body += TableSection(table);
  if (!document.notes.empty()) body += "<h2>Notes</h2>\n" + Sentences(document.notes);
  return FillTemplate(WebFile("compare.html"), {{"title", EscapeHtml(Printable(document.title))},
                                                {"style", std::string(WebFile("page.css"))},
                                                {"body", body}});
}

/// A new output format is a function of the comparison and one line here.
struct Format {
  const char* name;
  std::string (*render)(const Comparison& comparison);
};

constexpr Format kFormats[] = {
    {"text", [](const Comparison& of) { return RenderText(ComparisonDocument(of)); }},
    {"csv", ComparisonCsv},
    {"markdown", [](const Comparison& of) { return RenderMarkdown(ComparisonDocument(of)); }},
    {"latex", Latex},
    {"html", Html},
    {"svg", [](const Comparison& of) { return Diagram(of, SvgOf) + "\n"; }},
    {"pgfplots", [](const Comparison& of) { return Diagram(of, PgfplotsOf); }},
};

}  // namespace

std::vector<std::string> CompareFormats() {
  std::vector<std::string> names;
  for (const Format& format : kFormats) names.emplace_back(format.name);
  return names;
}

Comparison LoadComparison(const std::vector<std::filesystem::path>& folders,
                          const ScoreOptions& options, double alpha) {
  constexpr double kLeast = 0.0001, kMost = 0.5;
  if (!(alpha >= kLeast && alpha <= kMost)) {
    throw InvalidInput("compare: --alpha is " + FormatNumber(alpha) + "; expected a level from " +
                       FormatNumber(kLeast) + " to " + FormatNumber(kMost));
  }
  std::vector<ResultFolder> results;
  results.reserve(folders.size());
  for (const std::filesystem::path& folder : folders) results.push_back(ReadResults(folder));
  return CompareMethods(ScoresOf(std::move(results), options), alpha);
}

std::string ComparisonText(const Comparison& comparison, const std::string& format) {
  for (const Format& known : kFormats)
    if (format == known.name) return known.render(comparison);
  throw InvalidInput(UnknownName("compare format", format, CompareFormats()));
}

}  // namespace mercer
