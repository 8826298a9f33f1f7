#ifndef MERCER_CORE_DATA_FORMATS_MOVIELENS_READER_H_
#define MERCER_CORE_DATA_FORMATS_MOVIELENS_READER_H_

#include "core/data/formats/data_format.h"

namespace mercer {

/// "movielens100k": the files of MovieLens 100K as binary rows, one for each rating; the label is
/// the rating, 1 to 5. Columns, of which one in each group is 1 (of genres, one or more):
///
///   7 age brackets    under 18, 18–24, 25–34, 35–44, 45–49, 50–55, 56 and above
///   2 genders         F, M
///   21 occupations    in the order of u.occupation
///   19 living areas   first characters of the users' zip codes, sorted
///   10 release years  by the parameter `years`:
///       "halved_nineties"  unknown, 1920s and before, 1930s, …, 1980s, 1990–1994, 1995 and after
///       "decades"          unknown, 1910s and before, 1920s, …, 1980s, 1990 and after
///   19 genres         in the order of u.genre
///
/// so d = 78 for the distributed files, as in Atarashi, Maji, Oyama 2019, which names the groups
/// but not their columns: brackets, years and the 19 genres ("unknown" among them) are a guess. The
/// oldest film is of 1922, so that "decades" leaves the column of the 1910s at 0. Ids in u.user and
/// u.item count from 1. Throws InvalidInput with file, line and column. O(bytes).
DataFormat Movielens100kFormat();

}  // namespace mercer

#endif  // MERCER_CORE_DATA_FORMATS_MOVIELENS_READER_H_
