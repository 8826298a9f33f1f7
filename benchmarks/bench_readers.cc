// How fast a LIBSVM file is read, on one thread:
//   bench_readers FILE [ROUNDS]
// A line of JSON for the memory of the first reading (resident bytes at the peak beyond those
// before it), then one for each round: "read" is ReadLibsvm, from the path to the rows; "parse" is
// ParseLibsvm on text that is in memory; "cached" is ReadParsed of the rows in a cache file. All
// allocate their result inside the clock. Megabytes are 10^6 bytes of unpacked text.

#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <string>

#include "benchmarks/pairs.h"
#include "core/data/formats/decompress.h"
#include "core/data/formats/libsvm_reader.h"
#include "core/data/parsed_cache.h"

namespace mercer {
namespace {

// Of /proc/self/status, in bytes.
double StatusBytes(const std::string& key) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with(key + ":")) return 1024 * std::atof(line.c_str() + key.size() + 1);
  }
  return 0;
}

double ParsedBytes(const LabelledRows& rows) {
  return static_cast<double>(rows.x.Bytes()) +
         static_cast<double>(rows.y.size()) * static_cast<double>(sizeof(double));
}

void PrintMemory(const std::string& path) {
  const double before = StatusBytes("VmRSS");
  const LabelledRows rows = ReadLibsvm(path, {});
  const double peak = StatusBytes("VmHWM") - before;
  std::printf(
      "{\"figure\": \"memory\", \"peak_bytes\": %.0f, \"parsed_bytes\": %.0f, \"ratio\": %.3f}\n",
      peak, ParsedBytes(rows), peak / ParsedBytes(rows));
}

void PrintSpeed(const std::string& figure, double bytes, const Seconds& seconds) {
  std::printf(
      "{\"figure\": \"%s\", \"bytes\": %.0f, \"seconds\": %.6f, \"cpu_seconds\": %.6f, "
      "\"cpu_mb_per_second\": %.1f}\n",
      figure.c_str(), bytes, seconds.wall, seconds.cpu, bytes / seconds.cpu / 1e6);
  std::fflush(stdout);
}

void RunRounds(const std::string& path, int rounds) {
  PrintMemory(path);
  const std::string text = ReadDataFile(path);
  const auto bytes = static_cast<double>(text.size());
  Index rows = 0;
  for (int round = 0; round < rounds; ++round) {
    PrintSpeed("read", bytes, Time([&] { rows += ReadLibsvm(path, {}).x.rows(); }));
    PrintSpeed("parse", bytes, Time([&] { rows += ParseLibsvm(text, path, {}).x.rows(); }));
  }
  const std::string cache =
      (std::filesystem::temp_directory_path() / ("bench_readers." + std::to_string(getpid())))
          .string();
  const bool written = WriteParsed(cache, path, {ReadLibsvm(path, {})});
  for (int round = 0; written && round < rounds; ++round)
    PrintSpeed("cached", bytes, Time([&] { rows += ReadParsed(cache, path)->rows.x.rows(); }));
  std::filesystem::remove(cache);
  if (rows == 0) std::printf("{\"figure\": \"none\"}\n");
}

}  // namespace
}  // namespace mercer

int main(int argc, char** argv) {
  if (argc < 2 || argc > 3) {
    std::fprintf(stderr, "usage: bench_readers FILE [ROUNDS]\n");
    return 2;
  }
  try {
    mercer::RunRounds(argv[1], argc > 2 ? std::max(1, std::atoi(argv[2])) : 7);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  return 0;
}
