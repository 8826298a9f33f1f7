#include "tests/chaos/attacks.h"

#include <signal.h>
#include <sys/mount.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <string_view>

#include "experiments/store/record_files.h"

namespace mercer::chaos {
namespace {

namespace fs = std::filesystem;

// Eight trials take about this long, in milliseconds.
constexpr std::size_t kRunTakes = 900;

int Moment(Round& round, std::size_t most = kRunTakes) {
  return static_cast<int>(Below(round.random, most));
}

template <class Value>
const Value& AnyOf(const std::vector<Value>& values, Random& random) {
  return values[Below(random, values.size())];
}

std::string SignalText(int number) { return "SIG" + std::string(sigabbrev_np(number)); }

/// What the runner was told must not be the end of it in another way.
void End(Round& round, Process& run, const std::string& what) {
  const Ended ended = run.Wait();
  const bool by_us = ended.exit_code == 128 + SIGKILL || ended.exit_code == 128 + SIGINT ||
                     ended.exit_code == 128 + SIGTERM;
  round.told.push_back(what + "; exit code " + std::to_string(ended.exit_code));
  if (!by_us && round.fault.empty()) round.fault = CrashOf(ended, "run");
}

Process Start(Round& round, const std::vector<std::string>& options = {}) {
  return Process(round.bench.RunWords(options), round.bench.folder());
}

void KillRunner(Round& round) {
  const std::size_t times = 1 + Below(round.random, 4);
  for (std::size_t i = 0; i < times; ++i) {
    Process run = Start(round);
    const int moment = Moment(round), number = AnyOf<int>({SIGKILL, SIGINT, SIGTERM}, round.random);
    Sleep(moment);
    run.Signal(number);
    if (Below(round.random, 4) == 0) run.Signal(number);
    End(round, run, SignalText(number) + " to the runner after " + std::to_string(moment) + " ms");
  }
}

void KillWorkers(Round& round) {
  Process run = Start(round, {"--jobs", std::to_string(1 + Below(round.random, 2))});
  const std::size_t times = 1 + Below(round.random, 6);
  for (std::size_t i = 0; i < times; ++i) {
    const int moment = Moment(round, 250);
    Sleep(moment);
    const int number =
        AnyOf<int>({SIGKILL, SIGSEGV, SIGABRT, SIGTERM, SIGINT, SIGHUP, SIGPIPE}, round.random);
    const std::vector<pid_t> workers = run.Workers();
    if (workers.empty()) continue;
    kill(AnyOf(workers, round.random), number);
    round.told.push_back(SignalText(number) + " to a worker " + std::to_string(moment) +
                         " ms later");
  }
  End(round, run, "the run went on");
}

/// Of the runner, its workers or all of them.
void StopAndContinue(Round& round) {
  Process run = Start(round, {"--timeout", "10"});
  const std::size_t times = 1 + Below(round.random, 2);
  for (std::size_t i = 0; i < times; ++i) {
    Sleep(Moment(round, 400));
    const std::size_t whom = Below(round.random, 3);
    const bool is_long = Below(round.random, 8) == 0;
    const int milliseconds = is_long ? 11000 : Moment(round, 300);
    const std::vector<pid_t> workers = run.Workers();
    const auto signal = [&](int number) {
      if (whom != 1) run.Signal(number);
      for (const pid_t worker : workers)
        if (whom != 0) kill(worker, number);
    };
    signal(SIGSTOP);
    Sleep(milliseconds);
    signal(SIGCONT);
    round.told.push_back("stopped the " +
                         std::string(whom == 0   ? "runner"
                                     : whom == 1 ? "workers"
                                                 : "runner and its workers") +
                         " for " + std::to_string(milliseconds) + " ms");
  }
  const Ended ended = run.Wait();
  round.fault = CrashOf(ended, "run");
  if (ended.exit_code != 0 && round.fault.empty())
    round.fault = "a stop became a fault: " + ended.errors;
}

void SeveralRuns(Round& round) {
  std::vector<std::unique_ptr<Process>> runs;
  const std::size_t count = 2 + Below(round.random, 2);
  for (std::size_t i = 0; i < count; ++i) {
    runs.push_back(std::make_unique<Process>(round.bench.RunWords(), round.bench.folder()));
    Sleep(Moment(round, 200));
  }
  round.told.push_back(std::to_string(count) + " runs at once");
  const std::size_t times = Below(round.random, 3);
  for (std::size_t i = 0; i < times; ++i) {
    Process& run = *runs[Below(round.random, count)];
    const int number = AnyOf<int>({SIGKILL, SIGSTOP, SIGINT}, round.random);
    run.Signal(number);
    round.told.push_back(SignalText(number) + " to one of them");
    Sleep(Moment(round, 300));
    run.Signal(SIGCONT);
  }
  for (const auto& run : runs) End(round, *run, "one of them ended");
}

void DeleteWhileRunning(Round& round) {
  round.keeps_records = false;
  Process run = Start(round);
  const std::size_t times = 1 + Below(round.random, 3);
  for (std::size_t i = 0; i < times; ++i) {
    Sleep(Moment(round, 500));
    const fs::path& out = round.bench.out();
    std::error_code ignored;
    std::vector<fs::path> victims{out / "trials",    out / "context", out / ".prepared",
                                  out / "grid.json", out / ".claims", out};
    for (const fs::path& file : FilesOf(out / "trials")) victims.insert(victims.end(), 3, file);
    const fs::path victim = AnyOf(victims, round.random);
    fs::remove_all(victim, ignored);
    round.told.push_back("deleted " + victim.string());
  }
  End(round, run, "the run went on");
}

void DamageWhileRunning(Round& round) {
  round.keeps_records = false;
  Process run = Start(round);
  Sleep(100 + Moment(round, 700));
  DamageFolder(round.bench.out(), round.random, round.told);
  End(round, run, "the run went on");
}

void DamageFinished(Round& round) {
  round.keeps_records = false;
  CopyFolder(round.whole, round.bench.out());
  DamageFolder(round.bench.out(), round.random, round.told);
}

void DamageKilled(Round& round) {
  round.keeps_records = false;
  Process run = Start(round);
  const int moment = 200 + Moment(round, 500);
  Sleep(moment);
  run.Signal(SIGKILL);
  End(round, run, "SIGKILL to the runner after " + std::to_string(moment) + " ms");
  DamageFolder(round.bench.out(), round.random, round.told);
}

void DamageRecords(Round& round) {
  const std::size_t times = 1 + Below(round.random, 3);
  for (std::size_t i = 0; i < times; ++i) {
    const std::vector<fs::path> files = FilesOf(round.bench.out() / "trials");
    if (!files.empty()) round.told.push_back(DamageLines(AnyOf(files, round.random), round.random));
  }
}

void DamageRecordsFinished(Round& round) {
  round.keeps_records = false;
  CopyFolder(round.whole, round.bench.out());
  DamageRecords(round);
}

void DamageRecordsWhileRunning(Round& round) {
  round.keeps_records = false;
  Process run = Start(round);
  Sleep(100 + Moment(round, 700));
  DamageRecords(round);
  End(round, run, "the run went on");
}

/// A run replaces a record of other data, and then its file is cut at the end of a line.
void CutReplacement(Round& round) {
  round.keeps_records = false;
  const fs::path& out = round.bench.out();
  CopyFolder(round.whole, out);
  const std::vector<fs::path> before = FilesOf(out / "trials");
  const std::string trial = MakeStale(out, AnyOf(before, round.random));
  round.told.push_back("made stale: " + trial);
  const Ended run = round.bench.Run({"--retry", "stale"});
  if (run.exit_code != 0) round.fault = "a stale record became a fault: " + run.errors;
  for (const fs::path& file : FilesOf(out / "trials")) {
    if (std::find(before.begin(), before.end(), file) == before.end())
      round.told.push_back(CutLines(file, round.random));
  }
}

void SwapFinished(Round& round) {
  round.keeps_records = false;
  CopyFolder(round.whole, round.bench.out());
  const std::size_t times = 1 + Below(round.random, 3);
  for (std::size_t i = 0; i < times; ++i) {
    const bool records = Below(round.random, 3) > 0;
    const std::vector<fs::path> files =
        FilesOf(records ? round.bench.out() / "trials" : round.bench.out());
    const fs::path one = AnyOf(files, round.random), other = AnyOf(files, round.random);
    if (one != other) round.told.push_back(SwapFiles(one, other, round.random));
  }
}

void ShiftTimes(Round& round) {
  round.keeps_records = false;
  CopyFolder(round.whole, round.bench.out());
  const bool damages = Below(round.random, 2) == 0;
  if (damages) DamageFolder(round.bench.out(), round.random, round.told);
  for (const fs::path& file : FilesOf(round.bench.out())) {
    if (Below(round.random, 3) == 0) round.told.push_back(ShiftTime(file, round.random));
  }
  if (round.told.size() > 20) round.told.resize(20);
}

/// Of records that belong to no trial of the config only its grid says so.
void DamageWithOldRecords(Round& round) {
  round.keeps_records = false;
  round.bench.SetOtherLabels(true);
  round.bench.Run();
  round.bench.SetOtherLabels(false);
  CopyFolder(round.whole, round.bench.out());
  round.told.push_back("records of other labels lie beside them");
  if (Below(round.random, 2) == 0) {
    round.told.push_back(DamageFile(round.bench.out() / "grid.json", round.random));
  } else {
    DamageFolder(round.bench.out(), round.random, round.told);
  }
}

/// The config and the paper's numbers, which whoever wrote them puts right again.
void DamageInputs(Round& round) {
  constexpr int kMilliseconds = 4000;  // it may be a config of very many trials now
  round.keeps_records = false;
  CopyFolder(round.whole, round.bench.out());
  const fs::path file =
      round.bench.folder() / (Below(round.random, 3) > 0 ? "config.json" : "reported.csv");
  const std::string bytes = ReadBytes(file);
  round.told.push_back(DamageFile(file, round.random));
  Process run = Start(round);
  for (int i = 0; i < kMilliseconds && run.IsRunning(); i += 20) Sleep(20);
  run.Signal(SIGKILL);
  End(round, run, "a run with that");
  std::error_code ignored;
  fs::remove_all(file, ignored);
  WriteBytes(file, bytes);
}

/// The folder that merge makes is there whole or not at all.
void KillMerge(Round& round) {
  const fs::path half = round.bench.folder() / "half", out = round.bench.out();
  CopyFolder(round.whole, half);
  for (const fs::path& file : FilesOf(half / "trials")) {
    std::string kept;
    ForEachLine(file, [&](std::string_view line) {
      if (Below(round.random, 2) == 0) kept.append(line) += '\n';
    });
    WriteBytes(file, kept);
  }
  const std::vector<std::string> words{round.bench.RunWords().front(), "merge", half.string(),
                                       round.whole.string(),           "--out", out.string()};
  const std::size_t times = 1 + Below(round.random, 5);
  for (std::size_t i = 0; i < times && !fs::exists(out); ++i) {
    Process merge(words, round.bench.folder());
    Sleep(Moment(round, 60));
    merge.Signal(SIGKILL);
    End(round, merge, "SIGKILL to merge");
  }
  if (fs::exists(out)) return;
  const Ended ended = Process(words, round.bench.folder()).Wait();
  round.told.push_back("merge; exit code " + std::to_string(ended.exit_code));
  if (ended.exit_code != 0) round.fault = "merge: " + ended.errors;
  for (const auto& entry : fs::directory_iterator(round.bench.folder()))
    if (entry.path().filename().string().starts_with(".partial"))
      round.fault = entry.path().string() + " is left";
}

/// By a limit of file sizes, or a file system that has hardly any room.
void FullDisk(Round& round) {
  const fs::path out = round.bench.out();
  const std::size_t bytes = 1024 + Below(round.random, 80 << 10);
  fs::create_directories(out);
  const std::string size = "size=" + std::to_string(bytes);
  const bool mounted = round.may_mount && Below(round.random, 3) > 0 &&
                       mount("tmpfs", out.c_str(), "tmpfs", 0, size.c_str()) == 0;
  const Ended ended = round.bench.Run({}, {mounted ? 0 : bytes});
  round.told.push_back((mounted ? "a disk of " : "no file larger than ") + std::to_string(bytes) +
                       " bytes; exit code " + std::to_string(ended.exit_code));
  round.fault = CrashOf(ended, "run");
  if (ended.exit_code == 2) round.fault = "a full disk is no wrong input: " + ended.errors;
  if (!mounted) return;
  // The disk gets room: what is on it stays.
  const fs::path kept = out.string() + ".kept";
  CopyFolder(out, kept);
  umount2(out.c_str(), MNT_DETACH);
  fs::remove_all(out);
  fs::rename(kept, out);
}

}  // namespace

const std::vector<Attack>& Attacks() {
  static const std::vector<Attack> all = {
      {"kill the runner", KillRunner},
      {"damage a finished folder", DamageFinished},
      {"several runs", SeveralRuns},
      {"delete while it runs", DeleteWhileRunning},
      {"full disk", FullDisk},
      {"kill workers", KillWorkers},
      {"damage a killed folder", DamageKilled},
      {"stop and continue", StopAndContinue},
      {"swap files", SwapFinished},
      {"shift the clock", ShiftTimes},
      {"damage while it runs", DamageWhileRunning},
      {"damage with old records", DamageWithOldRecords},
      {"damage the lines of records", DamageRecordsFinished},
      {"damage lines while it runs", DamageRecordsWhileRunning},
      {"cut a replacement", CutReplacement},
      {"kill merge", KillMerge},
      {"damage the inputs", DamageInputs},
  };
  return all;
}

void CopyFolder(const fs::path& from, const fs::path& to) {
  fs::create_directories(to);
  for (const auto& entry : fs::recursive_directory_iterator(from)) {
    const fs::path copy = to / entry.path().lexically_relative(from);
    if (entry.is_directory()) {
      fs::create_directories(copy);
    } else if (entry.is_regular_file()) {
      fs::create_directories(copy.parent_path());
      fs::copy_file(entry.path(), copy, fs::copy_options::overwrite_existing);
      fs::last_write_time(copy, entry.last_write_time());
    }
  }
}

void DamageLarge(Round& round) {
  round.keeps_records = false;
  CopyFolder(round.whole, round.bench.out());
  if (Below(round.random, 2) == 0) {
    DamageFolder(round.bench.out(), round.random, round.told);
  } else {
    DamageRecords(round);
  }
}

bool DamageFolder(const fs::path& folder, Random& random, std::vector<std::string>& told) {
  const std::size_t times = 1 + Below(random, 4);
  for (std::size_t i = 0; i < times; ++i) {
    const std::vector<fs::path> files = FilesOf(folder);
    if (files.empty()) return i > 0;
    told.push_back(DamageFile(AnyOf(files, random), random));
  }
  return true;
}

}  // namespace mercer::chaos
