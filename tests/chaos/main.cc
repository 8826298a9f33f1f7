// chaos --mercer PATH --committed DIR [--seed N] [--rounds M] [--large TRIALS] [--only WORDS]
//
// Attacks runs of mercer and their folders as a hostile environment would, and holds what it says
// against an undisturbed run: either the same numbers or a told problem. A round is made from its
// seed alone: seed N + i is the i-th of --seed N. --committed: a folder such as
// results/cotter2011/table2_mnist, beside which SHA256SUMS lies. --large: attacks a folder of so
// many trials too.

#include <sched.h>
#include <stdlib.h>
#include <sys/mount.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <iostream>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "tests/chaos/attacks.h"
#include "tests/chaos/bench.h"
#include "tests/chaos/oracle.h"

namespace mercer::chaos {
namespace {

namespace fs = std::filesystem;

// Beside those of Attacks().
constexpr const char* kCommitted = "damage a committed folder";
constexpr const char* kLarge = "damage a large folder";
constexpr int kRepetitions = 2, kTrialsOfRepetition = 4;

struct Options {
  fs::path mercer, committed;
  std::uint64_t seed = 1;
  int rounds = 5, large = 0;
  std::string only;  // words of an attack's name; "": all
};

Options Read(int argc, char** argv) {
  Options options;
  for (int i = 1; i + 1 < argc; i += 2) {
    const std::string name = argv[i], value = argv[i + 1];
    if (name == "--mercer") {
      options.mercer = fs::absolute(value);
    } else if (name == "--committed") {
      options.committed = fs::absolute(value);
    } else if (name == "--seed") {
      options.seed = std::stoull(value);
    } else if (name == "--rounds") {
      options.rounds = std::stoi(value);
    } else if (name == "--large") {
      options.large = std::stoi(value);
    } else if (name == "--only") {
      options.only = value;
    } else {
      throw std::runtime_error("unknown option " + name);
    }
  }
  if (argc % 2 == 0 || options.mercer.empty() || options.committed.empty())
    throw std::runtime_error(
        "expected --mercer PATH --committed DIR [--seed N] [--rounds M] [--large TRIALS] "
        "[--only WORDS]");
  return options;
}

/// Mounts of this process alone, which end with it; false where the system allows none.
bool HasOwnMounts() {
  if (unshare(CLONE_NEWNS) != 0 && unshare(CLONE_NEWUSER | CLONE_NEWNS) != 0) return false;
  return mount(nullptr, "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0;
}

class Scratch {
 public:
  Scratch() {
    std::string name = (fs::temp_directory_path() / "mercer-chaos-XXXXXX").string();
    if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    path_ = name;
  }
  ~Scratch() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

class Chaos {
 public:
  explicit Chaos(const Options& options)
      : options_(options),
        may_mount_(HasOwnMounts()),
        undisturbed_(options.mercer, scratch_.path() / "undisturbed", kRepetitions),
        runs_(Undisturbed(undisturbed_)),
        published_(Published()) {
    for (const Attack& attack : Attacks()) names_.push_back(attack.name);
    names_.push_back(kCommitted);
    if (options.large == 0) return;
    large_ = std::make_unique<Bench>(options.mercer, scratch_.path() / "large",
                                     options.large / kTrialsOfRepetition);
    large_oracle_ = std::make_unique<Oracle>(Undisturbed(*large_));
    names_.push_back(kLarge);
  }

  /// Whether it went as it should.
  bool RunRound(std::uint64_t seed) {
    const auto start = std::chrono::steady_clock::now();
    const std::string& name = Choose(seed);
    Random random(seed);
    const bool is_large = name == kLarge;
    const Oracle& oracle = is_large ? *large_oracle_ : runs_;
    const Bench bench(options_.mercer, scratch_.path() / ("round-" + std::to_string(seed)),
                      is_large ? options_.large / kTrialsOfRepetition : kRepetitions);
    Round round{bench, oracle.undisturbed(), random};
    round.may_mount = may_mount_;
    if (name == kCommitted) {
      AttackPublished(round);
    } else {
      AttackRun(is_large ? Attack{name, DamageLarge} : NamedAttack(name), oracle, round);
    }
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    std::cout << "seed " << seed << ": " << name << ", " << round.told.size() << " acts, "
              << took.count() << " s: " << (round.fault.empty() ? "ok" : "FAILED") << std::endl;
    if (!round.fault.empty()) {
      for (const std::string& act : round.told) std::cout << "  " << act << "\n";
      std::cout << "  " << round.fault << std::endl;
    }
    fs::remove_all(bench.folder());
    return round.fault.empty();
  }

 private:
  static Oracle Undisturbed(const Bench& bench) {
    bench.Run({"--only", "method=exact"});  // records of two runs
    const Ended ended = bench.Run({"--jobs", "2"});
    if (ended.exit_code != 0) throw std::runtime_error("undisturbed: " + ended.errors);
    return Oracle(bench, bench.out());
  }

  Oracle Published() const {
    const fs::path folder = scratch_.path() / "published" / options_.committed.filename();
    CopyFolder(options_.committed, folder);
    fs::copy_file(options_.committed.parent_path() / "SHA256SUMS",
                  folder.parent_path() / "SHA256SUMS");
    return Oracle(undisturbed_, folder);
  }

  const std::string& Choose(std::uint64_t seed) const {
    if (options_.only.empty()) return names_[seed % names_.size()];
    for (const std::string& name : names_)
      if (name.find(options_.only) != name.npos) return name;
    throw std::runtime_error("no attack has '" + options_.only + "' in its name");
  }

  static Attack NamedAttack(const std::string& name) {
    for (const Attack& attack : Attacks())
      if (attack.name == name) return attack;
    throw std::runtime_error("no attack '" + name + "'");
  }

  static void AttackRun(const Attack& attack, const Oracle& oracle, Round& round) {
    attack.apply(round);
    const Bench& bench = round.bench;
    if (!round.fault.empty()) return;
    const auto before = OkRecords(bench.out());
    // Before anything is written there it is no folder of results.
    if (fs::exists(bench.out() / "trials")) round.fault = oracle.JudgeReading(bench, bench.out());
    if (round.fault.empty()) round.fault = oracle.JudgeEnd(bench, round.told);
    if (!round.fault.empty() || !round.keeps_records) return;
    const auto after = OkRecords(bench.out());
    for (const auto& [name, bytes] : before) {
      const auto it = after.find(name);
      if (it == after.end() || it->second != bytes)
        round.fault = name + " was finished, and " + (it == after.end() ? "is gone" : "ran again");
    }
  }

  void AttackPublished(Round& round) const {
    const fs::path& whole = published_.undisturbed();
    const fs::path paper = round.bench.folder() / "published", folder = paper / whole.filename();
    CopyFolder(whole.parent_path(), paper);
    // Without its hashes nobody can know what a folder was.
    const bool damages_hashes = Below(round.random, 4) == 0;
    if (damages_hashes) {
      round.told.push_back(DamageFile(paper / "SHA256SUMS", round.random));
    } else {
      DamageFolder(folder, round.random, round.told);
    }
    round.fault = published_.JudgeReading(round.bench, folder);
  }

  Options options_;
  Scratch scratch_;
  bool may_mount_;
  Bench undisturbed_;
  Oracle runs_, published_;
  std::unique_ptr<Bench> large_;
  std::unique_ptr<Oracle> large_oracle_;
  std::vector<std::string> names_;
};

int Main(int argc, char** argv) {
  const Options options = Read(argc, argv);
  Chaos chaos(options);
  int failed = 0;
  for (int i = 0; i < options.rounds; ++i)
    failed += chaos.RunRound(options.seed + static_cast<std::uint64_t>(i)) ? 0 : 1;
  std::cout << options.rounds - failed << " rounds went well, " << failed << " did not\n";
  return failed == 0 ? 0 : 1;
}

}  // namespace
}  // namespace mercer::chaos

int main(int argc, char** argv) {
  try {
    return mercer::chaos::Main(argc, argv);
  } catch (const std::exception& error) {
    std::cerr << "chaos: " << error.what() << "\n";
    return 2;
  }
}
