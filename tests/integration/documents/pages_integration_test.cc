// Every command in a block of docs/ works as it stands. README, ADDING, docs/howto.md and
// docs/python.md have tests of their own.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/integration/cluster/ranks.h"
#include "tests/integration/documents/docs_page.h"
#include "tests/integration/features/transform_fixture.h"

namespace mercer::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

/// A command that another test runs: it has `words`.
struct Elsewhere {
  std::string_view command, test, words;
};
constexpr Elsewhere kElsewhere[] = {
    {"sbatch job.sbatch", "tests/integration/cluster/slurm_slow_test.cc", "sbatch"},
    {"mpirun -n 4 mercer run", "tests/integration/cluster/mpi_integration_test.cc", "Mpirun("},
    {"mpirun -n 8 --map-by node", "tests/integration/cluster/mpi_integration_test.cc", "Mpirun("},
    {"cmake --preset portable", "tests/integration/program/other_machines_slow_test.cc",
     "portable"},
    {"cmake --install build/portable", "tests/integration/program/install_integration_test.cc",
     "cmake --install"},
    {"cpack --config", "tests/integration/program/install_integration_test.cc", "cpack --config"},
    {"cmake -S examples/cpp", "tests/integration/program/install_integration_test.cc", "cmake -S"},
    {"cmake --build build/example", "tests/integration/program/install_integration_test.cc",
     "cmake --build"},
    {"export PKG_CONFIG_PATH", "tests/integration/program/install_integration_test.cc",
     "PKG_CONFIG_PATH"},
    {"c++ -O2 examples/cpp/random_features.cc",
     "tests/integration/program/install_integration_test.cc",
     "$(pkg-config --cflags --libs mercer)"},
    {"mercer report --all --output site", "tests/integration/documents/readme_integration_test.cc",
     "ItsOtherCommandsWork"},
};

/// What is added to a command so that it takes seconds.
struct Shorter {
  std::string_view command, options;
};
constexpr Shorter kShorter[] = {
    {"mercer run examples/gallery/", "--repetitions 1 --no-passport"},
    {"mercer verify results/", "--most-seconds 0.05"},
    {"mercer verify --all", "--most-seconds 0.05 --results few"},
    {"mercer verify kar2012.zip", "--most-seconds 0.02 --sample 2"},
};

/// What a command needs that is not everywhere.
struct Needs {
  std::string_view words, probe;
};
constexpr Needs kNeeds[] = {
    {"mercer plot", "gnuplot -V"},
    {"examples/external/my_map.json", "/usr/bin/python3 -c 'import numpy'"},
    {"liblinear-predict", "command -v liblinear-predict"},
};

/// The commands of the blocks marked sh and of indented blocks, continued lines joined.
std::vector<std::string> CommandsOf(const std::string& page) {
  std::vector<std::string> commands;
  std::istringstream lines(PageText(page));
  bool fenced = false, shell = false, continued = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("```")) {
      fenced = !fenced;
      shell = line == "```sh";
      continue;
    }
    const bool indented = !fenced && line.starts_with("    ");
    if (!(fenced && shell) && !indented) continue;
    line = line.substr(line.find_first_not_of(' '));
    line = line.substr(0, line.find("  #"));
    // Indented blocks hold formulas, too.
    const bool is_command = fenced || continued || line.starts_with("mercer ") ||
                            line.starts_with("mpirun ") || line.starts_with("liblinear-");
    if (!is_command) continue;
    if (continued) {
      commands.back() += line;
    } else {
      commands.push_back(line);
    }
    continued = line.ends_with("\\");
    if (continued) commands.back().pop_back();
  }
  return commands;
}

std::vector<std::string> OtherPages() {
  std::vector<std::string> pages;
  for (const auto& entry : fs::directory_iterator(SourceDir() / "docs")) {
    const std::string name = "docs/" + entry.path().filename().string();
    if (name.ends_with(".md") && name != "docs/howto.md" && name != "docs/python.md")
      pages.push_back(name);
  }
  std::ranges::sort(pages);
  return pages;
}

