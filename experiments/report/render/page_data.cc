#include "experiments/report/render/page_data.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string_view>
#include <vector>

#include "experiments/report/cells/report_metrics.h"
#include "experiments/report/cells/shell_word.h"
#include "experiments/report/claims/scoreboard.h"
#include "experiments/report/plot/figure_axis.h"
#include "experiments/report/plot/panel_names.h"
#include "experiments/report/plot/shown_figures.h"
#include "experiments/report/render/page_figures.h"
#include "experiments/report/summary/notes.h"
#include "experiments/report/summary/number_text.h"
#include "experiments/report/summary/summary.h"
#include "experiments/report/tables/layout.h"
#include "experiments/report/tables/parts.h"

namespace mercer {
namespace {

using Json = nlohmann::ordered_json;
using Places = std::map<const SummaryRow*, std::size_t>;

const char* KindName(MetricKind kind) {
  switch (kind) {
    case MetricKind::kShare:
      return "share";
    case MetricKind::kPhase:
    case MetricKind::kSeconds:
      return "seconds";
    case MetricKind::kSpeedup:
      return "speedup";
    case MetricKind::kCount:
      return "count";
    case MetricKind::kError:
      break;
  }
  return "error";
}

void Put(Json& object, const char* key, const std::optional<double>& value) {
  if (value) object[key] = *value;
}

// Of the cells' methods or data sets those that people are shown under another name.
Json NamesOf(const Summary& summary, std::string CellKey::*id,
             std::string (DisplayNames::*display)(const std::string&) const) {
  Json out = Json::object();
  for (const SummaryRow& row : summary.rows) {
    const std::string& name = row.cell.*id;
    std::string shown = (summary.names.*display)(name);
    if (shown != name) out[name] = std::move(shown);
  }
  return out;
}

Json Metrics(const Summary& summary) {
  Json out = Json::object();
  for (const SummaryRow& row : summary.rows) {
    if (out.contains(row.metric)) continue;
    const Metric* metric = FindMetric(row.metric);
    std::string title(metric->title);
    if (metric->kind == MetricKind::kSpeedup) {
      const std::string baseline(BaselineOf(row.metric));
      title = std::string(row.metric.starts_with("train") ? "train" : "test") + " speed-up" +
              (baseline.empty() ? "" : " over " + summary.names.Method(baseline));
    }
    out[row.metric] = {{"title", title}, {"kind", KindName(metric->kind)}};
  }
  return out;
}

/// The cells of a summary, each once, and its rows that name them by place.
class CellsAndRows {
 public:
  CellsAndRows(const Summary& summary, const std::vector<FigureSpec>& specs)
      : on_parameters_(summary, specs) {
    for (const SummaryRow& row : summary.rows) AddRow(summary, row);
  }

  Json cells = Json::array(), rows = Json::array();
  Places places;  // of the summary's rows

 private:
  std::size_t CellOf(const Summary& summary, const CellKey& key) {
    const auto [place, is_new] = cell_places_.emplace(key, cells.size());
    if (is_new) {
      Json cell = {{"dataset", key.dataset}, {"kernel", key.kernel}, {"method", key.method}};
      if (key.num_random_features > 0) cell["D"] = key.num_random_features;
      if (Json on = on_parameters_.Of(key); !on.empty()) cell["on_axes"] = std::move(on);
      cell["command"] = ReproduceCommand(summary, key);
      cells.push_back(std::move(cell));
    }
    return place->second;
  }

  void AddRow(const Summary& summary, const SummaryRow& row) {
    const MetricKind kind = FindMetric(row.metric)->kind;
    const Measured& measured = row.measured;
    Json out = {{"cell", CellOf(summary, row.cell)}, {"metric", row.metric}, {"n", measured.n}};
    if (measured.n > 0) out["mean"] = measured.mean;
    Put(out, "std", measured.std);
    Put(out, "stderr", measured.standard_error);
    out["ours"] = OursOf(kind, row) + TunedMark(row);
    if (row.reported) {
      out["reported"] = row.reported->value;
      Put(out, "reported_std", row.reported->std);
      out["paper"] = ReportedText(kind, *row.reported);
      out["how_read"] = row.reported->how_read;
      if (!row.reported->note.empty()) out["note"] = row.reported->note;
    }
    Put(out, "difference", row.difference);
    if (row.difference) out["difference_text"] = DifferenceText(kind, *row.difference);
    if (const std::optional<Band>& band = row.judgement.band) {
      out["band_low"] = band->low;
      out["band_high"] = band->high;
      out["band_kind"] = std::string(BandKindText(band->kind));
      out["band_text"] = BandText(kind, *band);
      Put(out, "margin", row.judgement.margin);
    }
    if (row.theory) {
      if (std::isfinite(row.theory->value)) out["theory"] = row.theory->value;
      out["theory_stderr"] = row.theory->standard_error;
      out["theory_text"] = TheoryText(kind, *row.theory);
      Put(out, "theory_z", row.theory->z);
    }
    if (row.judgement.verdict != Verdict::kNotReported)
      out["verdict"] = std::string(VerdictText(row.judgement.verdict));
    AddOwnDeviations(summary, row, out);
    places[&row] = rows.size();
    rows.push_back(std::move(out));
  }

