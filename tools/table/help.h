#ifndef MERCER_TOOLS_TABLE_HELP_H_
#define MERCER_TOOLS_TABLE_HELP_H_

// What --help says of a command beside its summary and its options.

namespace mercer {

inline constexpr char kDataHelp[] =
    R"(fetch downloads the files of data sets over HTTPS into the data folder, or takes them from the
folder --from, and checks their sha256; a download that was cut goes on where it ended. import
takes files that were got by hand: by name, by sha256, or packed in another way. verify checks the
files that are there (exit code 1 if one is wrong). info describes data sets and where they came
from.

The data folder is --data, else $MERCER_DATA, else $XDG_CACHE_HOME/mercer, else ~/.cache/mercer.
Proxies (https_proxy, no_proxy) and trusted certificates (CURL_CA_BUNDLE, else SSL_CERT_FILE) are
taken from the environment.
)";

inline constexpr char kTrainHelp[] =
    R"(Trains a linear machine on random features of rows that need not fit on one machine. The FILEs are
shards of one data set, LIBSVM text or .npy with .npy.labels beside it. Started by mpirun, each
rank reads its own part of their bytes and holds one block of it; the sums go over the ranks.
--model writes a LIBLINEAR model of the features, and FILE.map, with which mercer transform makes
them. With several ranks --predictions writes FILE.0, FILE.1 ... which in order are those of all
test rows.
)";

inline constexpr char kTransformHelp[] =
    R"(OUT ends in .libsvm, .csv or .npy; with the last two the labels go to OUT.labels. Complex features
are two columns, real and imaginary part.
)";

inline constexpr char kDoctorHelp[] =
    R"(Draws a feature map many times and compares it with its kernel and with what is proven of it: bias,
variance, slope of the error in D, the paper's bound, cost. With --target E tells instead the least
D whose expected relative Gram error is at most E, what it costs, and the error of ten draws there.
The rows are those of a LIBSVM-format file, or made ones.
)";

inline constexpr char kNewHelp[] =
    R"(new map writes random Fourier features as a program, NAME.py, NAME.R, NAME.jl or NAME.cc, to change
into a map of your own, and NAME.json, which names it in a config or for the doctor.
)";

inline constexpr char kPlanHelp[] =
    R"(With --error E every data set, kernel and map of the configs gets a line, the fewest operations
first: the least D whose expected relative Gram error, on the training rows of the first
repetition, is at most E, its columns, the bytes of the drawn map and the operations for a row. Maps
without a formula of their error are drawn and measured to tell.
)";

inline constexpr char kPlotHelp[] =
    R"(A panel for each data set, kernel and metric that has a method with values at two D or more. Bars
are one standard deviation over repetitions; the paper's numbers are dashed with open markers,
what theory expects is grey, methods without D are dotted lines across. --only takes dataset,
kernel and method.
)";

inline constexpr char kPointsHelp[] =
    R"(Writes N points of [0, 1)^d, one per row. SEQUENCE is written name,key=value,... (`mercer list
sequences` has the names and keys). OUT ends in .csv or .npy.
)";

}  // namespace mercer

#endif  // MERCER_TOOLS_TABLE_HELP_H_
