#include "experiments/report/report.h"

#include <filesystem>
#include <iostream>

#include "core/base/error.h"
#include "core/base/text.h"
#include "experiments/config/read/read_named.h"
#include "experiments/report/render/site.h"
#include "experiments/report/summary/select.h"
#include "experiments/report/tables/layout.h"
#include "experiments/store/disk/files.h"
#include "tools/command.h"
#include "tools/command_line.h"
#include "tools/config_arguments.h"
#include "tools/open_page.h"
#include "tools/plot/report_figures.h"

namespace mercer {
namespace {

namespace fs = std::filesystem;

struct Request {
  std::vector<std::string> folders;
  std::string format, normalise, output, results;
  Selection selection{};
  ReportView view{};
  bool open = false, all = false;
};

Request ParseRequest(const std::vector<std::string>& arguments) {
  Request request;
  const CommandLine line("report", arguments);
  request.folders = line.rest();
  request.format = line.Text("format");
  request.normalise = line.Text("normalise");
  request.output = line.Text("output");
  request.results = line.Text("results", "results");
  request.open = line.Flag("open");
  request.all = line.Flag("all");
  if (!request.all)
    line.Refuse({"results"}, "is given without --all; expected both, or one results folder");
  if (line.Has("metrics")) request.selection.metrics = SplitAtCommas(line.Text("metrics"));
  request.selection.only = OnlyOf(line);
  request.view.rows = line.Text("rows");
  request.view.columns = line.Text("columns");
  const bool is_page = request.open || request.all;
  if (request.format.empty()) request.format = is_page ? "html" : "text";
  if (is_page && request.format != "html") {
    throw InvalidInput("report: --format is '" + request.format + "'; expected html with " +
                       (request.all ? "--all" : "--open"));
  }
  if (!request.normalise.empty() && request.normalise != "passport")
    throw InvalidInput("report: --normalise is '" + request.normalise + "'; expected passport");
  return request;
}

int ReportAll(const Request& request) {
  if (!request.folders.empty())
    throw InvalidInput("report: a results folder is given with --all; expected --results DIR");
  const bool has_view = !request.view.rows.empty() || !request.view.columns.empty();
  if (!request.normalise.empty() || has_view || !request.selection.IsEmpty()) {
    throw InvalidInput(
        "report: --normalise, --rows, --columns, --metrics or --only is given with --all; expected "
        "one results folder");
  }
  if (request.output.empty() && !request.open)
    throw InvalidInput("report: --all without --output; expected the folder of the pages");
  const fs::path site = request.output.empty() ? NewPageFolder() : fs::path(request.output);
  WriteSite(request.results, site);
  if (request.open) OpenPage(site / "index.html");
  return 0;
}

int ReportOne(const Request& request) {
  if (request.folders.size() != 1) {
    throw InvalidInput("report: " + std::to_string(request.folders.size()) +
                       " results folders given; expected one");
  }
  ReportOptions asked;
  asked.normalise = !request.normalise.empty();
  Summary summary = LoadSummary(request.folders.front(), asked);
  Select(request.selection, summary);
  ReportView view = request.view;
  const bool is_markdown = request.format == "markdown";
  if (!request.output.empty() && (is_markdown || request.format == "latex"))
    view.figures = DrawFigures(summary, request.output, is_markdown ? "svg" : "pdf");
  const std::string report = Report(summary, request.format, view);
  // CSV has no place for them, nor for trials that did not end well, and a page is not looked at by
  // a script.
  const bool is_csv = request.format == "csv";
  for (const std::string& note : is_csv ? HealthNotes(summary) : summary.problems)
    std::cerr << Printable(note) << "\n";
  const int exit_code = summary.damaged ? 1 : 0;
  if (request.output.empty() && !request.open) {
    std::cout << report;
    return exit_code;
  }
  const fs::path file =
      request.output.empty() ? NewPageFolder() / "report.html" : fs::path(request.output);
  WriteFileAtomically(file, report);
  if (request.open) OpenPage(file);
  return exit_code;
}

}  // namespace

int ReportCommand(const std::vector<std::string>& arguments) {
  const Request request = ParseRequest(arguments);
  if (request.open) RequireOpener();
  return request.all ? ReportAll(request) : ReportOne(request);
}

}  // namespace mercer
