#include <algorithm>
#include <array>
#include <charconv>
#include <set>
#include <utility>

#include "core/base/error.h"
#include "core/base/text.h"
#include "core/data/formats/data_format.h"
#include "core/data/formats/text_fault.h"
#include "core/data/rows/labelled_rows.h"

namespace mercer {
namespace {

using Columns = std::vector<Index>;  // of the ones in a row, increasing

constexpr int kOldestOfBracket[] = {0, 18, 25, 35, 45, 50, 56};
constexpr Index kBrackets = 7, kGenders = 2, kYears = 10;

// The lines of one file, each split into the fields asked for.
class Lines {
 public:
  Lines(const DataFile& file, char separator, std::size_t fields)
      : file_(file), text_(file.bytes), separator_(separator), fields_(fields) {}

  // The next line that is not blank; false at the end.
  bool Next() {
    while (at_ < text_.size()) {
      const std::size_t begin = at_;
      const std::size_t end = std::min(text_.find('\n', at_), text_.size());
      at_ = end + 1;
      std::string_view line = text_.substr(begin, end - begin);
      if (line.ends_with('\r')) line.remove_suffix(1);
      if (line.empty()) continue;
      Split(line);
      return true;
    }
    return false;
  }

  std::string_view operator[](std::size_t field) const { return split_[field]; }

  [[noreturn]] void Fail(std::string_view at, const std::string& expected) const {
    ThrowAt(file_.path, text_, static_cast<std::size_t>(at.data() - text_.data()),
            "expected " + expected + ", got " + Quoted(at));
  }

  int Whole(std::size_t field, int min, int max, const char* what) const {
    const std::string_view text = split_[field];
    int value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || value < min || value > max)
      Fail(text, std::string(what) + " from " + std::to_string(min) + " to " + std::to_string(max));
    return value;
  }

 private:
  void Split(std::string_view line) {
    split_.clear();
    for (std::string_view rest = line;;) {
      const std::size_t end = rest.find(separator_);
      split_.push_back(rest.substr(0, end));
      if (end == rest.npos) break;
      rest.remove_prefix(end + 1);
    }
    if (split_.size() != fields_)
      Fail(line, std::to_string(fields_) + " fields" +
                     (separator_ == '\t' ? " between tabs" : " between |"));
  }

