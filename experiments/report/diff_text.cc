#include <algorithm>

#include "core/base/error.h"
#include "core/base/text.h"
#include "experiments/report/diff.h"
#include "experiments/report/summary/metrics.h"
#include "experiments/report/summary/number_text.h"
#include "experiments/report/tables/table.h"
#include "experiments/store/csv.h"

namespace mercer {
namespace {

std::string SizeText(const CellKey& cell) {
  return cell.num_random_features == 0 ? "" : std::to_string(cell.num_random_features);
}

Table RowTable(const FolderDiff& diff) {
  Table table{"B − A over paired trials",
              {{"", "data set", true},
               {"", "kernel", true},
               {"", "method", true},
               {"", "D"},
               {"", "metric", true},
               {"", "A"},
               {"", "B"},
               {"", "difference"},
               {"", "standard error"},
               {"", "pairs"}}};
  for (const PairedRow& row : diff.rows) {
    const Metric& metric = *FindMetric(row.metric);
    const auto& error = row.difference.standard_error;
    table.rows.push_back(
        {"",
         {row.cell.dataset, row.cell.kernel, row.cell.method, SizeText(row.cell),
          std::string(metric.title), MeanText(metric.kind, {1, row.mean_a}),
          MeanText(metric.kind, {1, row.mean_b}), DifferenceText(metric.kind, row.difference.mean),
          error ? PlusMinusText(metric.kind, *error) : "–", std::to_string(row.difference.n)}});
  }
  return table;
}

std::string UnpairedText(const char* folder, const CellKey& cell,
                         const std::vector<std::string>& repetitions) {
  const std::string size = SizeText(cell);
  return std::string("unpaired in ") + folder + ": " + cell.dataset + " " + cell.kernel + " " +
         cell.method + (size.empty() ? "" : " D=" + size) +
         (repetitions.size() == 1 ? ", repetition " : ", repetitions ") + Join(repetitions, " ");
}

Document LayOut(const FolderDiff& diff, const std::filesystem::path& a,
                const std::filesystem::path& b) {
  Document document;
  document.title = "A " + a.string() + " (" + diff.experiments[0] + "), B " + b.string() + " (" +
                   diff.experiments[1] + ")";
  document.caption.emplace_back(
      "Trials that both finished are paired by their seeds and repetition; the standard error is "
      "that of the mean difference over the pairs. Shares in per cent, times in seconds of wall "
      "clock.");
  document.tables.push_back(RowTable(diff));
  for (const Unpaired& unpaired : diff.unpaired) {
    if (!unpaired.repetitions_a.empty())
      document.notes.push_back(UnpairedText("A", unpaired.cell, unpaired.repetitions_a));
    if (!unpaired.repetitions_b.empty())
      document.notes.push_back(UnpairedText("B", unpaired.cell, unpaired.repetitions_b));
  }
  for (const std::string& problem : diff.problems) document.notes.push_back("problem: " + problem);
  return document;
}

std::string DiffCsv(const FolderDiff& diff) {
  std::string out = CsvLine({"dataset", "kernel", "method", "D", "metric", "pairs", "mean_a",
                             "mean_b", "difference", "stderr"});
  for (const PairedRow& row : diff.rows) {
    const auto& error = row.difference.standard_error;
    out += CsvLine({row.cell.dataset, row.cell.kernel, row.cell.method, SizeText(row.cell),
                    row.metric, std::to_string(row.difference.n), FormatNumber(row.mean_a),
                    FormatNumber(row.mean_b), FormatNumber(row.difference.mean),
                    error ? FormatNumber(*error) : ""});
  }
  return out;
}

}  // namespace

std::vector<std::string> DiffFormats() { return {"text", "csv", "markdown"}; }

std::string DiffText(const std::filesystem::path& a, const std::filesystem::path& b,
                     const std::string& format) {
  const std::vector<std::string> formats = DiffFormats();
  if (std::find(formats.begin(), formats.end(), format) == formats.end())
    throw InvalidInput(UnknownName("diff format", format, formats));
  const FolderDiff diff = Diff(ReadResults(a), ReadResults(b));
  if (format == "csv") return DiffCsv(diff);
  const Document document = LayOut(diff, a, b);
  return format == "text" ? RenderText(document) : RenderMarkdown(document);
}

}  // namespace mercer
