#include "tools/table/new_map.h"

#include <algorithm>
#include <array>
#include <filesystem>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/data/formats/decompress.h"
#include "experiments/catalogue/catalogue.h"
#include "experiments/store/disk/files.h"

namespace mercer {
namespace {

struct Language {
  const char* name;
  const char* example;  // in examples/external
  const char* ending;
  const char* command;  // its words in JSON, @ for the name
  const char* first;    // what is to be done before it runs, @ for the name; "" for nothing
};

constexpr std::array kLanguages = {
    Language{"python", "numpy_fourier.py", ".py", R"("python3", "@.py")", ""},
    Language{"r", "fourier.R", ".R", R"("Rscript", "@.R")", ""},
    Language{"julia", "fourier.jl", ".jl", R"("julia", "@.jl")", ""},
    Language{"cpp", "fourier.cc", ".cc", R"("./@")", "c++ -O2 -o @ @.cc, then "},
};

std::string WithName(std::string text, const std::string& name) {
  for (std::size_t at = text.find('@'); at != text.npos; at = text.find('@', at + name.size()))
    text.replace(at, 1, name);
  return text;
}

void RefuseExisting(const std::string& path) {
  if (std::filesystem::exists(path))
    throw InvalidInput("new: " + path + " exists; expected a name that no file has");
}

}  // namespace

std::vector<std::string> MapLanguages() {
  std::vector<std::string> names;
  for (const Language& language : kLanguages) names.emplace_back(language.name);
  return names;
}

std::string WriteNewMap(const std::string& name, const std::string& language) {
  const auto* found = std::ranges::find_if(
      kLanguages, [&](const Language& known) { return language == known.name; });
  if (found == kLanguages.end())
    throw InvalidInput("new: " + UnknownName("language", language, MapLanguages()));
  const std::string program = name + found->ending, json = name + ".json";
  RefuseExisting(program);
  RefuseExisting(json);
  const auto example = ShareDir() / "examples" / "external" / found->example;
  WriteFileAtomically(program, ReadWholeFile(example.string()));
  WriteFileAtomically(json,
                      "{\"name\": \"external\", \"command\": [" + WithName(found->command, name) +
                          "], \"kernels\": [\"gaussian\"], \"traits\": {\"unbiased\": true}}\n");
  return program + ", " + json + ": " + WithName(found->first, name) +
         "mercer doctor --kernel gaussian,sigma=1 --map @" + json + " --allow-external\n";
}

}  // namespace mercer
