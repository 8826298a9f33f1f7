#include <algorithm>
#include <iostream>
#include <optional>

#include "core/base/random.h"
#include "core/base/text.h"
#include "core/data/formats/libsvm_reader.h"
#include "core/data/generators.h"
#include "core/kernels/builtin_kernels.h"
#include "core/kernels/shift_invariant/bandwidth.h"
#include "core/maps/builtin_maps.h"
#include "core/maps/fitting_kernels.h"
#include "experiments/config/read/read_named.h"
#include "experiments/doctor/contract.h"
#include "experiments/doctor/diagnosis.h"
#include "experiments/doctor/render.h"
#include "experiments/doctor/target.h"
#include "experiments/external/external_params.h"
#include "experiments/external/external_use.h"
#include "tools/command.h"
#include "tools/command_line.h"

namespace mercer {
namespace {

struct Arguments {
  std::string kernel, map, rows;
  DoctorOptions options{};
  Index max_rows = 40;
  std::optional<TargetOptions> target{};  // then D follows from it
  bool all = false, json = false;
};

// Rows whose Gram matrix a target is of, of a file and made ones: their pairs are many, or all.
constexpr Index kTargetRows = 500, kMadeTargetRows = 200;

TargetOptions TargetOf(const CommandLine& line, std::uint64_t seed) {
  if (line.Flag("all"))
    throw InvalidInput("doctor: --target needs one map; expected --kernel and --map, not --all");
  for (const char* option : {"D", "delta"}) {
    if (line.Has(option)) {
      throw InvalidInput(std::string("doctor: --target and --") + option +
                         " do not go together; expected one of them");
    }
  }
  TargetOptions target{.target = line.Get("target", 0.0), .seed = seed};
  if (line.Has("max")) target.max = line.Get("max", Index{0});
  target.draws = line.Get("draws", target.draws);
  return target;
}

Arguments Parse(const std::vector<std::string>& words) {
  Arguments arguments;
  DoctorOptions& options = arguments.options;
  const CommandLine line("doctor", words);
  arguments.kernel = line.Text("kernel");
  arguments.map = line.Text("map");
  arguments.rows = line.Text("rows");
  arguments.max_rows = line.Get("max-rows", arguments.max_rows);
  options.num_random_features = line.Get("D", options.num_random_features);
  options.draws = line.Get("draws", options.draws);
  options.seed = line.Get("seed", options.seed);
  options.delta = line.Get("delta", options.delta);
  arguments.all = line.Flag("all");
  arguments.json = line.Flag("json");
  if (line.Flag("allow-external")) AllowExternalPrograms();
  if (line.Has("target")) arguments.target = TargetOf(line, options.seed);
  if (arguments.target) arguments.max_rows = line.Get("max-rows", kTargetRows);
  const auto expect = [](bool holds, const std::string& what) {
    if (!holds) throw InvalidInput("doctor: " + what);
  };
  expect(arguments.all != (!arguments.kernel.empty() || !arguments.map.empty()),
         "expected either --all, or --kernel and --map");
  expect(arguments.all || (!arguments.kernel.empty() && !arguments.map.empty()),
         "--kernel and --map go together");
  expect(options.num_random_features >= 1,
         "--D is " + std::to_string(options.num_random_features) + "; expected at least 1");
  expect(options.draws >= 10, "--draws is " + std::to_string(options.draws) +
                                  "; expected at least 10, for an estimate of the variance");
  expect(options.delta > 0 && options.delta < 1,
         "--delta is " + FormatNumber(options.delta) + "; expected a number between 0 and 1");
  expect(arguments.target || !line.Has("max"),
         "--max is the largest D for --target, which is not "
         "given; expected both or neither");
  expect(arguments.max_rows >= 2,
         "--max-rows is " + std::to_string(arguments.max_rows) + "; expected at least 2");
  return arguments;
}

struct Rows {
  Examples examined;  // those whose pairs are compared
  Examples train;     // what data-dependent maps are drawn from
};

// The user's rows, of which a seeded sample is examined where they are many; or made ones, uniform
// in the unit ball of ten dimensions.
Rows RowsOf(const Arguments& arguments) {
  const std::uint64_t seed = arguments.options.seed;
  if (arguments.rows.empty()) {
    const Index train = std::max<Index>(1000, 2 * arguments.options.num_random_features);
    const Index examined = arguments.target ? kMadeTargetRows : 20;
    return {Generate("unit_ball", {{"n", examined}, {"d", 10}}, seed).x,
            Generate("unit_ball", {{"n", train}, {"d", 10}}, seed + 1).x};
  }
  Examples all = ReadLibsvm(arguments.rows, {}).x;
  RandomStream stream(seed, StreamPurpose::kGramRows, 0);
  std::vector<Index> numbers = RandomPermutation(stream, all.rows());
  if (all.rows() > arguments.max_rows) numbers.resize(static_cast<std::size_t>(arguments.max_rows));
  Examples examined = all.Select(numbers);
  return {std::move(examined), std::move(all)};
}

// One map on one kernel.
struct Examined {
  std::string map;
  std::unique_ptr<Kernel> kernel;
  std::unique_ptr<FeatureMapSpec> spec;
  MapTraits traits;
};

Examined Make(const NamedParams& kernel, const NamedParams& map, const Rows& rows,
              std::uint64_t seed) {
  Examined made{map.name,
                MakeKernel(kernel.name, ResolveBandwidth(kernel.params, rows.train, seed)),
                MakeMapSpec(map.name, map.params),
                {}};
  made.spec->CheckKernel(*made.kernel);
  made.traits = made.spec->Traits(MapRegistry().Get(map.name).traits);
  // A row that the kernel refuses is named by its place in the file, not in the sample.
  made.kernel->Diagonal(rows.train);
  return made;
}

Diagnosis Examine(const NamedParams& kernel, const NamedParams& map, const Rows& rows,
                  const DoctorOptions& options) {
  const Examined made = Make(kernel, map, rows, options.seed);
  const Patient patient{made.map, *made.spec, made.traits, *made.kernel, rows.examined, rows.train};
  std::vector<std::string> broken;
  if (map.name == kExternalName)
    broken = ContractFaults(patient, options.num_random_features, options.seed);
  Diagnosis diagnosis = Diagnose(patient, options);
  diagnosis.faults.insert(diagnosis.faults.begin(), broken.begin(), broken.end());
  return diagnosis;
}

TargetReport Size(const NamedParams& kernel, const NamedParams& map, const Rows& rows,
                  const TargetOptions& target) {
  const Examined made = Make(kernel, map, rows, target.seed);
  return SizeForTarget({.map = made.map,
                        .spec = *made.spec,
                        .traits = made.traits,
                        .kernel = *made.kernel,
                        .rows = rows.examined,
                        .train = rows.train,
                        .seed = target.seed},
                       target);
}

// Every map on every kernel that it takes, with example parameters; says which pairs these rows or
// this D do not suit.
std::vector<Diagnosis> ExamineAll(const Arguments& arguments) {
  const Rows rows = RowsOf(arguments);
  std::vector<Diagnosis> diagnoses;
  for (const MapEntry& map : MapRegistry().entries()) {
    if (map.name == kExternalName) continue;  // no program is named
    for (const std::string& kernel : KernelsFitting(map)) {
      const NamedParams with_params{kernel, ExampleParams(KernelRegistry().Get(kernel).params)};
      try {
        diagnoses.push_back(
            Examine(with_params, {map.name, ExampleParams(map.params)}, rows, arguments.options));
      } catch (const InvalidInput& error) {
        std::cerr << "not examined: " << map.name << " on " << kernel << ": " << error.what()
                  << "\n";
      }
    }
  }
  return diagnoses;
}

}  // namespace

int DoctorCommand(const std::vector<std::string>& words) {
  const Arguments arguments = Parse(words);
  std::vector<Diagnosis> diagnoses;
  if (arguments.all) {
    diagnoses = ExamineAll(arguments);
  } else {
    const NamedParams kernel = ReadNamedText(KernelRegistry(), "--kernel", arguments.kernel);
    const NamedParams map = ReadNamedText(MapRegistry(), "--map", arguments.map);
    if (arguments.target) {
      const TargetReport report = Size(kernel, map, RowsOf(arguments), *arguments.target);
      std::cout << (arguments.json ? TargetJson(report) : TargetText(report));
      return 0;
    }
    diagnoses.push_back(Examine(kernel, map, RowsOf(arguments), arguments.options));
  }
  if (arguments.json) {
    std::cout << DiagnosisJson(diagnoses);
  } else {
    std::cout << (arguments.all ? DiagnosisTable(diagnoses) : DiagnosisText(diagnoses.front()));
  }
  const bool wrong = std::any_of(diagnoses.begin(), diagnoses.end(),
                                 [](const Diagnosis& d) { return !d.faults.empty(); });
  return wrong ? 1 : 0;
}

}  // namespace mercer
