#ifndef MERCER_TESTS_EXPERIMENTS_CATALOGUE_FIXTURES_H_
#define MERCER_TESTS_EXPERIMENTS_CATALOGUE_FIXTURES_H_

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/base/sha256.h"
#include "experiments/catalogue/catalogue.h"
#include "experiments/config/trial/experiment.h"
#include "tests/support/error_message.h"
#include "tests/support/files.h"

namespace mercer::testing {

/// A manifest of two small LIBSVM files, with whose contents it agrees.
inline constexpr char kTinyTrain[] = "1 1:1 2:2\n-1 1:3\n";
inline constexpr char kTinyTest[] = "-1 3:4\n";

inline nlohmann::ordered_json TinyFile(const std::string& part, const std::string& file,
                                       const std::string& bytes, int rows) {
  return {{"part", part},
          {"file", file},
          {"urls", {"https://example.org/" + file}},
          {"bytes", bytes.size()},
          {"sha256", Sha256Hex(bytes)},
          {"rows", rows}};
}

inline nlohmann::ordered_json TinyManifest() {
  return {
      {"name", "tiny"},
      {"title", "Three rows"},
      {"citation", "nobody, 2000"},
      {"licence", "none"},
      {"format", "libsvm"},
      {"folder", "little"},
      {"input_dim", 4},
      {"class_counts", {{"+1", 1}, {"-1", 2}}},
      {"files", {TinyFile("train", "a", kTinyTrain, 2), TinyFile("test", "a.t", kTinyTest, 1)}}};
}

inline DatasetSpec Spec(const std::string& name, const std::vector<std::string>& parts = {},
                        const std::string& encode = "", const Params& params = {}) {
  DatasetSpec spec;
  spec.name = name;
  spec.parts = parts;
  spec.encode = encode;
  spec.params = params;
  return spec;
}

/// Sets an environment variable for as long as the object lives.
class ScopedEnvironment {
 public:
  ScopedEnvironment(const char* name, const std::string& value) : name_(name) {
    if (const char* before = std::getenv(name)) {
      before_ = before;
      was_set_ = true;
    }
    setenv(name, value.c_str(), 1);
  }
  ~ScopedEnvironment() {
    if (was_set_) {
      setenv(name_, before_.c_str(), 1);
    } else {
      unsetenv(name_);
    }
  }
  ScopedEnvironment(const ScopedEnvironment&) = delete;
  ScopedEnvironment& operator=(const ScopedEnvironment&) = delete;

 private:
  const char* name_;
  std::string before_;
  bool was_set_ = false;
};

/// A share folder with the data set "tiny" alone, whose files are there.
class TinyCatalogue : public ::testing::Test {
 protected:
  TinyCatalogue() : share_("MERCER_SHARE", folder_.path().string()) {
    WriteManifest(TinyManifest());
    WriteFile(data_ / "tiny/a", kTinyTrain);
    WriteFile(data_ / "tiny/a.t", kTinyTest);
  }

  void WriteManifest(const nlohmann::ordered_json& json) {
    WriteFile(folder_ / "datasets/tiny.json", json.dump());
  }

  std::string FaultOfLoad(const DatasetSpec& spec) const {
    const Catalogue catalogue(data_);
    return FaultOf([&] { catalogue.Load(spec, 1); });
  }

  const TemporaryFolder folder_;
  const std::filesystem::path data_ = folder_ / "data";
  const ScopedEnvironment share_;
};

}  // namespace mercer::testing

#endif  // MERCER_TESTS_EXPERIMENTS_CATALOGUE_FIXTURES_H_
