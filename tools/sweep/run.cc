#include <algorithm>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <optional>
#include <string>
#include <vector>

#include "core/base/atomic_output.h"
#include "core/base/error.h"
#include "core/mpi/launch.h"
#include "core/mpi/session.h"
#include "experiments/cluster/cluster_executor.h"
#include "experiments/cluster/mpi_transport.h"
#include "experiments/cluster/worker_rank.h"
#include "experiments/run/machine/cores.h"
#include "tools/command.h"
#include "tools/error_line.h"
#include "tools/interrupt.h"
#include "tools/sweep/prepared_run.h"

namespace mercer {
namespace {

namespace fs = std::filesystem;

using Texts = std::vector<std::string>;

struct RankEnd {
  int code = 0;
  bool without_others = false;  // some rank is gone: MPI cannot be ended together
};

/// The same for all processes of a machine, also where each has a host name of its own.
std::string MachineId() {
  std::ifstream in("/proc/sys/kernel/random/boot_id");
  std::string id;
  if (in >> id) return id;
  char name[256] = {};
  gethostname(name, sizeof name - 1);
  return name;
}

/// Reads what this rank is to work with; what is wrong with it is the statement's fault.
RankStatement Prepare(const Texts& arguments, PreparedRun& run) {
  RankStatement statement;
  statement.node = MachineId();
  try {
    run = PrepareRun(arguments);
    const RunOptions& options = run.request.options;
    statement.facts = FactsOf(run.experiments, *run.catalogue, options, MERCER_VERSION);
    statement.cores = options.cores.empty() ? AllowedCores() : options.cores;
    statement.jobs = options.jobs;
  } catch (const std::exception& error) {
    // Exceptions of any kind, as the other ranks would wait for this one.
    statement.fault = error.what();
  }
  return statement;
}

/// Whatever becomes of rank 0, the others are told that it is over.
class EndOfWork {
 public:
  EndOfWork(Transport& transport, const RankEnd& end) : transport_(transport), end_(end) {}
  ~EndOfWork() { SendEnd(transport_, !end_.without_others); }
  EndOfWork(const EndOfWork&) = delete;
  EndOfWork& operator=(const EndOfWork&) = delete;

 private:
  Transport& transport_;
  const RankEnd& end_;
};

void Lead(Transport& transport, const Texts& arguments, double timeout, RankEnd& end) {
  const EndOfWork end_of_work(transport, end);
  PreparedRun run;
  RankStatement own = Prepare(arguments, run);
  const auto statements = CollectStatements(transport, std::move(own), timeout);
  // A rank without a node sent no statement.
  for (const RankStatement& one : statements) end.without_others |= one.node.empty();
  if (const std::string why = Disagreement(statements); !why.empty()) throw InvalidInput(why);
  SendShares(transport, statements);
  Ranks ranks(transport, statements, timeout);
  RunOptions& options = run.request.options;
  options.ranks = transport.size();
  options.share = ShareOf(statements, 0);
  options.make_executor = [&ranks](const TrialSettings& settings, const WorkerSettings& workers) {
    return std::make_unique<ClusterExecutor>(ranks, settings, workers);
  };
  run.slots = 0;
  for (const RankStatement& statement : statements) run.slots += statement.jobs;
  run.command = "mpirun -n " + std::to_string(transport.size()) + " " + run.command;
  // Also where the run throws: it may be because a rank is gone.
  struct Note {
    ~Note() { end.without_others = ranks.AnySilent(); }
    Ranks& ranks;
    RankEnd& end;
  } const note{ranks, end};
  end.code = RunPrepared(run);
}

void Leave(const Transport& transport, WorkerRankEnd how, RankEnd& end) {
  end.without_others = how != WorkerRankEnd::kTogether;
  if (how != WorkerRankEnd::kRank0Gone) return;
  WriteErrorLine("rank " + std::to_string(transport.rank()) +
                 ": rank 0 is gone; all that it stored is intact");
  end.code = 1;
}

void Serve(Transport& transport, const Texts& arguments, double timeout, RankEnd& end) {
  PreparedRun run;
  const RankStatement own = Prepare(arguments, run);
  const auto told = AskShare(transport, own, timeout);
  if (const auto* no_work = std::get_if<WorkerRankEnd>(&told))
    return Leave(transport, *no_work, end);
  std::error_code error;
  // What this rank's trials share, for as long as it works; where it cannot be made, nothing.
  const fs::path parent = fs::temp_directory_path(error);
  const auto prepared = error ? nullptr : HeldFolder::Make(parent, "mercer-rank-");
  const fs::path prepared_path = prepared != nullptr ? prepared->path() : fs::path();
  StopOnSignals([prepared_path] {
    std::error_code ignored;
    if (!prepared_path.empty()) fs::remove_all(prepared_path, ignored);
  });
  WorkerRankSettings settings;
  settings.options = run.request.options;
  settings.options.share = std::get<MachineShare>(told);
  settings.data_dir = run.catalogue->data_dir();
  settings.prepared = prepared_path;
  settings.experiments = std::move(run.experiments);
  Leave(transport, RunWorkerRank(transport, settings, timeout), end);
}

/// `mercer run` as one of several ranks of an MPI launcher: rank 0 runs the experiments, stores the
/// records and speaks; the others run the trials that it orders. Returns the exit code, 0 on the
/// others whatever rank 0's is. Throws InvalidInput in a build without MPI, and on rank 0 where the
/// ranks do not agree (agreement.h) or as RunPrepared does.
int RunOverRanks(const MpiLaunch& launch, const Texts& arguments) {
  if (std::find(arguments.begin(), arguments.end(), "--dry-run") != arguments.end()) {
    if (launch.rank > 0) return 0;
    PreparedRun run = PrepareRun(arguments);
    return RunPrepared(run);
  }
  const double timeout = RankTimeout();
  RankEnd end;
  std::exception_ptr fault;
  {
    const MpiSession session;
    try {
      MpiTransport transport(session);
      if (session.rank() == 0) {
        Lead(transport, arguments, timeout, end);
      } else {
        Serve(transport, arguments, timeout, end);
      }
    } catch (const std::exception& error) {
      fault = std::current_exception();
      if (end.without_others) WriteErrorLine(error.what());
      end.code = dynamic_cast<const InvalidInput*>(&error) != nullptr ? 2 : 1;
    }
    // The end of MPI waits for all.
    if (end.without_others) {
      std::cout.flush();
      std::_Exit(end.code);
    }
  }
  // Not while MPI is at work: the others are not to be ended, but leave by themselves.
  if (fault) std::rethrow_exception(fault);
  return end.code;
}

}  // namespace

int RunCommand(const Texts& arguments) {
  const std::optional<MpiLaunch> launch = FindMpiLaunch();
  if (launch && launch->size > 1) return RunOverRanks(*launch, arguments);
  PreparedRun run = PrepareRun(arguments);
  return RunPrepared(run);
}

}  // namespace mercer
