# Random Fourier features of the Gaussian kernel (Rahimi and Recht 2007) in base R.
#
# z(x) = sqrt(2/D) cos(Wx + b), rows of W normal with variance 1/sigma^2, b uniform in [0, 2 pi].
# An example of Mercer's protocol of external maps: docs/external.md.

# A number, text or list of numbers of a task, which is one line of JSON without blanks.
field <- function(task, name) {
  pattern <- paste0('"', name, '":("[^"]*"|\\[[^]]*\\]|[-+0-9.eE]+)')
  found <- regmatches(task, regexec(pattern, task))[[1]][2]
  if (startsWith(found, '"')) return(substr(found, 2, nchar(found) - 1))
  as.numeric(strsplit(gsub("[][]", "", found), ",")[[1]])
}

say <- function(...) {
  cat(sprintf(...), "\n", sep = "")
  flush(stdout())
}

read_npy <- function(path, shape) {
  file <- file(path, "rb")
  on.exit(close(file))
  readBin(file, "raw", 8)
  readBin(file, "raw", readBin(file, "integer", 1, 2, signed = FALSE, endian = "little"))
  matrix(readBin(file, "double", prod(shape), endian = "little"), shape[1], shape[2], byrow = TRUE)
}

write_npy <- function(path, z) {
  head <- sprintf("{'descr': '<f8', 'fortran_order': True, 'shape': (%d, %d), }", nrow(z), ncol(z))
  head <- paste0(formatC(head, width = -117), "\n")
  file <- file(path, "wb")
  on.exit(close(file))
  writeBin(c(as.raw(0x93), charToRaw("NUMPY"), as.raw(c(1, 0, 118, 0)), charToRaw(head)), file)
  writeBin(as.vector(z), file, endian = "little")
}

input <- file("stdin", "r")
while (length(task <- readLines(input, 1)) == 1) {
  work <- field(task, "do")
  if (work == "draw") {
    say('{"ready": 1}')
    readLines(input, 1)
    start <- proc.time()[["elapsed"]]
    D <- field(task, "D")
    set.seed(as.integer(field(task, "seed") %% 2147483647))
    weights <- matrix(rnorm(field(task, "input_dim") * D), ncol = D) / field(task, "sigma")
    offsets <- runif(D, 0, 2 * pi)
    say('{"drawn": {"seconds": %.6f, "columns": %d, "version": "R %s"}}',
        proc.time()[["elapsed"]] - start, D, getRversion())
  } else if (work == "map") {
    rows <- read_npy(field(task, "rows"), field(task, "shape"))
    say('{"ready": 1}')
    readLines(input, 1)
    start <- proc.time()[["elapsed"]]
    z <- sqrt(2 / D) * cos(sweep(rows %*% weights, 2, offsets, "+"))
    say('{"mapped": {"seconds": %.6f}}', proc.time()[["elapsed"]] - start)
    readLines(input, 1)
    write_npy(field(task, "to"), z)
    say('{"written": true}')
  } else {
    say('{"error": "a map is asked to %s"}', work)
  }
}
