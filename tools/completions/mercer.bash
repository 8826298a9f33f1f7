# Completion of mercer in bash; made by: mercer completions bash

# Each helper sets COMPREPLY from the word at the cursor, "$cur".
_mercer_words() { mapfile -t COMPREPLY < <(compgen -W "$1" -- "$cur"); }

# The last of words joined by commas.
_mercer_list() {
  local before=""
  [[ $cur == *,* ]] && before="${cur%,*},"
  mapfile -t COMPREPLY < <(compgen -P "$before" -W "$1" -- "${cur##*,}")
}

# key=value pairs joined by commas: the key of the last one.
_mercer_keys() {
  compopt -o nospace 2>/dev/null
  _mercer_list "${1// /= }="
}

_mercer_files() {
  compopt -o filenames 2>/dev/null
  mapfile -t COMPREPLY < <(compgen -f -- "$cur")
}

_mercer_folders() {
  compopt -o filenames 2>/dev/null
  mapfile -t COMPREPLY < <(compgen -d -- "$cur")
}

_mercer_configs() {
  compopt -o filenames 2>/dev/null
  mapfile -t COMPREPLY < <(compgen -f -X '!*.json' -- "$cur"; compgen -d -- "$cur")
}

_mercer() {
  # Words of the line up to the cursor, split at blanks alone: bash splits "a=b" at '='.
  local line="${COMP_LINE:0:COMP_POINT}" cur previous command
  local -a words
  read -ra words <<<"$line"
  [[ $line == *[[:space:]] ]] && words+=("")
  ((${#words[@]} >= 2)) || return 0
  cur="${words[-1]}"
  previous="${words[-2]}"
  command="${words[1]}"
  COMPREPLY=()
  if [[ $cur == --*=* ]]; then
    previous="${cur%%=*}"
    cur="${cur#*=}"
  fi
  if ((${#words[@]} <= 2)); then
    _mercer_words 'run validate new list data plan passport report plot check compare diff merge publish bundle verify slurm train predict transform doctor points completions man worker --help --version'
  else
    case "$command" in
      run)
        case "$previous" in
          --out) _mercer_folders ;;
          --only) _mercer_keys 'dataset kernel method map D repetition' ;;
          --set) COMPREPLY=() ;;
          --repetitions) COMPREPLY=() ;;
          --threads) COMPREPLY=() ;;
          --jobs) COMPREPLY=() ;;
          --cores) COMPREPLY=() ;;
          --timeout) COMPREPLY=() ;;
          --memory) COMPREPLY=() ;;
          --isolation) _mercer_words 'fork exec' ;;
          --shard) COMPREPLY=() ;;
          --retry) _mercer_list 'failed timeout out_of_memory skipped stale invalid_times' ;;
          --data) _mercer_folders ;;
          --json-log) _mercer_files ;;
          *)
            if [[ $cur == -* ]]; then
              _mercer_words '--out --only --set --repetitions --threads --jobs --cores --timeout --memory --isolation --shard --retry --data --json-log --no-passport --allow-external --dry-run --help'
            else
              _mercer_configs
            fi
            ;;
        esac
        ;;
      validate)
        case "$previous" in
          --set) COMPREPLY=() ;;
          *)
            if [[ $cur == -* ]]; then
              _mercer_words '--set --help'
            else
              _mercer_configs
            fi
            ;;
        esac
        ;;
      new)
        case "$previous" in
          --language) _mercer_words 'python r julia cpp' ;;
          *)
            if [[ $cur == -* ]]; then
              _mercer_words '--language --help'
            else
              _mercer_words 'config map'
            fi
            ;;
        esac
        ;;
      list)
        case "$previous" in
          *)
            if [[ $cur == -* ]]; then
              _mercer_words '--json --markdown --help'
            else
              _mercer_words 'kernels maps learners distributed_learners sequences datasets formats generators labels rows preprocess metrics configs keys'
            fi
            ;;
        esac
        ;;
      data)
        case "$previous" in
          --from) _mercer_folders ;;
          --format) COMPREPLY=() ;;
          --data) _mercer_folders ;;
          *)
            if [[ $cur == -* ]]; then
              _mercer_words '--all --json --from --format --data --help'
            else
              _mercer_words 'fetch verify info import'
            fi
            ;;
        esac
        ;;
      plan)
        case "$previous" in
          --out) _mercer_folders ;;
          --only) _mercer_keys 'dataset kernel method map D repetition' ;;
          --set) COMPREPLY=() ;;
          --repetitions) COMPREPLY=() ;;
          --shard) COMPREPLY=() ;;
          --data) _mercer_folders ;;
          --results) _mercer_folders ;;
          --error) COMPREPLY=() ;;
          --max) COMPREPLY=() ;;
          *)
            if [[ $cur == -* ]]; then
              _mercer_words '--out --only --set --repetitions --shard --data --results --no-passport --error --max --json --help'
            else
              _mercer_configs
            fi
            ;;
        esac
        ;;
      passport)
        case "$previous" in
          *)
            if [[ $cur == -* ]]; then
              _mercer_words '--json --again --help'
            else
              COMPREPLY=()
            fi
            ;;
        esac
        ;;
      report)
        case "$previous" in
          --format) _mercer_words 'text csv markdown latex html' ;;
          --rows) _mercer_words 'datasets methods metrics D' ;;
          --columns) _mercer_words 'datasets methods metrics D' ;;
          --metrics) _mercer_list 'accuracy error_rate relative_error rmse mnll test_kl gram_rel_frobenius gram_rel_frobenius_theory gram_rel_spectral gram_mean_abs gram_max_abs gram_mean_abs_nonzero gram_mean_sq gram_max_sq box_discrepancy box_discrepancy_expected primal_objective duality_gap projection_bound output_dim ops_per_row factors_per_feature draw_s transform_train_s fit_s transform_test_s predict_s train_s test_s' ;;
          --only) _mercer_keys 'dataset kernel method D' ;;
          --normalise) COMPREPLY=() ;;
          --output) _mercer_files ;;
          --results) _mercer_folders ;;
          *)
            if [[ $cur == -* ]]; then
              _mercer_words '--format --rows --columns --metrics --only --normalise --output --open --all --results --help'
            else
              _mercer_folders
            fi
            ;;
        esac
        ;;
      plot)
        case "$previous" in
          --output) _mercer_files ;;
          --figure) COMPREPLY=() ;;
          --config) _mercer_configs ;;
          --metrics) _mercer_list 'accuracy error_rate relative_error rmse mnll test_kl gram_rel_frobenius gram_rel_frobenius_theory gram_rel_spectral gram_mean_abs gram_max_abs gram_mean_abs_nonzero gram_mean_sq gram_max_sq box_discrepancy box_discrepancy_expected primal_objective duality_gap projection_bound output_dim ops_per_row factors_per_feature draw_s transform_train_s fit_s transform_test_s predict_s train_s test_s' ;;
          --x) _mercer_words 'D input_dim n_train ops_per_row output_dim transform_train_s train_s test_s gram_rel_frobenius gram_rel_spectral gram_mean_abs gram_max_abs' ;;
          --x-scale) _mercer_words 'linear log' ;;
          --y-scale) _mercer_words 'linear log' ;;
          --width) _mercer_words 'column page' ;;
          --only) _mercer_keys 'dataset kernel method' ;;
          *)
            if [[ $cur == -* ]]; then
              _mercer_words '--output --figure --config --metrics --x --x-scale --y-scale --width --only --help'
            else
              _mercer_folders
            fi
            ;;
        esac
        ;;
      check)
        case "$previous" in
          --results) _mercer_folders ;;
          --format) _mercer_words 'text markdown' ;;
          *)
            if [[ $cur == -* ]]; then
              _mercer_words '--all --tables --claims --results --format --help'
            else
              _mercer_folders
            fi
            ;;
        esac
        ;;
      compare)
        case "$previous" in
          --metric) _mercer_words 'accuracy error_rate relative_error rmse mnll test_kl gram_rel_frobenius gram_rel_frobenius_theory gram_rel_spectral gram_mean_abs gram_max_abs gram_mean_abs_nonzero gram_mean_sq gram_max_sq box_discrepancy box_discrepancy_expected primal_objective duality_gap projection_bound output_dim ops_per_row factors_per_feature draw_s transform_train_s fit_s transform_test_s predict_s train_s test_s' ;;
          --alpha) COMPREPLY=() ;;
          --format) _mercer_words 'text csv markdown latex html svg pgfplots' ;;
          --output) _mercer_files ;;
          --only) _mercer_keys 'dataset kernel method map D repetition' ;;
          *)
            if [[ $cur == -* ]]; then
              _mercer_words '--metric --alpha --format --output --only --help'
            else
              _mercer_folders
            fi
            ;;
        esac
        ;;
      diff)
        case "$previous" in
          --format) _mercer_words 'text csv markdown' ;;
          *)
            if [[ $cur == -* ]]; then
              _mercer_words '--format --help'
            else
              _mercer_folders
            fi
            ;;
        esac
        ;;
      merge)
        case "$previous" in
          --out) _mercer_folders ;;
          --prefer) _mercer_folders ;;
          *)
            if [[ $cur == -* ]]; then
              _mercer_words '--out --prefer --help'
            else
              _mercer_folders
            fi
            ;;
        esac
        ;;
      publish)
        case "$previous" in
          *)
            if [[ $cur == -* ]]; then
              _mercer_words '--partial --help'
            else
              _mercer_folders
            fi
            ;;
        esac
        ;;
      bundle)
        case "$previous" in
          --output) _mercer_files ;;
          *)
            if [[ $cur == -* ]]; then
              _mercer_words '--output --help'
            else
              _mercer_folders
            fi
            ;;
        esac
        ;;
      verify)
        case "$previous" in
          --results) _mercer_folders ;;
          --sample) COMPREPLY=() ;;
          --seed) COMPREPLY=() ;;
          --most-seconds) COMPREPLY=() ;;
          --config) _mercer_configs ;;
          --data) _mercer_folders ;;
          *)
            if [[ $cur == -* ]]; then
              _mercer_words '--all --results --sample --seed --most-seconds --config --data --allow-external --help'
            else
              _mercer_folders
            fi
            ;;
        esac
        ;;
      slurm)
        case "$previous" in
          --nodes) COMPREPLY=() ;;
          --time) COMPREPLY=() ;;
          --out) _mercer_folders ;;
          --only) _mercer_keys 'dataset kernel method map D repetition' ;;
          --set) COMPREPLY=() ;;
          --repetitions) COMPREPLY=() ;;
          --threads) COMPREPLY=() ;;
          --jobs) COMPREPLY=() ;;
          --timeout) COMPREPLY=() ;;
          --memory) COMPREPLY=() ;;
          --isolation) _mercer_words 'fork exec' ;;
          --retry) _mercer_list 'failed timeout out_of_memory skipped stale invalid_times' ;;
          --data) _mercer_folders ;;
          *)
            if [[ $cur == -* ]]; then
              _mercer_words '--nodes --time --mpi --out --only --set --repetitions --threads --jobs --timeout --memory --isolation --retry --data --no-passport --allow-external --help'
            else
              _mercer_configs
            fi
            ;;
        esac
        ;;
      train)
        case "$previous" in
          --kernel) COMPREPLY=() ;;
          --map) COMPREPLY=() ;;
          --D) COMPREPLY=() ;;
          --seed) COMPREPLY=() ;;
          --learner) COMPREPLY=() ;;
          --generate) COMPREPLY=() ;;
          --test) _mercer_files ;;
          --model) _mercer_files ;;
          --predictions) _mercer_files ;;
          --gram-rows) COMPREPLY=() ;;
          --columns) COMPREPLY=() ;;
          *)
            if [[ $cur == -* ]]; then
              _mercer_words '--kernel --map --D --seed --learner --generate --test --model --predictions --gram-rows --train-score --json --allow-external --columns --help'
            else
              _mercer_files
            fi
            ;;
        esac
        ;;
      predict)
        case "$previous" in
          --format) COMPREPLY=() ;;
          *)
            if [[ $cur == -* ]]; then
              _mercer_words '--format --allow-external --help'
            else
              _mercer_files
            fi
            ;;
        esac
        ;;
      transform)
        case "$previous" in
          --kernel) COMPREPLY=() ;;
          --map) COMPREPLY=() ;;
          --D) COMPREPLY=() ;;
          --seed) COMPREPLY=() ;;
          --save-map) _mercer_files ;;
          --map-file) _mercer_files ;;
          --format) COMPREPLY=() ;;
          --threads) COMPREPLY=() ;;
          --columns) COMPREPLY=() ;;
          *)
            if [[ $cur == -* ]]; then
              _mercer_words '--kernel --map --D --seed --save-map --map-file --float32 --format --threads --allow-external --columns --help'
            else
              _mercer_files
            fi
            ;;
        esac
        ;;
      doctor)
        case "$previous" in
          --kernel) COMPREPLY=() ;;
          --map) COMPREPLY=() ;;
          --rows) _mercer_files ;;
          --max-rows) COMPREPLY=() ;;
          --D) COMPREPLY=() ;;
          --draws) COMPREPLY=() ;;
          --target) COMPREPLY=() ;;
          --max) COMPREPLY=() ;;
          --seed) COMPREPLY=() ;;
          --delta) COMPREPLY=() ;;
          *)
            if [[ $cur == -* ]]; then
              _mercer_words '--kernel --map --rows --max-rows --D --draws --target --max --seed --delta --all --json --allow-external --help'
            else
              COMPREPLY=()
            fi
            ;;
        esac
        ;;
      points)
        case "$previous" in
          --d) COMPREPLY=() ;;
          --n) COMPREPLY=() ;;
          --seed) COMPREPLY=() ;;
          *)
            if [[ $cur == -* ]]; then
              _mercer_words '--d --n --seed --help'
            else
              _mercer_files
            fi
            ;;
        esac
        ;;
      completions)
        case "$previous" in
          *)
            if [[ $cur == -* ]]; then
              _mercer_words '--help'
            else
              _mercer_words 'bash zsh'
            fi
            ;;
        esac
        ;;
      man)
        case "$previous" in
          --output) _mercer_folders ;;
          *)
            if [[ $cur == -* ]]; then
              _mercer_words '--output --help'
            else
              COMPREPLY=()
            fi
            ;;
        esac
        ;;
      worker)
        case "$previous" in
          --when) COMPREPLY=() ;;
          --fork-server) COMPREPLY=() ;;
          *)
            if [[ $cur == -* ]]; then
              _mercer_words '--allow-external --when --fork-server --help'
            else
              COMPREPLY=()
            fi
            ;;
        esac
        ;;
    esac
  fi
  # bash replaces only what stands behind the last '=' or ':' of the word.
  local kept="${cur%"${cur##*[=:]}"}" i
  [[ $COMP_WORDBREAKS == *=* && -n $kept ]] || return 0
  for i in "${!COMPREPLY[@]}"; do COMPREPLY[i]="${COMPREPLY[i]#"$kept"}"; done
}

complete -F _mercer mercer
