#include <algorithm>
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

constexpr int kUnknownYear = 0;

// Ages and years are grouped by it: 25 to 34 become 30.
int NearestTen(int value) { return (value + 5) / 10 * 10; }

// The values of one group of columns: a column for each.
template <class Value>
Index ColumnOf(const Value& value, const std::set<Value>& group) {
  return std::distance(group.begin(), group.find(value));
}

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
  int age = 0;  // to the nearest ten
  bool male = false;
  Index occupation = 0;
  char area = 0;
};

struct Item {
  int year = kUnknownYear;  // to the nearest ten
  std::vector<Index> genres;
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
    user.age = NearestTen(line.Whole(1, 0, 150, "an age"));
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

std::vector<Item> ReadItems(const DataFile& file, std::size_t genres) {
  std::vector<Item> items;
  for (Lines line(file, '|', 5 + genres); line.Next();) {
    const int next = static_cast<int>(items.size()) + 1;
    line.Whole(0, next, next, "an id");
    Item item;
    if (!line[2].empty()) {
      const std::string_view date = line[2];  // 01-Jan-1995
      int year = 0;
      const char* const end = date.data() + date.size();
      const std::size_t dash = date.rfind('-');
      if (dash == date.npos || std::from_chars(date.data() + dash + 1, end, year).ptr != end ||
          year < 1800 || year > 2100)
        line.Fail(date, "a date that ends in its year, as 01-Jan-1995");
      item.year = NearestTen(year);
    }
    for (std::size_t g = 0; g < genres; ++g) {
      if (line[5 + g] == "1") {
        item.genres.push_back(static_cast<Index>(g));
      } else if (line[5 + g] != "0") {
        line.Fail(line[5 + g], "0 or 1");
      }
    }
    items.push_back(std::move(item));
  }
  return items;
}

// The columns of users and items, and where the ones of a row are.
class Encoding {
 public:
  Encoding(const std::vector<User>& users, const std::vector<Item>& items,
           std::vector<std::string> occupations, std::vector<std::string> genres)
      : occupations_(std::move(occupations)), genres_(std::move(genres)) {
    for (const User& user : users) {
      ages_.insert(user.age);
      areas_.insert(user.area);
    }
    for (const Item& item : items) years_.insert(item.year);
  }

  std::vector<TableColumn> Columns() const {
    std::vector<TableColumn> columns;
    for (const int age : ages_) columns.push_back({"age " + std::to_string(age)});
    columns.push_back({"gender F"});
    columns.push_back({"gender M"});
    for (const std::string& name : occupations_) columns.push_back({"occupation " + name});
    for (const char area : areas_) columns.push_back({std::string("area ") + area});
    for (const int year : years_)
      columns.push_back({"year " + (year == kUnknownYear ? "unknown" : std::to_string(year))});
    for (const std::string& genre : genres_) columns.push_back({"genre " + genre});
    return columns;
  }

  // Sets the ones of a row, from left to right.
  void SetRow(const User& user, const Item& item, RowStore& store) const {
    Index first = 0;
    const auto set = [&](Index column, std::size_t size) {
      store.Set(first + column, 1);
      first += static_cast<Index>(size);
    };
    set(ColumnOf(user.age, ages_), ages_.size());
    set(user.male ? 1 : 0, 2);
    set(user.occupation, occupations_.size());
    set(ColumnOf(user.area, areas_), areas_.size());
    set(ColumnOf(item.year, years_), years_.size());
    for (const Index genre : item.genres) store.Set(first + genre, 1);
  }

 private:
  std::set<int> ages_, years_;
  std::set<char> areas_;
  std::vector<std::string> occupations_, genres_;
};

DataTable ReadMovielens(const std::vector<DataFile>& files, const Params& /*params*/, Index) {
  const std::vector<std::string> genres = ReadNames(files[3], '|', 2);
  const std::vector<std::string> occupations = ReadNames(files[4], '|', 1);
  const std::vector<User> users = ReadUsers(files[1], occupations);
  const std::vector<Item> items = ReadItems(files[2], genres.size());
  const Encoding encoding(users, items, occupations, genres);
  DataTable table;
  table.columns = encoding.Columns();
  RowStore store(files[0].path, 0, static_cast<Index>(table.columns.size()), true);
  for (Lines line(files[0], '\t', 4); line.Next();) {
    const int user = line.Whole(0, 1, static_cast<int>(users.size()), "a user");
    const int item = line.Whole(1, 1, static_cast<int>(items.size()), "an item");
    encoding.SetRow(users[static_cast<std::size_t>(user) - 1],
                    items[static_cast<std::size_t>(item) - 1], store);
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
  format.is_text = true;
  format.read = ReadMovielens;
  return format;
}

}  // namespace mercer
