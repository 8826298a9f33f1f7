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
#include "tools/usage.h"

namespace mercer {
namespace {

struct PointsOptions {
  std::string sequence, output;
  std::int64_t dim = 0, num_points = 0, seed = 1;
};

PointsOptions ParseOptions(const std::vector<std::string>& arguments) {
  PointsOptions options;
  const CommandLine line("points", arguments);
  const std::vector<std::string>& words = line.rest();
  const std::string usage = UsageOf(CommandNamed("points"));
  for (const char* key : {"d", "n"})
    if (!line.Has(key)) throw InvalidInput("--" + std::string(key) + " is missing\n" + usage);
  if (words.size() != 2) {
    throw InvalidInput(std::to_string(words.size()) + " words; expected SEQUENCE and OUT\n" +
                       usage);
  }
  options.sequence = words[0];
  options.output = words[1];
  options.dim = line.Get("d", options.dim);
  options.num_points = line.Get("n", options.num_points);
  options.seed = line.Get("seed", options.seed);
  if (options.seed < 0) {
    throw InvalidInput("--seed is " + std::to_string(options.seed) +
                       "; expected a whole number >= 0");
  }
  return options;
}

}  // namespace

int PointsCommand(const std::vector<std::string>& arguments) {
  const PointsOptions options = ParseOptions(arguments);
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
