#ifndef MERCER_EXPERIMENTS_CONFIG_READ_HIDE_FOLDERS_H_
#define MERCER_EXPERIMENTS_CONFIG_READ_HIDE_FOLDERS_H_

#include <filesystem>

#include "experiments/json/json_values.h"

namespace mercer {

/// Replaces the absolute paths of a config, so that the text in results names no folder of the
/// user's machine. `folder` is that of the config. Changed are the files of a data set (`path`,
/// `test_path`, those of `split`), which become the file's name, and of external maps and learners
/// `folder`, `files` and the words of `command` that lie in the folder that the program runs in
/// (PlacedWord, PlacedFile). The trials of the new text have the same identities. As written stay
/// words of a command that lie elsewhere, since the command is part of the identity, and whatever
/// `params` holds; in results, also the values of --set and the messages of failed trials. False if
/// nothing changed.
bool HideFolders(const std::filesystem::path& folder, Json* config);

}  // namespace mercer

#endif  // MERCER_EXPERIMENTS_CONFIG_READ_HIDE_FOLDERS_H_
