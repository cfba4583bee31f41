# Written by tools/build_shell_files.py, from the parser of the command line.

_urlmend_rules="URL001 URL101 URL102 URL103 URL104 URL105 URL106 URL107 URL108 URL109 URL110 URL111 URL112 URL113 URL114
URL115 URL116 URL117 URL118 URL119 URL120 URL121 URL122 URL123 URL201 URL202 URL203 URL204 URL205 URL206 URL207 URL208
URL209 URL210 URL211 URL212 URL213 URL214 URL215 URL216 URL301 URL302 URL303 URL304 URL305 URL306 URL307 URL308 URL309
URL401 URL402 URL403 URL404 URL405 URL406 URL407 URL408 URL409 URL410 URL411 URL412 URL413 URL414 URL416 URL417 URL419
URL420 URL421 URL422 URL501 URL502 URL503 URL504 URL505 URL506 URL507 URL508 URL601 URL602 URL603 URL604 URL605 URL606
URL607 URL608 URL609 URL610 URL611 URL612 URL613 URL614 URL616 URL618 URL619 URL620 URL621 URL622 URL623 URL624 URL625
URL701 URL702 URL703 URL704 URL705 URL706 URL707 URL708 URL709 URL710 URL711 URL712 URL713 URL714 URL715 URL716 URL717
URL718 URL719 URL720 URL721 URL722 URL723 URL724 URL801 URL802 URL803 URL804 URL805 URL806"

# Each function adds to COMPREPLY what its first argument can become.
# Bash 3, which Macs have, knows neither mapfile nor compopt.

_urlmend_match() {
  local match
  while IFS= read -r match; do
    COMPREPLY+=("$match")
  done < <(compgen "${@:2}" -- "$1")
}

_urlmend_words() {
  _urlmend_match "$1" -W "$2"
}

_urlmend_options() {
  [[ $1 == -* && " ${COMP_WORDS[*]:0:COMP_CWORD} " != *" -- "* ]] && _urlmend_words "$1" "$2"
}

_urlmend_files() {
  compopt -o filenames 2> /dev/null
  _urlmend_match "$1" -f
}

_urlmend_code() {
  _urlmend_words "$1" "$_urlmend_rules"
}

_urlmend_codes() {
  local before=""
  [[ $1 == *,* ]] && before="${1%,*},"
  _urlmend_match "${1##*,}" -P "$before" -W "ALL $_urlmend_rules"
}

_urlmend() {
  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command=""
  if ((COMP_CWORD > 1)); then
    command=${COMP_WORDS[1]}
  fi
  # Bash takes `--format=json` apart into three words.
  if [[ $word == "=" ]]; then
    word=""
  elif [[ $before == "=" ]]; then
    before=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  COMPREPLY=()
  case $command:$before in
    *:*[\<\>]) _urlmend_files "$word" ;;
    :*) _urlmend_words "$word" "find lint scan report explain rules lsp -h --help --version" ;;
    find:--input) _urlmend_words "$word" "text mail html" ;;
    find:--extend-schemes) : ;;
    find:--stdin-filename) _urlmend_files "$word" ;;
    find:--format) _urlmend_words "$word" "text jsonl" ;;
    find:*) _urlmend_options "$word" "-h --help --input --headers --schemeless --extend-schemes --stdin-filename --force-exclude --format" || _urlmend_files "$word" ;;
    lint:--input) _urlmend_words "$word" "text mail html" ;;
    lint:--extend-schemes) : ;;
    lint:--stdin-filename) _urlmend_files "$word" ;;
    lint:--profile) _urlmend_words "$word" "rfc1738 rfc3986 whatwg" ;;
    lint:--select) _urlmend_codes "$word" ;;
    lint:--extend-select) _urlmend_codes "$word" ;;
    lint:--ignore) _urlmend_codes "$word" ;;
    lint:--baseline) _urlmend_files "$word" ;;
    lint:--since) : ;;
    lint:--format) _urlmend_words "$word" "text json jsonl csv github gitlab junit sarif" ;;
    lint:--output) _urlmend_files "$word" ;;
    lint:*) _urlmend_options "$word" "-h --help --input --headers --schemeless --extend-schemes --stdin-filename --force-exclude --profile --select --extend-select --ignore --baseline --update-baseline --since --show-settings --fix --diff --unsafe-fixes --format --output --show-source --statistics --quiet --exit-zero --show-secrets" || _urlmend_files "$word" ;;
    scan:--input) _urlmend_words "$word" "text mail html" ;;
    scan:--extend-schemes) : ;;
    scan:-o|scan:--output) _urlmend_files "$word" ;;
    scan:--scheduler) : ;;
    scan:--processes) : ;;
    scan:--patience) : ;;
    scan:--unit-size) : ;;
    scan:--progress) _urlmend_words "$word" "auto plain none" ;;
    scan:--profile) _urlmend_words "$word" "rfc1738 rfc3986 whatwg" ;;
    scan:--select) _urlmend_codes "$word" ;;
    scan:--extend-select) _urlmend_codes "$word" ;;
    scan:--ignore) _urlmend_codes "$word" ;;
    scan:--since) : ;;
    scan:--until) : ;;
    scan:--scheme) : ;;
    scan:--host) : ;;
    scan:*) _urlmend_options "$word" "-h --help --input --headers --schemeless --extend-schemes -o --output --scheduler --processes --patience --unit-size --progress --profile --select --extend-select --ignore --since --until --scheme --host --unique" || _urlmend_files "$word" ;;
    report:--html) _urlmend_files "$word" ;;
    report:--title) : ;;
    report:report) _urlmend_options "$word" "-h --help --html --title" || _urlmend_files "$word" ;;
    report:*) _urlmend_options "$word" "-h --help --html --title" ;;
    explain:explain) _urlmend_options "$word" "-h --help" || _urlmend_code "$word" ;;
    explain:*) _urlmend_options "$word" "-h --help" ;;
    rules:*) _urlmend_options "$word" "-h --help" ;;
    lsp:*) _urlmend_options "$word" "-h --help" ;;
  esac
}

complete -o bashdefault -F _urlmend urlmend
