#include <algorithm>
#include <iostream>
#include <optional>

#include "core/base/text.h"
#include "core/data/formats/libsvm_reader.h"
#include "core/kernels/builtin_kernels.h"
#include "core/maps/builtin_maps.h"
#include "core/maps/fitting_kernels.h"
#include "experiments/config/read/read_named.h"
#include "experiments/doctor/examine.h"
#include "experiments/doctor/render.h"
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

// The user's rows; nullopt for made ones.
std::optional<Examples> OwnRows(const std::string& file) {
  if (file.empty()) return std::nullopt;
  return ReadLibsvm(file, {}).x;
}

// Every map on every kernel that it takes, with example parameters; says which pairs these rows or
// this D do not suit.
std::vector<Diagnosis> ExamineAll(const RowChoice& rows, const DoctorOptions& options) {
  std::vector<Diagnosis> diagnoses;
  for (const MapEntry& map : MapRegistry().entries()) {
    if (map.name == kExternalName) continue;  // no program is named
    for (const std::string& kernel : KernelsFitting(map)) {
      const NamedParams with_params{kernel, ExampleParams(KernelRegistry().Get(kernel).params)};
      try {
        diagnoses.push_back(
            Examine(with_params, {map.name, ExampleParams(map.params)}, rows, options));
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
  NamedParams kernel, map;
  if (!arguments.all) {
    kernel = ReadNamedText(KernelRegistry(), "--kernel", arguments.kernel);
    map = ReadNamedText(MapRegistry(), "--map", arguments.map);
  }
  const std::optional<Examples> own = OwnRows(arguments.rows);
  RowChoice rows{.given = own ? &*own : nullptr, .max_rows = arguments.max_rows};
  if (arguments.target) {
    rows.made_rows = kMadeTargetRows;
    const TargetReport report = SizeForTarget(kernel, map, rows, *arguments.target);
    std::cout << (arguments.json ? TargetJson(report) : TargetText(report));
    return 0;
  }
  std::vector<Diagnosis> diagnoses;
  if (arguments.all) {
    diagnoses = ExamineAll(rows, arguments.options);
  } else {
    diagnoses.push_back(Examine(kernel, map, rows, arguments.options));
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
