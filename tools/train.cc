#include "experiments/train/train.h"

#include <algorithm>
#include <iostream>
#include <memory>
#include <optional>

#include "core/base/error.h"
#include "core/data/formats/libsvm_reader.h"
#include "core/distributed/mpi_communicator.h"
#include "core/kernels/builtin_kernels.h"
#include "core/maps/builtin_maps.h"
#include "core/mpi/launch.h"
#include "core/mpi/session.h"
#include "experiments/config/read/read_named.h"
#include "experiments/run/sweep/context.h"
#include "experiments/train/train_report.h"
#include "tools/command.h"
#include "tools/command_line.h"
#include "tools/error_line.h"

namespace mercer {
namespace {

namespace po = boost::program_options;

constexpr char kUsage[] =
    "usage: mercer train --kernel KERNEL --map MAP --D N [--seed S] --learner LEARNER FILE...\n"
    "                    [--test FILE]... [--model FILE] [--predictions FILE] [--train-score]\n"
    "                    [--gram-rows N] [--columns N] [--json]\n"
    "       mercer train ... --generate rows=N,columns=D[,seed=S][,classes=K]";

struct Arguments {
  std::string kernel, map, learner, generate;
  std::int64_t features = 0, seed = 1, gram_rows = 0, columns = 0;
  std::vector<std::string> files{}, test{};
  std::string model, predictions;
  bool train_score = false, json = false;
};

void Require(bool holds, const std::string& fault) {
  if (!holds) throw InvalidInput("train: " + fault + "\n" + kUsage);
}

Arguments ParseArguments(const std::vector<std::string>& words) {
  Arguments given;
  po::options_description description;
  description.add_options()("kernel", po::value(&given.kernel))("map", po::value(&given.map))(
      "D", po::value(&given.features))("seed", po::value(&given.seed))(
      "learner", po::value(&given.learner))("generate", po::value(&given.generate))(
      "test", po::value(&given.test)->composing())("model", po::value(&given.model))(
      "predictions", po::value(&given.predictions))("gram-rows", po::value(&given.gram_rows))(
      "train-score", po::bool_switch(&given.train_score))("json", po::bool_switch(&given.json))(
      "columns", po::value(&given.columns))("help", "")("file", po::value(&given.files));
  const po::variables_map values = ParseCommandLine("train", description, "file", words);
  for (const char* key : {"kernel", "map", "D", "learner"})
    Require(values.count(key) != 0, "--" + std::string(key) + " is missing");
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
  Require(values.count("columns") == 0 ||
              (given.columns >= 1 && given.columns <= kMaxLibsvmIndex && given.generate.empty()),
          "--columns is " + std::to_string(given.columns) +
              (given.generate.empty() ? "" : " beside --generate") +
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

// Every rank throws a user's fault, and rank 0 says it: once MPI has ended as it should. The others
// end well, because a launcher stops all ranks at the first that does not, rank 0 before its word.
int TrainOverRanks(const std::vector<std::string>& words) {
  const std::optional<MpiLaunch> launch = FindMpiLaunch();
  const bool several = launch && launch->size > 1;
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

}  // namespace

int TrainCommand(const std::vector<std::string>& words) {
  if (std::find(words.begin(), words.end(), "--help") != words.end()) {
    std::cout
        << kUsage
        << "\n\nTrains a linear machine on random features of rows that need not fit on one "
           "machine. The\nFILEs are shards of one data set, LIBSVM text or .npy with .npy.labels "
           "beside it. Started\nby mpirun, each rank reads its own part of their bytes and holds "
           "one block of it; the\nsums go over the ranks. LEARNER is one of `mercer list "
           "distributed_learners`, written as\nname,key=value,... --model writes a LIBLINEAR model "
           "of the features, and FILE.map, with\nwhich mercer transform makes them. With several "
           "ranks --predictions writes FILE.0, FILE.1\n... which in order are those of all test "
           "rows.\n";
    return 0;
  }
  return TrainOverRanks(words);
}

}  // namespace mercer
