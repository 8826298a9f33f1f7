#include <unistd.h>

#include <iostream>

#include "core/base/atomic_output.h"
#include "core/base/error.h"
#include "core/data/formats/libsvm_reader.h"
#include "core/kernels/builtin_kernels.h"
#include "core/maps/builtin_maps.h"
#include "experiments/config/read/read_named.h"
#include "experiments/external/external_use.h"
#include "experiments/run/machine/terminal_line.h"
#include "experiments/store/disk/files.h"
#include "experiments/transform/row_writer.h"
#include "experiments/transform/transform_file.h"
#include "tools/command.h"
#include "tools/command_line.h"
#include "tools/interrupt.h"
#include "tools/model/row_format.h"
#include "tools/usage.h"

namespace mercer {
namespace {

struct TransformOptions {
  std::string kernel, map, save_map, map_file;
  std::int64_t features = 0, seed = 1, columns = 0;
  int threads = 1;
  bool floats = false;
  RowFileOptions format;
  std::string input, output;
};

TransformOptions ParseOptions(const std::vector<std::string>& arguments) {
  TransformOptions options;
  const CommandLine line("transform", arguments);
  const std::string usage = "\n" + UsageOf(CommandNamed("transform"));
  const std::vector<std::string>& files = line.rest();
  if (files.size() != 2) {
    throw InvalidInput(std::to_string(files.size()) + " files; expected IN and OUT" + usage);
  }
  options.input = files[0];
  options.output = files[1];
  options.kernel = line.Text("kernel");
  options.map = line.Text("map");
  options.save_map = line.Text("save-map");
  options.map_file = line.Text("map-file");
  options.features = line.Get("D", options.features);
  options.seed = line.Get("seed", options.seed);
  options.threads = line.Get("threads", options.threads);
  options.floats = line.Flag("float32");
  RequireOtherFile(options.output, {options.input, options.map_file});
  if (!options.save_map.empty()) {
    RequireOtherFile(options.save_map, {options.input});
    if (options.save_map == options.output)
      throw InvalidInput("OUT and --save-map are both " + options.output + "; expected two files");
  }
  if (line.Flag("allow-external")) AllowExternalPrograms();
  options.columns = line.Get("columns", options.columns);
  options.format = RowFormatOf("--format", line.Text("format"));
  CheckRowFormat(options.output);
  for (const char* key : {"kernel", "map", "D"}) {
    const bool given = line.Has(key), wanted = options.map_file.empty();
    if (given == wanted) continue;
    throw InvalidInput("--" + std::string(key) +
                       (wanted ? " is missing" : " and --map-file are both given") + usage);
  }
  if (!options.map_file.empty() &&
      (line.Has("seed") || line.Has("columns") || !options.save_map.empty()))
    throw InvalidInput(std::string("--map-file draws nothing new; expected none of --seed, "
                                   "--columns and --save-map with it") +
                       usage);
  if (options.seed < 0)
    throw InvalidInput("--seed is " + std::to_string(options.seed) +
                       "; expected a whole number >= 0");
  if (line.Has("columns") && (options.columns < 1 || options.columns > kMaxLibsvmIndex))
    throw InvalidInput("--columns is " + std::to_string(options.columns) +
                       "; expected a whole number >= 1 and <= " + std::to_string(kMaxLibsvmIndex));
  if (options.threads < 1 || options.threads > 1024)
    throw InvalidInput("--threads is " + std::to_string(options.threads) +
                       "; expected a whole number >= 1 and <= 1024");
  SetExternalThreads(options.threads);
  return options;
}

ShareDone Show(TerminalLine& line, const std::string& what) {
  return [&line, what](double share) {
    if (line.IsDue())
      line.Show(ProgressBar(share) + " " + std::to_string(static_cast<int>(100 * share)) +
                " %: " + what);
  };
}

std::unique_ptr<FeatureMap> Draw(const TransformOptions& options, TerminalLine& line) {
  if (!options.map_file.empty()) {
    MapDescription kept = ReadMapFile(options.map_file);
    if (options.floats) kept.map.params.Set("storage", "float32");
    return DrawDescribed(kept);
  }
  MapDescription description{ReadNamedText(KernelRegistry(), "--kernel", options.kernel),
                             ReadNamedText(MapRegistry(), "--map", options.map), options.features,
                             static_cast<std::uint64_t>(options.seed)};
  description.input_dim = options.columns;
  if (options.floats) description.map.params.Set("storage", "float32");
  auto map = DrawForFile(options.input, options.format, description,
                         Show(line, "reading " + options.input));
  if (!options.save_map.empty()) WriteFileAtomically(options.save_map, WriteMapText(description));
  return map;
}

}  // namespace

int TransformCommand(const std::vector<std::string>& arguments) {
  const TransformOptions options = ParseOptions(arguments);
  StopOnSignals([&options] {
    AtomicOutput::AbandonAll();
    std::cerr << "\nmercer: stopped; " << options.output << " is not written" << std::endl;
  });
  TransformedFile done;
  std::string note;
  {
    TerminalLine line(std::cerr, isatty(STDERR_FILENO) == 1);
    const std::unique_ptr<FeatureMap> map = Draw(options, line);
    if (!map->note().empty()) note = "map '" + map->name() + "': " + map->note() + "\n";
    done = TransformFile(*map, options.input, options.format, options.output, options.threads,
                         Show(line, "transforming " + options.input));
  }
  std::cerr << note;
  std::cout << options.output << ": " << done.rows << (done.rows == 1 ? " row, " : " rows, ")
            << done.columns << (done.columns == 1 ? " column\n" : " columns\n");
  return 0;
}

}  // namespace mercer
