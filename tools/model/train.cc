#include "experiments/train/train.h"

#include <iostream>
#include <memory>
#include <optional>

#include "core/base/atomic_output.h"
#include "core/base/error.h"
#include "core/data/formats/libsvm_reader.h"
#include "core/distributed/mpi_communicator.h"
#include "core/kernels/builtin_kernels.h"
#include "core/maps/builtin_maps.h"
#include "core/mpi/launch.h"
#include "core/mpi/session.h"
#include "experiments/config/read/read_named.h"
#include "experiments/external/external_use.h"
#include "experiments/run/sweep/context.h"
#include "experiments/train/train_report.h"
#include "tools/command.h"
#include "tools/command_line.h"
#include "tools/error_line.h"
#include "tools/interrupt.h"
#include "tools/usage.h"

namespace mercer {
namespace {

struct Arguments {
  std::string kernel, map, learner, generate;
  std::int64_t features = 0, seed = 1, gram_rows = 0, columns = 0;
  std::vector<std::string> files{}, test{};
  std::string model, predictions;
  bool train_score = false, json = false;
};

void Require(bool holds, const std::string& fault) {
  if (!holds) throw InvalidInput("train: " + fault + "\n" + UsageOf(CommandNamed("train")));
}

Arguments ParseArguments(const std::vector<std::string>& words) {
  Arguments given;
  const CommandLine line("train", words);
  given.kernel = line.Text("kernel");
  given.map = line.Text("map");
  given.learner = line.Text("learner");
  given.generate = line.Text("generate");
  given.features = line.Get("D", given.features);
  given.seed = line.Get("seed", given.seed);
  given.gram_rows = line.Get("gram-rows", given.gram_rows);
  given.columns = line.Get("columns", given.columns);
  given.files = line.rest();
  given.test = line.Texts("test");
  given.model = line.Text("model");
  given.predictions = line.Text("predictions");
  given.train_score = line.Flag("train-score");
  given.json = line.Flag("json");
  if (line.Flag("allow-external")) AllowExternalPrograms();
  for (const char* key : {"kernel", "map", "D", "learner"})
    Require(line.Has(key), "--" + std::string(key) + " is missing");
  Require(given.files.empty() != given.generate.empty(),
          std::to_string(given.files.size()) + " files" +
              (given.generate.empty() ? "" : " and --generate") +
              "; expected shards of the training rows, or --generate");
  Require(given.features >= 1,
          "--D is " + std::to_string(given.features) + "; expected a whole number >= 1");
  Require(given.seed >= 0,
          "--seed is " + std::to_string(given.seed) + "; expected a whole number >= 0");
  Require(given.gram_rows >= 0 && given.gram_rows <= 100000,
          "--gram-rows is " + std::to_string(given.gram_rows) +
              "; expected a whole number between 0 and 100000");
  Require(!line.Has("columns") ||
              (given.columns >= 1 && given.columns <= kMaxLibsvmIndex && given.generate.empty()),
          "--columns is " + std::to_string(given.columns) +
              (given.generate.empty() ? "" : " with --generate") +
              "; expected a whole number between 1 and " + std::to_string(kMaxLibsvmIndex) +
              ", for rows of files");
  Require(given.predictions.empty() || !given.test.empty(),
          "--predictions without --test; expected the rows to predict");
  return given;
}

// Ranks on machines with programs of their own must not mix two of them.
std::string CodeText() {
  std::string text;
  for (const auto& [what, value] : CodeFacts(MERCER_VERSION)) text += what + " " + value + "\n";
  return text + "versions of the distributed learners " + VersionsOf(DistributedLearnerRegistry()) +
         "\n";
}

TrainRequest RequestOf(const Arguments& given) {
  TrainRequest request;
  request.code = CodeText();
  request.kernel = ReadNamedText(KernelRegistry(), "--kernel", given.kernel);
  request.map = ReadNamedText(MapRegistry(), "--map", given.map);
  request.learner = ReadNamedText(DistributedLearnerRegistry(), "--learner", given.learner);
  request.num_random_features = given.features;
  request.seed = static_cast<std::uint64_t>(given.seed);
  request.files = given.files;
  request.test_files = given.test;
  request.model_file = given.model;
  request.predictions_file = given.predictions;
  request.score_train = given.train_score;
  request.gram_rows = given.gram_rows;
  request.columns = given.columns;
  if (!given.generate.empty()) {
    // The parameters have no name in front of them.
    const NamedParams named = ParseNamed("--generate", "rows," + given.generate);
    request.generated = ReadGenerated("--generate", named.params);
  }
  return request;
}

}  // namespace

// Every rank throws a user's fault, and rank 0 says it: once MPI has ended as it should. The others
// end well, because a launcher stops all ranks at the first that does not, rank 0 before its word.
int TrainCommand(const std::vector<std::string>& words) {
  const std::optional<MpiLaunch> launch = FindMpiLaunch();
  const bool several = launch && launch->size > 1;
  // MPI has signals of its own.
  if (!several) StopOnSignals([] { AtomicOutput::AbandonAll(); });
  std::optional<InvalidInput> fault;
  bool speaks = true;
  {
    std::optional<MpiSession> session;
    if (several) session.emplace();
    const std::unique_ptr<Communicator> communicator =
        several ? MakeMpiCommunicator() : std::make_unique<SingleProcess>();
    speaks = communicator->rank() == 0;
    try {
      Arguments given;
      TrainRequest request;
      communicator->Together([&] {
        given = ParseArguments(words);
        request = RequestOf(given);
      });
      const TrainOutcome outcome = Train(request, *communicator);
      if (speaks) {
        if (!outcome.map_note.empty()) std::cerr << "map: " << outcome.map_note << "\n";
        for (const std::string& warning : outcome.report.warnings) std::cerr << warning << "\n";
        std::cout << (given.json ? TrainJson(request, outcome) : TrainText(outcome)) << std::flush;
      }
    } catch (const InvalidInput& error) {
      fault = error;
    } catch (const std::exception& error) {
      // The end of the session ends all ranks before main can say why.
      if (several)
        WriteErrorLine("train: rank " + std::to_string(communicator->rank()) + ": " + error.what());
      throw;
    }
  }
  if (fault && speaks) throw InvalidInput(*fault);
  return 0;
}

}  // namespace mercer