/// A folder in which a reader could type them.
class Pages : public ::testing::Test {
 protected:
  void SetUp() override {
    for (const char* name : {"configs", "datasets", "results", "examples"})
      fs::create_symlink(SourceDir() / name, folder_ / name);
    for (const char* program : {"bin/mercer", "build/release/tools/mercer"}) {
      fs::create_directories((folder_ / program).parent_path());
      fs::create_symlink(MERCER_BINARY, folder_ / program);
    }
    WriteFile(folder_ / "bin/xdg-open", "#!/bin/sh\ntest -s \"$1\"\n");
    fs::permissions(folder_ / "bin/xdg-open", fs::perms::owner_all);
    fs::create_directories(folder_ / "few/kar2012");
    fs::create_symlink(SourceDir() / "results/kar2012/nursery", folder_ / "few/kar2012/nursery");
    for (const char* name : {"part-1.libsvm", "part-2.libsvm", "test.libsvm", "new.libsvm"})
      WriteFile(folder_ / name, Rows(60));
    for (const auto& [name, results] :
         {std::pair("adult", "cotter2011/table2_adult"),
          std::pair("mnist", "cotter2011/table2_mnist"), std::pair("usps", "kar2012/nursery")}) {
      fs::create_symlink(SourceDir() / "results" / results, folder_ / name);
    }
  }

  CommandResult Type(const std::string& command) const {
    return RunCommand("cd '" + folder_.path().string() +
                      "' && export PATH=\"$PWD/bin:/usr/bin:$PATH\" MERCER_DATA=data "
                      "MERCER_NO_PASSPORT=1 && " +
                      command);
  }

  /// Whether the machine has what a command needs.
  static bool CanRun(const std::string& command) {
    return std::ranges::none_of(kNeeds, [&](const Needs& needs) {
      return command.find(needs.words) != command.npos &&
             RunCommand(std::string(needs.probe) + " > /dev/null 2>&1").exit_code != 0;
    });
  }

  const TemporaryFolder folder_;
};

TEST_F(Pages, EveryCommandWorks) {
  int run = 0, elsewhere = 0;
  for (const std::string& page : OtherPages()) {
    for (std::string command : CommandsOf(page)) {
      const auto* const other = std::ranges::find_if(
          kElsewhere, [&](const Elsewhere& test) { return command.starts_with(test.command); });
      if (other != std::end(kElsewhere)) {
        EXPECT_THAT(PageText(std::string(other->test)), HasSubstr(std::string(other->words)))
            << page << ": " << command;
        ++elsewhere;
        continue;
      }
      if (!CanRun(command)) continue;
      for (const Shorter& shorter : kShorter)
        if (command.starts_with(shorter.command)) command += " " + std::string(shorter.options);
      // Where there are no ranks, the command behind mpirun's words does the same.
      if (command.starts_with("mpirun "))
        command = NoRanks().empty() ? MpirunCommand(command.substr(7))
                                    : command.substr(command.find("mercer "));
      const CommandResult result = Type(command);
      EXPECT_EQ(result.exit_code, 0) << page << ": " << command << "\n" << result.err;
      ++run;
    }
  }
  EXPECT_GE(run, 16);
  EXPECT_EQ(elsewhere, static_cast<int>(std::size(kElsewhere)));
}

/// What a block shows is what its command prints, but for the line of the measured speed.
TEST_F(Pages, TheDoctorPrintsWhatItsPageShows) {
  const std::vector<PageBlock> blocks = BlocksOf("docs/doctor.md");
  int shown = 0;
  for (std::size_t i = 0; i + 1 < blocks.size(); ++i) {
    if (blocks[i].language != "sh" || blocks[i + 1].language != "text") continue;
    const std::string& block = blocks[i].text;
    const std::string out = "\n" + Type(block.substr(0, block.find_last_not_of('\n') + 1)).out;
    std::istringstream lines(blocks[i + 1].text);
    for (std::string line; std::getline(lines, line);) {
      if (line.starts_with("cost ")) line = line.substr(0, line.find(','));
      // A map is padded to the registers of the processor.
      if (line.starts_with("drawn map ")) line = "drawn map ";
      EXPECT_THAT(out, HasSubstr("\n" + line)) << block;
    }
    ++shown;
  }
  EXPECT_EQ(shown, 2);
}

}  // namespace
}  // namespace mercer::testing
