#include <algorithm>
#include <iostream>

#include "core/base/atomic_output.h"
#include "core/base/error.h"
#include "core/sequences/builtin_sequences.h"
#include "experiments/config/read/read_named.h"
#include "experiments/transform/row_writer.h"
#include "tools/command.h"
#include "tools/command_line.h"
#include "tools/interrupt.h"

namespace mercer {
namespace {

namespace po = boost::program_options;

constexpr char kUsage[] = "usage: mercer points SEQUENCE --d N --n N [--seed S] OUT";

struct PointsOptions {
  std::string sequence, output;
  std::int64_t dim = 0, num_points = 0, seed = 1;
  bool help = false;
};

PointsOptions ParseOptions(const std::vector<std::string>& arguments) {
  PointsOptions options;
  std::vector<std::string> words;
  po::options_description description;
  description.add_options()("d", po::value(&options.dim))("n", po::value(&options.num_points))(
      "seed", po::value(&options.seed))("help", po::bool_switch(&options.help))("word",
                                                                                po::value(&words));
  const po::variables_map values = ParseCommandLine("points", description, "word", arguments);
  if (options.help) return options;
  for (const char* key : {"d", "n"})
    if (values.count(key) == 0)
      throw InvalidInput("--" + std::string(key) + " is missing\n" + kUsage);
  if (words.size() != 2) {
    throw InvalidInput(std::to_string(words.size()) + " words; expected SEQUENCE and OUT\n" +
                       kUsage);
  }
  options.sequence = words[0];
  options.output = words[1];
  if (options.seed < 0) {
    throw InvalidInput("--seed is " + std::to_string(options.seed) +
                       "; expected a whole number >= 0");
  }
  return options;
}

}  // namespace

int PointsCommand(const std::vector<std::string>& arguments) {
  const PointsOptions options = ParseOptions(arguments);
  if (options.help) {
    std::cout << kUsage
              << "\n\nWrites N points of [0, 1)^d, one per row. SEQUENCE is written "
                 "name,key=value,... (`mercer\nlist sequences` has the names and keys). OUT ends "
                 "in .csv or .npy.\n";
    return 0;
  }
  StopOnSignals([&options] {
    AtomicOutput::AbandonAll();
    std::cerr << "\nmercer: stopped; " << options.output << " is not written" << std::endl;
  });
  const NamedParams named = ReadNamedText(SequenceRegistry(), "SEQUENCE", options.sequence);
  const auto set = MakePointSet(named.name, named.params, options.dim, options.num_points,
                                static_cast<std::uint64_t>(options.seed));
  const auto writer = MakeRowWriter(options.output, set->dim(), false);
  constexpr Index kRows = 1024;
  for (Index begin = 0; begin < set->size(); begin += kRows) {
    Matrix block(std::min(kRows, set->size() - begin), set->dim());
    set->Points(begin, block.rows(), block);
    writer->Write(block, Vector());
  }
  writer->Finish();
  std::cout << options.output << ": " << set->size() << (set->size() == 1 ? " point" : " points")
            << " of " << set->Describe() << '\n';
  return 0;
}

}  // namespace mercer
