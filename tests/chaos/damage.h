#ifndef MERCER_TESTS_CHAOS_DAMAGE_H_
#define MERCER_TESTS_CHAOS_DAMAGE_H_

#include <filesystem>
#include <random>
#include <string>
#include <vector>

namespace mercer::chaos {

using Random = std::mt19937_64;

/// From 0 to count − 1.
inline std::size_t Below(Random& random, std::size_t count) { return random() % count; }

/// The files of a folder and those below, sorted; temporary ones of the program left out.
std::vector<std::filesystem::path> FilesOf(const std::filesystem::path& folder);

/// Does something to a region of a file's bytes, to the file or to its times. Returns what, in
/// words.
std::string DamageFile(const std::filesystem::path& file, Random& random);

/// Puts another value and other data into an ok record of a results folder's file, as though it had
/// been made so. Returns its trial; "" where the file has none.
std::string MakeStale(const std::filesystem::path& out, const std::filesystem::path& file);

/// Leaves some of the first lines of a file, but not all. Returns how many, in words.
std::string CutLines(const std::filesystem::path& file, Random& random);

/// Does something to the lines of a file: takes some out, puts them in another order, joins them,
/// cuts the file at an end of one. Returns what, in words.
std::string DamageLines(const std::filesystem::path& file, Random& random);

/// Exchanges two files, or puts one in place of the other.
std::string SwapFiles(const std::filesystem::path& one, const std::filesystem::path& other,
                      Random& random);

/// Gives the file a time between 1970 and 2200, or the present.
std::string ShiftTime(const std::filesystem::path& file, Random& random);

}  // namespace mercer::chaos

#endif  // MERCER_TESTS_CHAOS_DAMAGE_H_
