#ifndef MERCER_TOOLS_TABLE_HELP_H_
#define MERCER_TOOLS_TABLE_HELP_H_

// The texts that --help prints for a command in addition to its summary and its options.

namespace mercer {

inline constexpr char kDataHelp[] =
    R"(fetch downloads the files of data sets over HTTPS into the data folder, or takes them from
the folder --from, and checks their sha256; an interrupted download continues where it ended. import
takes files that you downloaded yourself: by name, by sha256, or in another packing. verify checks
the files in the data folder (exit code 1 if one is wrong). info describes data sets and where their
files came from, or any file of rows: format, rows, columns, classes or range of the labels,
non-zero and missing values.

The data folder is --data, else $MERCER_DATA, else $XDG_CACHE_HOME/mercer, else ~/.cache/mercer.
Proxies (https_proxy, no_proxy) and trusted certificates (CURL_CA_BUNDLE, else SSL_CERT_FILE) come
from the environment.
)";

inline constexpr char kTrainHelp[] =
    R"(Trains a linear model on random features of data that need not fit in one machine's memory.
The FILEs are shards of one data set: LIBSVM text, or X.npy with its labels in X.npy.labels. Under
mpirun each rank reads its own part of their bytes, holds one block of it at a time, and sums are
taken over the ranks. --model writes a LIBLINEAR model of the features to FILE, and to FILE.map the
map; mercer predict takes both. With several ranks --predictions writes FILE.0, FILE.1, ..., which
together, in this order, are the predictions for all test rows.
)";

inline constexpr char kPredictHelp[] =
    R"(MODEL and MODEL.map are those of mercer train --model. FILE is LIBSVM text, unless its name
or --format says otherwise. OUTPUT gets one prediction per line; "-" is standard output, and the
score then goes to standard error. If the rows have labels, prints the accuracy, or the root mean
squared error for values.
)";

inline constexpr char kTransformHelp[] =
    R"(IN is LIBSVM text, read in blocks, unless its name (.csv, .arff, .npy) or --format says
otherwise; other formats are held in memory. Labels are the last column of a .csv file (none with
--format csv,label=none), and those in IN.npy.labels.

OUT ends in .libsvm, .csv or .npy; with the last two, labels go to OUT.labels. A complex feature is
two columns, its real and its imaginary part.
)";

inline constexpr char kDoctorHelp[] =
    R"(Draws a feature map many times and compares it with its kernel and with theory: bias,
variance, slope of the error in D, the paper's bound, cost. With --target E it prints instead the
least D whose expected relative Gram error is at most E, its cost, and the error of ten draws at
this D. The rows come from a LIBSVM-format file or are generated.
)";

inline constexpr char kNewHelp[] =
    R"(new config writes NAME.json. new map writes random Fourier features as a program, NAME.py,
NAME.R, NAME.jl or NAME.cc, to change into a map of your own, and NAME.json, which names it in a
config or for the doctor.
)";

inline constexpr char kPlanHelp[] =
    R"(With --error E every data set, kernel and map of the configs gets a line, the fewest
operations first: the least D whose expected relative Gram error, on the training rows of the first
repetition, is at most E, its columns, the bytes of the drawn map and the operations per row. Maps
without a formula for their error are drawn and measured; external maps, which are programs, are not
started and get no D.
)";

inline constexpr char kReportHelp[] =
    R"(With --rows or --columns, tables have these rows and columns, and what is in neither, such
as the kernel, has a table for each of its values: --rows methods puts a method on a line and the
data sets side by side. --metrics and --only choose what is shown, also in CSV; --only takes
dataset, kernel, method and D. Markdown and LaTeX written with --output have the pictures of the
config's figures beside them, as SVG or PDF, if gnuplot is installed.
)";

inline constexpr char kPlotHelp[] =
    R"(Draws a panel for each data set, kernel and metric for which a method has values at two D or
more. Bars are one standard deviation over repetitions; the paper's numbers are dashed with open
markers, theory is grey, methods without D are dotted horizontal lines. --only takes dataset, kernel
and method.
)";

inline constexpr char kPointsHelp[] =
    R"(Writes N points of [0, 1)^d, one per row. SEQUENCE is name,key=value,... (`mercer list
sequences` prints the names and keys). OUT ends in .csv or .npy.
)";

}  // namespace mercer

#endif  // MERCER_TOOLS_TABLE_HELP_H_
