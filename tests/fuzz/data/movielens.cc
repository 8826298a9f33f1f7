#include "tests/fuzz/data/tables.h"

// The files one after the other, a zero byte between them.
MERCER_FUZZ(input) {
  std::vector<DataFile> files;
  for (const char* role : {"ratings", "users", "items", "genres", "occupations"})
    files.push_back({role, role, TakeText(&input)});
  ReadAnyTable("movielens100k", std::move(files), {});
}
