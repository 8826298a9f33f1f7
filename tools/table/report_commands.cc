// The part of the table of commands that reads results folders.

#include "tools/table/report_commands.h"

#include "experiments/report/compare/compare.h"
#include "experiments/report/compare/selection.h"
#include "experiments/report/diff.h"
#include "experiments/report/plot/figure_spec.h"
#include "experiments/report/report.h"
#include "experiments/report/summary/select.h"
#include "experiments/report/tables/layout.h"
#include "tools/table/help.h"
#include "tools/table/option.h"

namespace mercer {
namespace {

using Kind = Offer::Kind;
using Type = CommandOption::Type;

}  // namespace

std::vector<std::string> PlotOnlyKeys() { return {"dataset", "kernel", "method"}; }

std::vector<Command> ReportCommands() {
  return {
      {"report",
       "prints the tables of a results folder with the paper's numbers, or writes them as an HTML "
       "page; --all: a page for each table of every paper, and an index",
       {"DIR [--output] [--open]", "--all [--results] [--output] [--open]"},
       kReportHelp,
       {OneOf("format", ReportFormats(), "output format of the tables (text)"),
        OneOf("rows", TableAxes(), "contents of the rows (the paper's layout)"),
        OneOf("columns", TableAxes(), "contents of the columns (the paper's layout)"),
        {"metrics",
         "METRIC,...",
         "metrics to show, in this order",
         Type::kText,
         {Kind::kList, CompareMetrics()}},
        OnlyOption("show", SelectionKeys()),
        Text("normalise", "passport", "times as on the reference machine"),
        Text("output", "FILE",
             "file to write instead of stdout; with --all the folder of the pages", Kind::kFiles),
        Switch("open", "opens the HTML page"),
        Switch("all", "HTML pages of every paper's results, with an index"),
        ResultsOption()},
       "dir",
       {Kind::kFolders},
       ReportCommand},
      {"plot",
       "draws the figures of a results folder with gnuplot and the paper's curves, and prints a "
       "caption",
       {"DIR --output"},
       kPlotHelp,
       {Text("output", "FILE", "file to write: .svg, .pdf, .png, or .gp for gnuplot's script",
             Kind::kFiles),
        Text("figure", "NAME",
             "figure of the config (the first; without any, one of the main metric)"),
        Text("config", "CONFIG", "config whose figures are drawn (that of the results)",
             Kind::kConfigs),
        {"metrics",
         "METRIC,...",
         "metrics, one row of panels for each",
         Type::kText,
         {Kind::kList, CompareMetrics()}},
        OneOf("x", FigureAxes(), "x axis; also map.PARAMETER or learner.PARAMETER (D)"),
        OneOf("x-scale", {"linear", "log"}, "scale of the x axis (log)"),
        OneOf("y-scale", {"linear", "log"}, "scale of the y axis (by the range of the values)"),
        OneOf("width", {"column", "page"}, "width: 3.35 or 7 inches (column)"),
        OnlyOption("draw", PlotOnlyKeys())},
       "dir",
       {Kind::kFolders},
       PlotCommand},
      {"check",
       "prints a verdict for each cell that the paper reports and each of its claims; exit code 1 "
       "if any cell is worse or contradicts theory",
       {"DIR... [--format]", "--all [--tables] [--claims] [--results] [--format]"},
       "",
       {Switch("all", "the scoreboard of every paper's results"),
        Switch("tables", "with --all: also a line for each table"),
        Switch("claims", "with --all: every claim with its verdict and the reason"),
        ResultsOption(), OneOf("format", {"text", "markdown"}, "output format (text)")},
       "dir",
       {Kind::kFolders},
       CheckCommand},
      {"compare",
       "tests which methods differ: on one data set by paired tests over repetitions, on several "
       "by ranks, with a critical-difference diagram",
       {"DIR... [--metric] [--alpha] [--format] [--output] [--only]"},
       "",
       {{"metric",
         "METRIC",
         "metric to compare (the main metric of the trials)",
         Type::kText,
         {Kind::kWords, CompareMetrics()}},
        OfType(Type::kDouble, "alpha", "P", "level of the tests, from 0.0001 to 0.5 (0.05)"),
        OneOf("format", CompareFormats(),
              "output format; svg and pgfplots draw the diagram (text)"),
        Text("output", "FILE", "file to write instead of stdout", Kind::kFiles),
        OnlyOption("compare")},
       "dir",
       {Kind::kFolders},
       CompareCommand},
      {"diff",
       "compares two results folders, cell by cell over trials paired by their seeds",
       {"DIR DIR"},
       "",
       {OneOf("format", DiffFormats(), "output format of the comparison (text)")},
       "dir",
       {Kind::kFolders},
       DiffCommand},
      {"merge",
       "merges results folders of one experiment; exit code 1, and nothing is written, if they "
       "differ in a trial",
       {"DIR DIR... --out"},
       "",
       {OutOption("folder to write"),
        Text("prefer", "DIR", "folder whose records win a conflict", Kind::kFolders)},
       "dir",
       {Kind::kFolders},
       MergeCommand},
      {"publish",
       "makes the folder to commit, results/<experiment>, from a finished results folder; refuses "
       "stale, missing or damaged trials, runs of several commits, and those of a source tree with "
       "changes",
       {"FROM TO"},
       "",
       {Switch("partial",
               "publishes an unfinished folder; its reports say how much of it there is")},
       "dir",
       {Kind::kFolders},
       PublishCommand},
      {"bundle",
       "makes a ZIP archive of results folders: configs, records, contexts, the papers' numbers, "
       "reports, checksums, an artifact appendix, described as an RO-Crate",
       {"DIR... --output"},
       "",
       {Text("output", "FILE", "file that ends in .zip", Kind::kFiles)},
       "dir",
       {Kind::kFolders},
       BundleCommand},
      {"verify",
       "draws trials of results folders or bundles, runs them again and compares every number that "
       "is not a time; exit code 1 if one differs",
       {"DIR|FILE.zip... [--sample] [--seed] [--most-seconds] [--config] [--data] "
        "[--allow-external]",
        "--all [--results] [--sample] [--seed] [--most-seconds] [--data]"},
       "",
       {Switch("all", "every paper's results"), ResultsOption(),
        OfType(Type::kInt, "sample", "N", "trials to run (10)"),
        OfType(Type::kInt64, "seed", "S", "seed of the draw (1)"),
        OfType(Type::kDouble, "most-seconds", "S", "trials that took longer are not drawn (10)"),
        Text("config", "CONFIG", "where the config is, if files beside it are its data",
             Kind::kConfigs),
        Text("data", "DIR", "folder that holds the data sets", Kind::kFolders),
        Switch("allow-external", "starts the programs of external maps and learners")},
       "dir",
       {Kind::kFolders},
       VerifyCommand},
  };
}

}  // namespace mercer
