# Shows how far a long command is, on stderr alone: stdout belongs to the program. Sourced with $root
# set.

mkdir -p "$root/build"
# How ninja says how far it is, whatever the user's own setting.
export NINJA_STATUS='[%f/%t] '

# with_progress NAME TITLE COMMAND…: runs the command and shows how far it is, on a terminal in one
# line that is rewritten, elsewhere in a line for every tenth. All it says is kept in build/NAME.log,
# whose end is shown if it fails.
with_progress() {
  local log=$root/build/$1.log title=$2 begun=$SECONDS status=0 is_terminal=no
  shift 2
  [ -t 2 ] && [ "${TERM:-dumb}" != dumb ] && is_terminal=yes
  : >"$log"
  # What the program is to read is not for the command.
  (
    set -o pipefail
    "$@" </dev/null 2>>"$log" | show_progress
  ) || status=$?
  [ $is_terminal = no ] || printf '\r\e[K' >&2
  if [ $status -eq 0 ]; then
    echo "spielwerk: $title, done in $(elapsed)" >&2
  else
    tail -n 60 "$log" >&2
    echo "spielwerk: $title failed after $(elapsed); all it said is in ${log#"$PWD/"}" >&2
  fi
  return $status
}

# Reads what the command of with_progress prints: lines that tell how far it is, ninja's and those of
# apt's status, and others.
show_progress() {
  local line="" part more=yes percent="" detail="" told=0 columns=""
  [ $is_terminal = no ] || columns=$(stty size <&2 2>/dev/null | cut -d ' ' -f 2)
  [ "${columns:-0}" -gt 0 ] || columns=80
  [ $is_terminal = yes ] || echo "spielwerk: $title" >&2
  while [ $more = yes ]; do
    [ $is_terminal = no ] || draw_progress
    if IFS= read -r -t 1 part; then
      line+=$part
    elif [ $? -gt 128 ]; then
      # Nothing for a second, or half a line: the time goes on.
      line+=$part
      continue
    else
      line+=$part
      more=no
      [ -n "$line" ] || break
    fi
    case $line in
      dlstatus:* | pmstatus:*) ;;
      *) printf '%s\n' "$line" >>"$log" ;;
    esac
    if [[ $line =~ ^\[([0-9]+)/([0-9]+)\]\ (.*) ]]; then
      percent=$((100 * BASH_REMATCH[1] / BASH_REMATCH[2]))
      detail=${BASH_REMATCH[3]##*.dir/}
      detail=${detail%.o}
    elif [[ $line =~ ^(dl|pm)status:[^:]*:([0-9]+)[^:]*:(.*) ]]; then
      # All is downloaded before anything is unpacked, and takes about as long.
      percent=$((10#${BASH_REMATCH[2]} / 2))
      [ "${BASH_REMATCH[1]}" = dl ] || percent=$((percent + 50))
      detail=${BASH_REMATCH[3]#Retrieving }
      detail=${detail%% (*}
    fi
    line=""
    if [ $is_terminal = no ] && [ "${percent:-0}" -lt 100 ] && [ $((${percent:-0} / 10)) -gt $told ]; then
      told=$((percent / 10))
      echo "spielwerk: $title, $((told * 10)) % after $(elapsed)" >&2
    fi
  done
}

# The line of a terminal, cut to its width: title, bar, percentage, time, what is done just now.
draw_progress() {
  local text="spielwerk: $title " filled full='#' empty='-' done_part left_part width=20
  [[ ${LC_ALL:-${LC_CTYPE:-${LANG:-}}} =~ [Uu][Tt][Ff]-?8 ]] && full='━' empty='╌'
  if [ -n "$percent" ]; then
    filled=$((percent * width / 100))
    printf -v done_part '%*s' $filled ''
    printf -v left_part '%*s' $((width - filled)) ''
    printf -v text '%s %s%s %3d %% ' "$text" "${done_part// /"$full"}" "${left_part// /"$empty"}" "$percent"
  fi
  text+=" $(elapsed)  $detail"
  printf '\r%s\e[K' "${text:0:columns-1}" >&2
}

elapsed() { printf '%d:%02d' $(((SECONDS - begun) / 60)) $(((SECONDS - begun) % 60)); }
