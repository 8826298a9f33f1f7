#include "experiments/report/report.h"

#include "core/base/error.h"
#include "core/base/text.h"
#include "experiments/report/render/html_page.h"
#include "experiments/report/render/render_latex.h"
#include "experiments/report/summary/summarise.h"
#include "experiments/report/summary/summary.h"
#include "experiments/report/tables/layout.h"
#include "experiments/report/tables/render_text.h"
#include "experiments/report/tables/table.h"
#include "experiments/store/disk/files.h"

namespace mercer {
namespace {

/// A new output format is a function of the summary and one line here.
struct Format {
  const char* name;
  bool has_view;  // whether rows and columns can be chosen
  std::string (*render)(const Summary& summary, const ReportView& view);
};

constexpr Format kFormats[] = {
    {"text", true,
     [](const Summary& summary, const ReportView& view) {
       return RenderText(LayOut(summary, view));
     }},
    {"csv", false, [](const Summary& summary, const ReportView&) { return SummaryCsv(summary); }},
    {"markdown", true,
     [](const Summary& summary, const ReportView& view) {
       return RenderMarkdown(LayOut(summary, view));
     }},
    {"latex", true,
     [](const Summary& summary, const ReportView& view) {
       return RenderLatex(LayOut(summary, view)) +
              (view.figures.empty() ? LatexFigures(summary) : "");
     }},
    {"html", true,
     [](const Summary& summary, const ReportView& view) { return HtmlPage(summary, view); }},
};

const Format& FindFormat(const std::string& name) {
  for (const Format& known : kFormats)
    if (known.name == name) return known;
  throw InvalidInput(UnknownName("report format", name, ReportFormats()));
}

}  // namespace

std::vector<std::string> ReportFormats() {
  std::vector<std::string> names;
  for (const Format& format : kFormats) names.emplace_back(format.name);
  return names;
}

std::string Report(const std::filesystem::path& folder, const std::string& format,
                   const ReportOptions& options) {
  FindFormat(format);  // before anything is read
  return Report(LoadSummary(folder, options), format);
}

std::string Report(const Summary& summary, const std::string& format, const ReportView& view) {
  const Format& found = FindFormat(format);
  if (!found.has_view && (!view.rows.empty() || !view.columns.empty())) {
    throw InvalidInput("report: --rows or --columns is given with the format " + Quoted(format) +
                       ", which has its own; expected text, markdown, latex or html");
  }
  return found.render(summary, view);
}

void WriteSummary(const std::filesystem::path& folder) {
  const Summary summary = LoadSummary(folder);
  WriteFileAtomically(folder / "summary.csv", SummaryCsv(summary));
  WriteFileAtomically(folder / "report.md", RenderMarkdown(LayOut(summary)));
}

}  // namespace mercer
