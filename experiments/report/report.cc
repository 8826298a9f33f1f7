#include "experiments/report/report.h"

#include <map>

#include "core/base/error.h"
#include "core/base/text.h"
#include "experiments/catalogue/catalogue.h"
#include "experiments/report/layout.h"
#include "experiments/report/normalise.h"
#include "experiments/report/summary.h"
#include "experiments/report/summary_csv.h"
#include "experiments/report/table.h"
#include "experiments/store/store.h"

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
};

Summary SummaryOf(const std::filesystem::path& folder, const ReportOptions& options = {}) {
  ResultFolder results = ReadResults(folder);
  if (options.normalise) NormaliseTimes(results);
  std::map<std::string, std::string> substitutes;
  // Where data lie does not matter here: only the manifests are read.
  const Catalogue catalogue{std::filesystem::path()};
  for (const Manifest& manifest : catalogue.manifests()) {
    if (!manifest.substitutes.empty()) substitutes[manifest.name] = manifest.substitutes;
  }
  Summary summary = Summarise(results, substitutes);
  summary.normalised = options.normalise;
  return summary;
}

}  // namespace

std::vector<std::string> ReportFormats() {
  std::vector<std::string> names;
  for (const Format& format : kFormats) names.emplace_back(format.name);
  return names;
}

std::string Report(const std::filesystem::path& folder, const std::string& format,
                   const ReportOptions& options) {
  for (const Format& known : kFormats) {
    if (known.name == format) return known.render(SummaryOf(folder, options));
  }
  throw InvalidInput(UnknownName("report format", format, ReportFormats()));
}

void WriteSummary(const std::filesystem::path& folder) {
  const Summary summary = SummaryOf(folder);
  WriteFileAtomically(folder / "summary.csv", SummaryCsv(summary));
  WriteFileAtomically(folder / "report.md", RenderMarkdown(LayOut(summary)));
}

CheckResult Check(const std::filesystem::path& folder) {
  const Summary summary = SummaryOf(folder);
  CheckResult result;
  for (const SummaryRow& row : summary.rows) {
    if (!row.band) continue;
    result.inside += row.verdict == Verdict::kInside ? 1 : 0;
    result.outside += row.verdict == Verdict::kOutside ? 1 : 0;
    result.untold += row.verdict == Verdict::kUntold ? 1 : 0;
  }
  Document document;
  document.title = summary.experiment;
  document.caption = Caption(summary);
  document.tables.push_back(VerdictTable(summary));
  document.notes.push_back(std::to_string(result.inside) + " inside, " +
                           std::to_string(result.outside) + " outside, " +
                           std::to_string(result.untold) + " cannot be told.");
  result.text = RenderText(document);
  return result;
}

}  // namespace mercer
