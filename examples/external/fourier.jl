# Random Fourier features of the Gaussian kernel (Rahimi and Recht 2007) in Julia without packages.
#
# z(x) = sqrt(2/D) cos(Wx + b), rows of W normal with variance 1/sigma^2, b uniform in [0, 2 pi].
# An example of Mercer's protocol of external maps: docs/external.md.
using Random

# A number, text or list of numbers of a task, which is one line of JSON without blanks.
function field(task, name)
    found = match(Regex("\"$name\":(\"[^\"]*\"|\\[[^]]*\\]|[-+0-9.eE]+)"), task)[1]
    startswith(found, '"') && return strip(found, '"')
    numbers = parse.(Float64, split(strip(found, ['[', ']']), ','))
    return startswith(found, '[') ? numbers : numbers[1]
end

function say(line)
    println(line)
    flush(stdout)
end

function read_npy(path, shape)
    open(path) do file
        skip(file, 8)
        skip(file, ltoh(read(file, UInt16)))
        values = Vector{Float64}(undef, prod(shape))
        read!(file, values)
        return permutedims(reshape(values, shape[2], shape[1]))
    end
end

function write_npy(path, z)
    head = "{'descr': '<f8', 'fortran_order': True, 'shape': ($(size(z, 1)), $(size(z, 2))), }"
    open(path, "w") do file
        write(file, UInt8[0x93], "NUMPY", UInt8[1, 0, 118, 0], rpad(head, 117), "\n", z)
    end
end

function serve()
    weights, offsets = zeros(0, 0), zeros(0)
    for task in eachline(stdin)
        work = field(task, "do")
        if work == "draw"
            say("{\"ready\": 1}")
            readline(stdin)
            seconds = @elapsed begin
                D = Int(field(task, "D"))
                random = MersenneTwister(Int(field(task, "seed")))
                weights = randn(random, Int(field(task, "input_dim")), D) ./ field(task, "sigma")
                offsets = 2pi .* rand(random, D)
            end
            say("{\"drawn\": {\"seconds\": $seconds, \"columns\": $D, \"version\": \"Julia $VERSION\"}}")
        elseif work == "map"
            rows = read_npy(field(task, "rows"), Int.(field(task, "shape")))
            say("{\"ready\": 1}")
            readline(stdin)
            seconds = @elapsed z = sqrt(2 / length(offsets)) .* cos.(rows * weights .+ offsets')
            say("{\"mapped\": {\"seconds\": $seconds}}")
            readline(stdin)
            write_npy(field(task, "to"), z)
            say("{\"written\": true}")
        else
            say("{\"error\": \"a map is asked to $work\"}")
        end
    end
end

serve()