  const DataFile& file_;
  std::string_view text_;
  char separator_;
  std::size_t fields_;
  std::size_t at_ = 0;
  std::vector<std::string_view> split_;
};

struct User {
  int age = 0;
  bool male = false;
  Index occupation = 0;
  char area = 0;
};

std::vector<std::string> ReadNames(const DataFile& file, char separator, std::size_t fields) {
  std::vector<std::string> names;
  for (Lines lines(file, separator, fields); lines.Next();) names.emplace_back(lines[0]);
  if (names.empty()) throw InvalidInput(file.path + " holds no names; expected at least one");
  return names;
}

std::vector<User> ReadUsers(const DataFile& file, const std::vector<std::string>& occupations) {
  std::vector<User> users;
  for (Lines line(file, '|', 5); line.Next();) {
    const int next = static_cast<int>(users.size()) + 1;
    line.Whole(0, next, next, "an id");
    User user;
    user.age = line.Whole(1, 0, 150, "an age");
    if (line[2] != "M" && line[2] != "F") line.Fail(line[2], "M or F");
    user.male = line[2] == "M";
    const auto found = std::find(occupations.begin(), occupations.end(), line[3]);
    if (found == occupations.end()) line.Fail(line[3], "an occupation of the list");
    user.occupation = found - occupations.begin();
    if (line[4].empty()) line.Fail(line[4], "a zip code");
    user.area = line[4][0];
    users.push_back(user);
  }
  return users;
}

std::vector<TableColumn> UserColumns(const std::vector<std::string>& occupations,
                                     const std::set<char>& areas) {
  std::vector<TableColumn> columns;
  for (const char* age : {"<18", "18-24", "25-34", "35-44", "45-49", "50-55", "56+"})
    columns.push_back({std::string("age ") + age});
  columns.push_back({"gender F"});
  columns.push_back({"gender M"});
  for (const std::string& occupation : occupations) columns.push_back({"occupation " + occupation});
  for (const char area : areas) columns.push_back({std::string("area ") + area});
  return columns;
}

Columns OnesOf(const User& user, Index occupations, const std::set<char>& areas) {
  const auto bracket =
      std::upper_bound(std::begin(kOldestOfBracket), std::end(kOldestOfBracket), user.age) -
      std::begin(kOldestOfBracket) - 1;
  const Index area = std::distance(areas.begin(), areas.find(user.area));
  return {bracket, kBrackets + (user.male ? 1 : 0), kBrackets + kGenders + user.occupation,
          kBrackets + kGenders + occupations + area};
}

// How films are grouped by their year of release; group 0 is of those without one.
struct YearGroups {
  std::array<const char*, kYears> names;
  Index (*group)(int year);
};

const YearGroups kHalvedNineties = {{"unknown", "1920s", "1930s", "1940s", "1950s", "1960s",
                                     "1970s", "1980s", "1990-1994", "1995-"},
                                    [](int year) -> Index {
                                      if (year >= 1990) return year < 1995 ? 8 : 9;
                                      return std::max((year - 1910) / 10, 1);
                                    }};
const YearGroups kDecades = {
    {"unknown", "1910s", "1920s", "1930s", "1940s", "1950s", "1960s", "1970s", "1980s", "1990s"},
    [](int year) -> Index { return std::clamp((year - 1900) / 10, 1, 9); }};

std::vector<TableColumn> ItemColumns(const YearGroups& years,
                                     const std::vector<std::string>& genres) {
  std::vector<TableColumn> columns;
  for (const char* year : years.names) columns.push_back({std::string("year ") + year});
  for (const std::string& genre : genres) columns.push_back({"genre " + genre});
  return columns;
}

std::vector<Columns> ReadItems(const DataFile& file, const YearGroups& years, Index first,
                               std::size_t genres) {
  std::vector<Columns> items;
  for (Lines line(file, '|', 5 + genres); line.Next();) {
    const int next = static_cast<int>(items.size()) + 1;
    line.Whole(0, next, next, "an id");
    Columns ones{first};
    if (!line[2].empty()) {
      const std::string_view date = line[2];  // 01-Jan-1995
      int year = 0;
      const char* const end = date.data() + date.size();
      const std::size_t dash = date.rfind('-');
      if (dash == date.npos || std::from_chars(date.data() + dash + 1, end, year).ptr != end ||
          year < 1800 || year > 2100)
        line.Fail(date, "a date that ends in its year, as 01-Jan-1995");
      ones[0] = first + years.group(year);
    }
    for (std::size_t g = 0; g < genres; ++g) {
      if (line[5 + g] == "1") {
        ones.push_back(first + kYears + static_cast<Index>(g));
      } else if (line[5 + g] != "0") {
        line.Fail(line[5 + g], "0 or 1");
      }
    }
    items.push_back(std::move(ones));
  }
  return items;
}

DataTable ReadMovielens(const std::vector<DataFile>& files, const Params& params, Index) {
  const YearGroups& years = params.Get("years").AsText() == "decades" ? kDecades : kHalvedNineties;
  const std::vector<std::string> genres = ReadNames(files[3], '|', 2);
  const std::vector<std::string> occupations = ReadNames(files[4], '|', 1);
  const std::vector<User> users = ReadUsers(files[1], occupations);
  std::set<char> areas;
  for (const User& user : users) areas.insert(user.area);
  DataTable table;
  table.columns = UserColumns(occupations, areas);
  const auto first = static_cast<Index>(table.columns.size());
  const std::vector<Columns> items = ReadItems(files[2], years, first, genres.size());
  for (TableColumn& column : ItemColumns(years, genres)) table.columns.push_back(std::move(column));
  RowStore store(files[0].path, 0, static_cast<Index>(table.columns.size()), true);
  for (Lines line(files[0], '\t', 4); line.Next();) {
    const int user = line.Whole(0, 1, static_cast<int>(users.size()), "a user");
    const int item = line.Whole(1, 1, static_cast<int>(items.size()), "an item");
    const Columns of_user = OnesOf(users[static_cast<std::size_t>(user) - 1],
                                   static_cast<Index>(occupations.size()), areas);
    for (const Index column : of_user) store.Set(column, 1);
    for (const Index column : items[static_cast<std::size_t>(item) - 1]) store.Set(column, 1);
    store.EndRow(line.Whole(2, 1, 5, "a rating"));
  }
  if (store.rows() == 0)
    throw InvalidInput(files[0].path + " holds no rows; expected at least one");
  LabelledRows rows = store.Build();
  table.x = std::move(rows.x);
  table.y = std::move(rows.y);
  return table;
}

}  // namespace

DataFormat Movielens100kFormat() {
  DataFormat format;
  format.name = "movielens100k";
  format.summary = "MovieLens 100K as 78 binary columns of user and item, the rating as label";
  format.citation = "atarashi2019 section 5";
  format.roles = {{"ratings", "u.data: user, item, rating, time"},
                  {"users", "u.user: id, age, gender, occupation, zip code"},
                  {"items", "u.item: id, title, dates, address, genres"},
                  {"genres", "u.genre: name, number"},
                  {"occupations", "u.occupation: names"}};
  format.params = {{.name = "years",
                    .kind = ParamKind::kText,
                    .help = "groups of the films' years of release: by decade up to the 1980s and "
                            "two for the 1990s, or one for each decade",
                    .default_value = "halved_nineties",
                    .choices = {"halved_nineties", "decades"}}};
  format.config_params = {"years"};
  format.read = ReadMovielens;
  return format;
}

}  // namespace mercer
