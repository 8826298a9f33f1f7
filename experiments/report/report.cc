#include "experiments/report/report.h"

#include "core/base/error.h"
#include "core/base/text.h"
#include "experiments/report/render/html_page.h"
#include "experiments/report/render/render_latex.h"
#include "experiments/report/summary/summarise.h"
#include "experiments/report/summary/summary.h"
#include "experiments/report/tables/layout.h"
#include "experiments/report/tables/table.h"
#include "experiments/store/disk/files.h"

namespace mercer {
namespace {

/// A new output format is a function of the summary and one line here.
struct Format {
  const char* name;
  std::string (*render)(const Summary& summary);
};

constexpr Format kFormats[] = {
    {"text", [](const Summary& summary) { return RenderText(LayOut(summary)); }},
    {"csv", SummaryCsv},
    {"markdown", [](const Summary& summary) { return RenderMarkdown(LayOut(summary)); }},
    {"latex",
     [](const Summary& summary) { return RenderLatex(LayOut(summary)) + LatexFigures(summary); }},
    {"html", HtmlPage},
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

std::string Report(const Summary& summary, const std::string& format) {
  return FindFormat(format).render(summary);
}

void WriteSummary(const std::filesystem::path& folder) {
  const Summary summary = LoadSummary(folder);
  WriteFileAtomically(folder / "summary.csv", SummaryCsv(summary));
  WriteFileAtomically(folder / "report.md", RenderMarkdown(LayOut(summary)));
}

}  // namespace mercer
