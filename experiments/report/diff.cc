#include "experiments/report/diff.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "core/base/error.h"
#include "core/base/text.h"
#include "experiments/report/cells/cells.h"
#include "experiments/report/cells/report_metrics.h"
#include "experiments/report/summary/number_text.h"
#include "experiments/report/tables/render_text.h"
#include "experiments/report/tables/table.h"
#include "experiments/store/csv.h"

namespace mercer {
namespace {

/// Equal for the trials that a pair is made of. The last number counts trials that are alike in all
/// else within one folder.
using PairKey = std::tuple<std::string, std::string, std::string, std::string, std::string, int>;

std::map<PairKey, const ResultRecord*> ByPairKey(const CellTrials* cell) {
  std::map<PairKey, const ResultRecord*> trials;
  if (cell == nullptr) return trials;
  for (const ResultRecord* trial : cell->finished) {
    PairKey key{trial->Text(column::kRepetition),  trial->Text(column::kLabelSeed),
                trial->Text(column::kSplitSeed),   trial->Text(column::kMapSeed),
                trial->Text(column::kLearnerSeed), 0};
    while (!trials.emplace(key, trial).second) ++std::get<int>(key);
  }
  return trials;
}

/// Compares the cells of two folders one by one.
class Differ {
 public:
  Differ(const Provenance& provenance, FolderDiff& diff) : provenance_(provenance), diff_(diff) {}

  void Compare(const CellTrials* a, const CellTrials* b) {
    const auto in_a = ByPairKey(a), in_b = ByPairKey(b);
    Unpaired unpaired{(a != nullptr ? a : b)->key};
    std::vector<std::pair<const ResultRecord*, const ResultRecord*>> pairs;
    for (const auto& [key, trial] : in_a) {
      const auto partner = in_b.find(key);
      if (partner == in_b.end()) {
        unpaired.repetitions_a.push_back(trial->Text(column::kRepetition));
      } else {
        pairs.emplace_back(trial, partner->second);
      }
    }
    for (const auto& [key, trial] : in_b) {
      if (!in_a.contains(key)) unpaired.repetitions_b.push_back(trial->Text(column::kRepetition));
    }
    diff_.pairs += pairs.size();
    for (const auto& [of_a, of_b] : pairs) CompareFeatures(*of_a, *of_b);
    for (const Metric& metric : ReportMetrics()) {
      if (metric.kind != MetricKind::kSpeedup) AddRow(unpaired.cell, metric.name, pairs);
    }
    if (!unpaired.repetitions_a.empty() || !unpaired.repetitions_b.empty())
      diff_.unpaired.push_back(std::move(unpaired));
  }

 private:
  void CompareFeatures(const ResultRecord& a, const ResultRecord& b) {
    const std::string &of_a = a.Get(column::kFeaturesHash), &of_b = b.Get(column::kFeaturesHash);
    if (of_a.empty() || of_b.empty()) return;
    ++diff_.pairs_with_features;
    if (of_a == of_b) return;
    OtherFeatures other{{a.Get(column::kInstructionSet), b.Get(column::kInstructionSet)}, 1};
    for (OtherFeatures& known : diff_.other_features) {
      if (!std::equal(known.instructions, known.instructions + 2, other.instructions)) continue;
      ++known.pairs;
      return;
    }
    diff_.other_features.push_back(std::move(other));
  }

  void AddRow(const CellKey& cell, std::string_view metric,
              const std::vector<std::pair<const ResultRecord*, const ResultRecord*>>& pairs) {
    std::vector<double> of_a, of_b, differences;
    for (const auto& [a, b] : pairs) {
      const auto value_a = ValueOf(*a, metric, provenance_);
      const auto value_b = ValueOf(*b, metric, provenance_);
      if (!value_a || !value_b) continue;
      of_a.push_back(*value_a);
      of_b.push_back(*value_b);
      differences.push_back(*value_b - *value_a);
    }
    if (differences.empty()) return;
    diff_.rows.push_back(
        {cell, std::string(metric), Measure(of_a).mean, Measure(of_b).mean, Measure(differences)});
  }

  const Provenance& provenance_;
  FolderDiff& diff_;
};

std::map<CellKey, const CellTrials*> ByKey(const std::vector<CellTrials>& cells) {
  std::map<CellKey, const CellTrials*> by_key;
  for (const CellTrials& cell : cells) by_key.emplace(cell.key, &cell);
  return by_key;
}

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

std::string FeaturesText(const OtherFeatures& other, std::size_t of) {
  const std::string &a = other.instructions[0], &b = other.instructions[1];
  std::string text = "features_hash differs in " + std::to_string(other.pairs) + " of " +
                     std::to_string(of) + " pairs: ";
  if (a.empty() || b.empty()) return text + "with which instruction sets is not known";
  if (a == b) return text + "both made with " + a + ", so that the features are others";
  return text + "A made with " + a + ", B with " + b + ", which round differently";
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
  if (diff.pairs > 0) {
    document.tables.push_back(RowTable(diff));
  } else {
    document.notes.emplace_back("A and B have no trial in common: nothing was compared");
  }
  for (const Unpaired& unpaired : diff.unpaired) {
    if (!unpaired.repetitions_a.empty())
      document.notes.push_back(UnpairedText("A", unpaired.cell, unpaired.repetitions_a));
    if (!unpaired.repetitions_b.empty())
      document.notes.push_back(UnpairedText("B", unpaired.cell, unpaired.repetitions_b));
  }
  for (const OtherFeatures& other : diff.other_features)
    document.notes.push_back(FeaturesText(other, diff.pairs_with_features));
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

FolderDiff Diff(const ResultFolder& a, const ResultFolder& b) {
  FolderDiff diff;
  const ResultFolder* folders[] = {&a, &b};
  for (int i = 0; i < 2; ++i) {
    if (!folders[i]->records.empty())
      diff.experiments[i] = folders[i]->records.front().Get(column::kExperiment);
    for (const std::string& problem : folders[i]->problems)
      diff.problems.push_back((i == 0 ? "A: " : "B: ") + problem);
  }
  const Provenance provenance = ReadProvenance(a.contexts);
  const std::vector<CellTrials> cells_a = GroupByCell(a.records), cells_b = GroupByCell(b.records);
  const auto by_key_a = ByKey(cells_a), by_key_b = ByKey(cells_b);
  Differ differ(provenance, diff);
  for (const CellTrials& cell : cells_a) {
    const auto other = by_key_b.find(cell.key);
    differ.Compare(&cell, other == by_key_b.end() ? nullptr : other->second);
  }
  for (const CellTrials& cell : cells_b) {
    if (!by_key_a.contains(cell.key)) differ.Compare(nullptr, &cell);
  }
  return diff;
}

std::vector<std::string> DiffFormats() { return {"text", "csv", "markdown"}; }

DiffReport DiffFolders(const std::filesystem::path& a, const std::filesystem::path& b,
                       const std::string& format) {
  const std::vector<std::string> formats = DiffFormats();
  if (std::find(formats.begin(), formats.end(), format) == formats.end())
    throw InvalidInput(UnknownName("diff format", format, formats));
  const FolderDiff diff = Diff(ReadResults(a), ReadResults(b));
  const bool has_pairs = diff.pairs > 0;
  if (format == "csv") return {DiffCsv(diff), has_pairs};
  const Document document = LayOut(diff, a, b);
  return {format == "text" ? RenderText(document) : RenderMarkdown(document), has_pairs};
}

}  // namespace mercer