  // A count that is the same in every repetition has no spread.
  static std::string OursOf(MetricKind kind, const SummaryRow& row) {
    const bool is_constant = kind == MetricKind::kCount && row.measured.std == 0.0;
    return is_constant ? MeanText(kind, row.measured) : MeasuredText(kind, row);
  }

  // Those that all rows share stand once, beside the caption.
  static void AddOwnDeviations(const Summary& summary, const SummaryRow& row, Json& out) {
    std::vector<std::string> all = DeviationsOf(summary, row);
    const std::vector<std::string>& common = summary.provenance.deviations;
    const auto& scopes = summary.provenance.deviation_scopes;
    std::erase_if(all, [&](const std::string& key) {
      return std::find(common.begin(), common.end(), key) != common.end() && !scopes.contains(key);
    });
    if (!all.empty()) out["deviations"] = all;
  }

  const PlacesOnParameters on_parameters_;
  std::map<CellKey, std::size_t> cell_places_;
};

Json TableRowJson(const TableRow& row, const Places& places) {
  Json out = Json::object();
  if (!row.dataset.empty()) out["dataset"] = row.dataset;
  if (!row.method.empty()) out["method"] = row.method;
  if (!row.heading.empty()) {
    Json parts = Json::array();
    for (const HeadingPart& part : row.parts) {
      if (part.source == nullptr) {
        parts.push_back(part.text);
      } else {
        parts.push_back({part.text, places.at(part.source), part.is_paper});
      }
    }
    if (parts.empty()) parts.push_back(row.heading);
    out["heading"] = std::move(parts);
    return out;
  }
  Json cells = Json::array();
  for (std::size_t i = 0; i < row.cells.size(); ++i) {
    const SummaryRow* source = i < row.sources.size() ? row.sources[i] : nullptr;
    if (source == nullptr) {
      cells.push_back(row.cells[i]);
    } else {
      cells.push_back({row.cells[i], places.at(source)});
    }
  }
  out["cells"] = std::move(cells);
  Json best = Json::array();
  for (std::size_t i = 0; i < row.cells.size(); ++i)
    if (IsBest(row, i)) best.push_back(i);
  if (!best.empty()) out["best"] = std::move(best);
  return out;
}

Json PartJson(const Table& table, const Places& places) {
  Json columns = Json::array(), rows = Json::array();
  for (const ReportColumn& column : table.columns) {
    columns.push_back({{"group", column.group},
                       {"name", column.name},
                       {"left", column.left},
                       {"method", column.method},
                       {"dataset", column.dataset}});
  }
  for (const TableRow& row : table.rows) rows.push_back(TableRowJson(row, places));
  return {{"columns", std::move(columns)}, {"rows", std::move(rows)}};
}

Json TableJson(const Table& table, const Places& places) {
  Json parts = Json::array();
  for (const Table& part : PartsOfPage(table)) parts.push_back(PartJson(part, places));
  Json out = {{"title", table.title},   {"dataset", table.dataset}, {"kernel", table.kernel},
              {"method", table.method}, {"sweep", table.sweep},     {"parts", std::move(parts)}};
  if (!table.notes.empty()) out["notes"] = table.notes;
  return out;
}

Json Deviations(const Provenance& from) {
  const std::map<std::string, DeviationNote> notes = DeviationNotesOf(from.citekey);
  Json out = Json::array();
  for (const std::string& key : from.deviations) {
    const auto found = notes.find(key);
    const DeviationNote note = found == notes.end() ? DeviationNote{} : found->second;
    out.push_back({{"key", key}, {"title", note.title}, {"text", note.text}});
    // Of some rows only, which name it themselves.
    if (from.deviation_scopes.contains(key)) out.back()["shared"] = false;
  }
  return out;
}

Json ProvenanceJson(const Provenance& from) {
  Json runs = Json::array();
  for (const RunFacts& run : from.runs) {
    runs.push_back({{"id", run.run_id},
                    {"started", run.started},
                    {"machine", run.machine},
                    {"blas", run.blas}});
  }
  return {{"runs", std::move(runs)},
          {"dataset_sha256", from.dataset_hashes},
          {"config", from.config_text}};
}

Json ClaimList(const Summary& summary) {
  Json out = Json::array();
  if (summary.is_part) return out;  // the claims are about all of the results
  for (const TableRow& row : ClaimsOfTable(summary).table.rows) {
    out.push_back({{"text", row.cells[0]},
                   {"source", row.cells[1]},
                   {"by", row.cells[2]},
                   {"verdict", row.cells[3]},
                   {"why", row.cells[4]}});
  }
  return out;
}

// Display names of the data sets and of the panels that several of them share.
Json DatasetNames(const Summary& summary, const std::vector<FigureSpec>& specs) {
  Json out = NamesOf(summary, &CellKey::dataset, &DisplayNames::Dataset);
  for (const FigureSpec& spec : specs) {
    for (const SummaryRow& row : summary.rows) {
      const std::string panel = PanelDataset(spec.x, row.cell.dataset);
      const std::string shown = summary.names.Dataset(panel);
      if (shown != panel) out[panel] = shown;
    }
  }
  return out;
}

// By name: what tells it from the others of the page.
Json Distinguished(const std::vector<std::string>& names) {
  Json out = Json::object();
  const std::vector<std::string> texts = DistinguishNames(names);
  for (std::size_t i = 0; i < names.size(); ++i) out[names[i]] = texts[i];
  return out;
}

Json ShortNames(const Summary& summary) {
  const std::vector<std::string> kernels = KernelsOf(summary);
  std::vector<std::string> datasets;
  for (const SummaryRow& row : summary.rows)
    if (std::ranges::count(datasets, row.cell.dataset) == 0) datasets.push_back(row.cell.dataset);
  return {{"kernels", Distinguished(kernels)}, {"datasets", Distinguished(datasets)}};
}

// '<' begins a tag that would end the script, or a comment that would hide its end.
std::string WithoutTags(const std::string& json) {
  std::string out;
  out.reserve(json.size());
  for (const char c : json) {
    if (c == '<') {
      out += "\\u003c";
    } else {
      out += c;
    }
  }
  return out;
}

// A page may lie where the documentation does not, to which lines refer at their end.
std::vector<std::string> WithoutReferences(std::vector<std::string> lines) {
  for (std::string& line : lines) {
    const std::size_t begin = line.find(" (docs/");
    if (begin != std::string::npos) line.erase(begin, line.find(')', begin) - begin + 1);
  }
  return lines;
}

std::string Before(const std::string& text, std::string_view end) {
  return text.substr(0, text.find(end));
}

// Recorded parameters are those that --only knows, but for a bandwidth that the rows gave.
std::string KernelText(const std::string& kernel) {
  return kernel.find("sigma_rows=") == std::string::npos ? kernel : Before(kernel, "(");
}

// --only knows a method's id, and that with the parameters of its map, but none of a learner.
std::string MethodText(const CellKey& cell) {
  if (cell.num_random_features == 0 || cell.method.find('(') == std::string::npos)
    return Before(cell.method, "(");
  const std::string with_map = Before(cell.method, "; ");
  return with_map.back() == ')' ? with_map : with_map + ")";
}

}  // namespace

std::string PageData(const Summary& summary, const ReportView& view) {
  const Document document = LayOut(summary, view);
  const std::vector<FigureSpec> figures = ShownFigures(summary);
  CellsAndRows content(summary, figures);
  Json tables = Json::array();
  for (const Table& table : document.tables) tables.push_back(TableJson(table, content.places));
  const Json page = {{"title", document.title},
                     {"experiment", summary.experiment},
                     {"of_paper", !summary.provenance.citekey.empty()},
                     {"is_part", summary.is_part},
                     {"reported_by", summary.ReportedBy()},
                     {"caption", WithoutReferences(document.caption)},
                     {"notes", WithoutReferences(document.notes)},
                     {"best", document.best},
                     {"names",
                      {{"methods", NamesOf(summary, &CellKey::method, &DisplayNames::Method)},
                       {"datasets", DatasetNames(summary, figures)}}},
                     {"provenance", ProvenanceJson(summary.provenance)},
                     {"deviations", Deviations(summary.provenance)},
                     {"metrics", Metrics(summary)},
                     {"shown_metrics", ShownMetrics(summary)},
                     {"figures", FiguresJson(summary, figures)},
                     {"data_axes", DataAxesJson(summary, figures)},
                     {"short_names", ShortNames(summary)},
                     {"maps", summary.provenance.maps},
                     {"cells", std::move(content.cells)},
                     {"rows", std::move(content.rows)},
                     {"tables", std::move(tables)},
                     {"claims", ClaimList(summary)}};
  // Text that is no UTF-8, which a config or a message may hold, becomes U+FFFD.
  return WithoutTags(page.dump(-1, ' ', false, Json::error_handler_t::replace));
}

std::string ReproduceCommand(const Summary& summary, const CellKey& cell) {
  const Provenance& from = summary.provenance;
  const bool is_own = from.citekey.empty() && !from.config_file.empty();
  std::string out = "mercer run " + ShellWord(is_own ? from.config_file
                                                     : "configs/" + summary.experiment + ".json");
  for (const std::string& setting : from.settings) out += " --set " + ShellWord(setting);
  std::string only = "dataset=" + Before(cell.dataset, " [");
  only += ",kernel=" + KernelText(cell.kernel);
  only += ",method=" + MethodText(cell);
  if (cell.num_random_features > 0) only += ",D=" + std::to_string(cell.num_random_features);
  return out + " --only " + ShellWord(only);
}

}  // namespace mercer
