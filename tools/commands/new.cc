#include <filesystem>
#include <iostream>

#include "core/base/error.h"
#include "core/data/formats/decompress.h"
#include "experiments/catalogue/catalogue.h"
#include "experiments/store/disk/files.h"
#include "tools/command.h"
#include "tools/command_line.h"
#include "tools/table/new_map.h"

namespace mercer {

int NewCommand(const std::vector<std::string>& arguments) {
  const CommandLine line("new", arguments);
  const std::vector<std::string>& words = line.rest();
  if (words.size() != 2 || (words[0] != "config" && words[0] != "map"))
    throw InvalidInput("new: expected what to make and its name: new config NAME, or new map NAME");
  const std::string& name = words[1];
  // It is a file's name, and an experiment's.
  const std::string plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
  if (name.find_first_of(plain) != 0 || name.find_first_not_of(plain + "_-") != std::string::npos)
    throw InvalidInput("new: '" + name +
                       "' is no name; expected letters, digits, _ and -, beginning with a letter "
                       "or digit");
  if (words[0] == "map") {
    std::cout << WriteNewMap(name, line.Text("language", "python"));
    return 0;
  }
  if (line.Has("language"))
    throw InvalidInput("new: --language is of a map; expected none with new config");
  const std::string path = name + ".json";
  if (std::filesystem::exists(path))
    throw InvalidInput("new: " + path + " exists; expected a name that no file has");
  std::string text =
      ReadWholeFile((ShareDir() / "configs" / "schema" / "starting_config.jsonc").string());
  constexpr std::string_view kPlace = "@NAME@";
  text.replace(text.find(kPlace), kPlace.size(), name);
  WriteFileAtomically(path, text);
  std::cout << path << ": change it, then mercer validate " << path << ", mercer run " << path
            << "\n";
  return 0;
}

}  // namespace mercer
