// Shards by hand and mercer slurm, without a cluster.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/integration/background.h"
#include "tests/integration/sweeps.h"

namespace mercer {
namespace {

using ::testing::AllOf;
using testing::Bench;
using testing::CommandResult;
using ::testing::HasSubstr;
using testing::Records;
using testing::RunCommand;
using testing::RunMercer;
using testing::SameRows;
using testing::SweepConfig;
using testing::TimelessRows;

TEST(Shards, WithFoldersOfTheirOwnAreMerged) {
  const Bench bench(SweepConfig(3));
  ASSERT_EQ(bench.Run().exit_code, 0);
  std::string folders;
  std::size_t trials = 0;
  for (const char* shard : {"1/3", "2/3", "3/3"}) {
    const std::string out = bench.path(std::string("part") + shard[0]).string();
    const CommandResult run = RunMercer("run " + bench.config() + " --out " + out + " --data " +
                                        bench.data() + " --shard " + shard);
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_EQ(run.err.find("belong to no trial"), run.err.npos) << run.err;
    trials += Records(out).size();
    folders += " " + out;
  }
  EXPECT_EQ(trials, 24U) << "each trial in one shard";
  const std::string whole = bench.path("whole").string();
  const CommandResult merged = RunMercer("merge" + folders + " --out " + whole);
  ASSERT_EQ(merged.exit_code, 0) << merged.err;
  EXPECT_TRUE(SameRows(TimelessRows(whole), TimelessRows(bench.out())));
}

TEST(Shards, AtOneTimeInOneFolderMakeOneTable) {
  const Bench alone(SweepConfig(3)), shared(SweepConfig(3));
  ASSERT_EQ(alone.Run().exit_code, 0);
  {
    const auto shard = [&](const std::string& which) {
      return std::vector<std::string>{"run",    shared.config(), "--out",   shared.out(),
                                      "--data", shared.data(),   "--shard", which};
    };
    testing::Background first(shard("1/2")), second(shard("2/2"));
    EXPECT_EQ(first.Wait(), 0);
    EXPECT_EQ(second.Wait(), 0);
  }
  EXPECT_TRUE(SameRows(TimelessRows(shared.out()), TimelessRows(alone.out())));
}

TEST(Shards, MayBeEmpty) {
  const Bench bench(testing::QuickConfig());
  std::size_t empty = 0;
  for (int i = 1; i <= 40; ++i) {
    const CommandResult planned = RunMercer("plan " + bench.config() + " --no-passport --data " +
                                            bench.data() + " --shard " + std::to_string(i) + "/40");
    ASSERT_EQ(planned.exit_code, 0) << planned.err;
    if (planned.out.find(" 0 of 0 trials") == planned.out.npos || empty > 0) continue;
    empty = static_cast<std::size_t>(i);
    const CommandResult run = bench.Run("--shard " + std::to_string(i) + "/40");
    EXPECT_EQ(run.exit_code, 0) << run.err;
    EXPECT_THAT(run.err, HasSubstr("0 ok, 0 failed, 0 skipped; 0 ran now, 0 kept"));
  }
  EXPECT_GT(empty, 0U);
}

TEST(Shards, OutOfRangeAreRefused) {
  const Bench bench(testing::QuickConfig());
  for (const char* shard : {"0/3", "4/3", "1/0", "x", "1/99999999999", "auto"}) {
    for (const char* command : {"run ", "plan "}) {
      const CommandResult run =
          RunMercer(command + bench.config() + " --out " + bench.out() + " --shard " + shard);
      EXPECT_EQ(run.exit_code, 2) << shard;
      EXPECT_THAT(run.err, AllOf(HasSubstr("--shard is '" + std::string(shard) + "'"),
                                 HasSubstr("expected i/n")));
    }
  }
  EXPECT_TRUE(Records(bench.out()).empty());
}

TEST(Shards, AutoIsTheTaskOfTheArray) {
  const Bench one(SweepConfig(6)), other(SweepConfig(6));
  ASSERT_EQ(one.Run("--shard 2/3").exit_code, 0);
  const CommandResult run =
      RunCommand("SGE_TASK_ID=2 SGE_TASK_FIRST=1 SGE_TASK_LAST=3 SGE_TASK_STEPSIZE=1 " +
                 std::string(MERCER_BINARY) + " run " + other.config() + " --out " + other.out() +
                 " --data " + other.data() + " --shard auto");
  ASSERT_EQ(run.exit_code, 0) << run.err;
  EXPECT_GT(Records(one.out()).size(), 0U);
  EXPECT_TRUE(SameRows(TimelessRows(other.out()), TimelessRows(one.out())));
}

TEST(SlurmScript, AsksForWhatTheRunTakesAndPassesItsOptionsOn) {
  testing::Json config = testing::QuickConfig();
  config["limits"] = {{"memory_gib", 2.5}};
  const Bench bench(config);
  const CommandResult made =
      RunMercer("slurm " + bench.config() +
                " --nodes=4 --time 2:00:00 --threads 3 --jobs 2 --only method=rm --set 'seed=1'");
  ASSERT_EQ(made.exit_code, 0) << made.err;
  for (const char* part :
       {"#SBATCH --array=1-4\n", "#SBATCH --time=2:00:00\n", "#SBATCH --cpus-per-task=6\n",
        "#SBATCH --mem=6G\n", "#SBATCH --requeue\n", "#SBATCH --open-mode=append\n",
        "#SBATCH --signal=B:USR1@120\n",
        " --threads 3 --jobs 2 --only method=rm --set seed=1 --shard auto &\n", "#PBS -J 1-4\n",
        "--shard auto/4\n", "#$ -t 1-4\n", "task=${SLURM_ARRAY_JOB_ID}_$SLURM_ARRAY_TASK_ID\n"}) {
    EXPECT_THAT(made.out, HasSubstr(part));
  }
  // Of Slurm's script nothing but the first line is left there.
  for (const char* cluster : {"# For PBS, ", "# For SGE, "}) {
    const std::size_t at = made.out.find("#   exec ", made.out.find(cluster));
    const std::string line = made.out.substr(at, made.out.find('\n', at) - at);
    EXPECT_EQ(line.find('$'), line.npos) << line;
    EXPECT_THAT(line, HasSubstr(" run " + bench.config()));
  }
  testing::WriteFile(bench.path("job"), made.out);
  EXPECT_EQ(RunCommand("bash -n " + bench.path("job").string()).exit_code, 0);
  const CommandResult mpi =
      RunMercer("slurm " + bench.config() + " --nodes 4 --time 100 --mpi --memory 1");
  ASSERT_EQ(mpi.exit_code, 0) << mpi.err;
  for (const char* part :
       {"#SBATCH --nodes=4\n", "#SBATCH --ntasks-per-node=1\n", "#SBATCH --mem=2G\n",
        "\nmpirun --bind-to none \"$mercer\" run ", "\ntask=$SLURM_JOB_ID\n",
        // 100 minutes to Slurm would be 100 seconds to the others.
        "#PBS -l walltime=1:40:00\n", "#$ -l h_rt=1:40:00\n", "#PBS -l select=4:ncpus=1:mem=2gb",
        "exec mpirun --bind-to none "})
    EXPECT_THAT(mpi.out, HasSubstr(part));
  EXPECT_EQ(mpi.out.find("ARRAY_TASK"), mpi.out.npos);
  EXPECT_EQ(mpi.out.find("#SBATCH --array"), mpi.out.npos);
}

TEST(SlurmScript, ReadsTimesAsSlurmDoes) {
  const Bench bench(testing::QuickConfig());
  const auto made = [&bench](const std::string& time) {
    return RunMercer("slurm " + bench.config() + " --nodes 2 --memory 1 --time " + time);
  };
  for (const auto& [time, walltime] :
       std::vector<std::pair<std::string, std::string>>{{"90", "1:30:00"},
                                                        {"5:30", "0:05:30"},
                                                        {"2:00:07", "2:00:07"},
                                                        {"1-2", "26:00:00"},
                                                        {"1-2:03", "26:03:00"},
                                                        {"1-2:03:04", "26:03:04"}})
    EXPECT_THAT(made(time).out, HasSubstr("#PBS -l walltime=" + walltime + "\n")) << time;
  for (const std::string time : {"1:2:3:4", "1-", "5:", ":5", "1:234", "1-100", "12345-0",
                                 "1234567", "1-2-3", "1.5", "' 5'", "''"}) {
    EXPECT_EQ(made(time).exit_code, 2) << time;
    EXPECT_THAT(made(time).err, HasSubstr("expected minutes, hours:minutes:seconds or")) << time;
  }
  EXPECT_EQ(made(std::string(30'000, '5')).exit_code, 2);
}

TEST(SlurmScript, SaysWhatIsWrong) {
  const Bench bench(testing::QuickConfig());
  const std::string config = "slurm " + bench.config();
  for (const auto& [words, message] : std::vector<std::pair<std::string, std::string>>{
           {"slurm --nodes 2 --time 1:00:00", "no config given"},
           {config + " --time 1:00:00", "--nodes is missing"},
           {config + " --nodes 2", "--time is missing"},
           {config + " --nodes 0 --time 60", "--nodes is 0"},
           {config + " --nodes 2 --time 1h", "--time is '1h'"},
           {config + " --nodes 2 --time 0", "--time is '0'"},
           {config + " --nodes 2 --time 60 --shard 1/2", "unknown option '--shard'"},
           {config + " --nodes 2 --time 60 --jobs 0", "--jobs is 0"},
           {config + " --nodes 2 --time 60 --jobs 3 --memory 1e9",
            "3 trials at a time of 1e+09 GiB need 3000000001 GiB of a node; expected at most "
            "1e+06"},
           {"slurm none.json --nodes 2 --time 60", "cannot be read"}}) {
    const CommandResult made = RunMercer(words);
    EXPECT_EQ(made.exit_code, 2) << words;
    EXPECT_EQ(made.out, "");
    EXPECT_THAT(made.err, HasSubstr(message));
  }
}

}  // namespace
}  // namespace mercer
