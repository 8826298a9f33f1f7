#include "experiments/verify/verify.h"

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/text.h"
#include "experiments/bundle/bundle.h"
#include "experiments/report/claims/scoreboard.h"
#include "experiments/store/disk/scratch_folder.h"
#include "tools/command.h"
#include "tools/command_line.h"

namespace mercer {
namespace {

namespace fs = std::filesystem;

constexpr int kMostTrials = 100000;
// A trial that needs so many times what it took once will not end.
constexpr double kPatience = 30, kLeastTimeout = 120;

std::vector<fs::path> PublishedFolders(const std::string& results) {
  std::vector<fs::path> folders;
  for (const fs::path& paper : PaperFolders(results)) {
    const std::vector<fs::path> tables = VisibleFolders(paper);
    folders.insert(folders.end(), tables.begin(), tables.end());
  }
  if (folders.empty()) throw InvalidInput("verify: '" + results + "' holds no results");
  return folders;
}

fs::path PlaceOf(std::size_t given, const fs::path& scratch) {
  return scratch / std::to_string(given);
}

/// The text with "FILE.zip: kar2012/nursery" for the place where that was unpacked.
std::string WithBundleNames(std::string text, const std::vector<std::string>& given,
                            const fs::path& scratch) {
  for (std::size_t i = 0; i < given.size(); ++i) {
    const std::string place = PlaceOf(i, scratch).string() + "/", name = given[i] + ": ";
    for (std::size_t at = 0; (at = text.find(place, at)) != text.npos; at += name.size())
      text.replace(at, place.size(), name);
  }
  return text;
}

/// Bundles are unpacked below `scratch`, once their files are found to be as they were made.
std::vector<fs::path> Opened(const std::vector<std::string>& given, const fs::path& scratch) {
  std::vector<fs::path> folders;
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (!given[i].ends_with(".zip")) {
      folders.emplace_back(given[i]);
      continue;
    }
    for (const fs::path& folder : OpenBundle(given[i], PlaceOf(i, scratch)))
      folders.push_back(folder);
    std::cout << given[i] << ": every file is as SHA256SUMS says\n";
  }
  return folders;
}

VerifyOptions ReadOptions(const CommandLine& line) {
  VerifyOptions options;
  const int sample = line.Get("sample", static_cast<int>(options.sample));
  if (sample < 1 || sample > kMostTrials) {
    throw InvalidInput("verify: --sample is " + std::to_string(sample) +
                       "; expected a whole number from 1 to " + std::to_string(kMostTrials));
  }
  options.sample = static_cast<std::size_t>(sample);
  const std::int64_t seed = line.Get("seed", std::int64_t{1});
  if (seed < 0)
    throw InvalidInput("verify: --seed is " + std::to_string(seed) +
                       "; expected a whole number >= 0");
  options.seed = static_cast<std::uint64_t>(seed);
  options.most_seconds = line.Get("most-seconds", options.most_seconds);
  if (!(options.most_seconds > 0 && options.most_seconds <= 1e9))
    throw InvalidInput("verify: --most-seconds is " + FormatNumber(options.most_seconds) +
                       "; expected a number > 0 and <= 1e9");
  options.config_path = line.Text("config");
  options.run.worker = {"/proc/self/exe", "worker"};
  options.allow_external = line.Flag("allow-external");
  if (options.allow_external) options.run.worker.emplace_back("--allow-external");
  options.run.timeout_seconds = std::max(kLeastTimeout, kPatience * options.most_seconds);
  return options;
}

}  // namespace

int VerifyCommand(const std::vector<std::string>& arguments) {
  const CommandLine line("verify", arguments);
  const bool all = line.Flag("all");
  if (all && !line.rest().empty())
    throw InvalidInput("verify: '" + line.rest().front() +
                       "' is given with --all; expected one of them");
  if (!all && line.rest().empty())
    throw InvalidInput("verify: expected results folders, bundles (FILE.zip), or --all");
  if (!all)
    line.Refuse({"results"},
                "is given without --all; expected both, or results folders and bundles alone");
  const VerifyOptions options = ReadOptions(line);
  const ScratchFolder scratch("mercer-bundle");
  const std::vector<fs::path> folders =
      all ? PublishedFolders(line.Text("results", "results")) : Opened(line.rest(), scratch.path());
  const Catalogue catalogue(DataDir(line.Text("data")));
  const auto shown = [&](const std::string& text) {
    return WithBundleNames(text, line.rest(), scratch.path());
  };
  try {
    const VerifyResult result = Verify(
        folders, catalogue, options,
        [&](const VerifiedTrial& trial) { std::cout << shown(VerifiedText(trial)) << std::flush; });
    std::cout << shown(SummaryText(result));
    return result.ExitCode();
  } catch (const InvalidInput& error) {
    throw InvalidInput(shown(error.what()));
  }
}

}  // namespace mercer
