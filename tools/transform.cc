#include <unistd.h>

#include <chrono>
#include <iostream>

#include "core/base/atomic_output.h"
#include "core/base/error.h"
#include "core/data/formats/libsvm_reader.h"
#include "core/kernels/builtin_kernels.h"
#include "core/maps/builtin_maps.h"
#include "experiments/config/read/read_named.h"
#include "experiments/store/store.h"
#include "experiments/transform/row_writer.h"
#include "experiments/transform/transform_file.h"
#include "tools/command.h"
#include "tools/command_line.h"
#include "tools/interrupt.h"

namespace mercer {
namespace {

namespace po = boost::program_options;

constexpr char kUsage[] =
    "usage: mercer transform --kernel KERNEL --map MAP --D N [--seed S] IN OUT [--save-map FILE] "
    "[--threads N]\n"
    "                        [--columns N]\n"
    "       mercer transform --map-file FILE IN OUT [--threads N]";

struct TransformOptions {
  std::string kernel, map, save_map, map_file;
  std::int64_t features = 0, seed = 1, columns = 0;
  int threads = 1;
  std::string input, output;
  bool help = false;
};

TransformOptions ParseOptions(const std::vector<std::string>& arguments) {
  TransformOptions options;
  std::vector<std::string> files;
  po::options_description description;
  description.add_options()("kernel", po::value(&options.kernel))("map", po::value(&options.map))(
      "D", po::value(&options.features))("seed", po::value(&options.seed))(
      "save-map", po::value(&options.save_map))("map-file", po::value(&options.map_file))(
      "threads", po::value(&options.threads))("columns", po::value(&options.columns))(
      "help", po::bool_switch(&options.help))("file", po::value(&files));
  const po::variables_map values = ParseCommandLine("transform", description, "file", arguments);
  if (options.help) return options;
  if (files.size() != 2) {
    throw InvalidInput(std::to_string(files.size()) + " files; expected IN and OUT\n" + kUsage);
  }
  options.input = files[0];
  options.output = files[1];
  for (const char* ending : {".npy", ".csv"}) {
    if (options.input.ends_with(ending))
      throw InvalidInput("input '" + options.input + "'; expected a file in the LIBSVM format");
  }
  CheckRowFormat(options.output);
  for (const char* key : {"kernel", "map", "D"}) {
    const bool given = values.count(key) != 0, wanted = options.map_file.empty();
    if (given == wanted) continue;
    throw InvalidInput("--" + std::string(key) +
                       (wanted ? " is missing" : " and --map-file are both given") + "\n" + kUsage);
  }
  if (!options.map_file.empty() &&
      (values.count("seed") != 0 || values.count("columns") != 0 || !options.save_map.empty()))
    throw InvalidInput(std::string("--map-file draws nothing new; expected none of --seed, "
                                   "--columns and --save-map beside it\n") +
                       kUsage);
  if (options.seed < 0)
    throw InvalidInput("--seed is " + std::to_string(options.seed) +
                       "; expected a whole number >= 0");
  if (values.count("columns") != 0 && (options.columns < 1 || options.columns > kMaxLibsvmIndex))
    throw InvalidInput("--columns is " + std::to_string(options.columns) +
                       "; expected a whole number >= 1 and <= " + std::to_string(kMaxLibsvmIndex));
  if (options.threads < 1 || options.threads > 1024)
    throw InvalidInput("--threads is " + std::to_string(options.threads) +
                       "; expected a whole number >= 1 and <= 1024");
  return options;
}

// A line on the terminal that is written over, at most a few times a second.
class ProgressLine {
 public:
  ~ProgressLine() {
    if (shown_) std::cerr << "\r\x1b[K" << std::flush;
  }

  ShareDone For(const std::string& what) {
    return [this, what](double share) {
      const auto now = std::chrono::steady_clock::now();
      if (!terminal_ || now - last_ < std::chrono::milliseconds(200)) return;
      last_ = now;
      shown_ = true;
      std::cerr << "\r\x1b[K" << what << ": " << static_cast<int>(100 * share) << " %"
                << std::flush;
    };
  }

 private:
  bool terminal_ = isatty(STDERR_FILENO) == 1;
  bool shown_ = false;
  std::chrono::steady_clock::time_point last_{};
};

std::unique_ptr<FeatureMap> Draw(const TransformOptions& options, ProgressLine& line) {
  if (!options.map_file.empty()) return DrawDescribed(ReadMapFile(options.map_file));
  MapDescription description{ReadNamedText(KernelRegistry(), "--kernel", options.kernel),
                             ReadNamedText(MapRegistry(), "--map", options.map), options.features,
                             static_cast<std::uint64_t>(options.seed)};
  description.input_dim = options.columns;
  auto map = DrawForFile(options.input, description, line.For("reading " + options.input));
  if (!options.save_map.empty()) WriteFileAtomically(options.save_map, WriteMapText(description));
  return map;
}

}  // namespace

int TransformCommand(const std::vector<std::string>& arguments) {
  const TransformOptions options = ParseOptions(arguments);
  if (options.help) {
    std::cout
        << kUsage
        << "\n\nApplies a feature map to the rows of a LIBSVM-format file. KERNEL and MAP are "
           "written\nname,key=value,... or @file.json, as in a config. OUT ends in .libsvm, "
           ".csv or .npy; with\nthe last two the labels go to OUT.labels. Complex features "
           "are two columns, real and\nimaginary part. --save-map keeps what the map was "
           "drawn from, for --map-file.\n--columns is the number of columns of a row where other "
           "files to be mapped have larger\nindices than IN; else it is IN's largest.\n";
    return 0;
  }
  StopOnSignals([&options] {
    AtomicOutput::AbandonAll();
    std::cerr << "\nmercer: stopped; " << options.output << " is not written" << std::endl;
  });
  TransformedFile done;
  std::string note;
  {
    ProgressLine line;
    const std::unique_ptr<FeatureMap> map = Draw(options, line);
    if (!map->note().empty()) note = "map '" + map->name() + "': " + map->note() + "\n";
    done = TransformFile(*map, options.input, options.output, options.threads,
                         line.For("transforming " + options.input));
  }
  std::cerr << note;
  std::cout << options.output << ": " << done.rows << (done.rows == 1 ? " row, " : " rows, ")
            << done.columns << (done.columns == 1 ? " column\n" : " columns\n");
  return 0;
}

}  // namespace mercer
