# Names every function longer than `max_lines` in C++ sources as clang-format leaves them, and fails
# if there is one: what does not fit on a screen is not read as a whole, and usually does two things.
#   awk -v max_lines=60 -f scripts/function_lengths.awk FILES
#
# Braces are counted outside of texts and comments. A brace opens a function if it stands in a
# namespace or a class (not in a function) behind something with parentheses.

function begin_file() {
  depth = 0
  inside = 0        # the depth at which the function around this line began; 0: none
  statement = ""
  statement_line = 0
}

function without_texts(line) {
  gsub(/\\\\/, "", line)
  gsub(/\\"/, "", line)
  gsub(/"[^"]*"/, "\"\"", line)
  gsub(/'\\?.'/, "''", line)
  sub(/\/\/.*/, "", line)
  return line
}

function opens_function(text) {
  if (text ~ /^[ ]*(namespace|class|struct|enum|union|extern)[^()]*$/) return 0
  return text ~ /\(/
}

FNR == 1 { begin_file() }

# A directive belongs to no statement.
/^#/ { next }

{
  line = without_texts($0)
  for (at = 1; at <= length(line); ++at) {
    character = substr(line, at, 1)
    if (character == "{") {
      ++depth
      if (!inside && opens_function(statement)) {
        inside = depth
        first = statement_line
        name = statement
      }
      statement = ""
    } else if (character == "}") {
      if (inside == depth) {
        lines = FNR - first + 1
        if (lines > max_lines) {
          sub(/^[ ]+/, "", name)
          sub(/\(.*/, "", name)
          printf "%s:%d: %s is %d lines long; at most %d are wanted\n",
            FILENAME, first, name, lines, max_lines
          failed = 1
        }
        inside = 0
      }
      --depth
      statement = ""
    } else if (character == ";") {
      statement = ""
    } else if (character != " " || statement != "") {
      if (statement == "") statement_line = FNR
      statement = statement character
    }
  }
  if (statement != "") statement = statement " "
  # `public:` and the like begin nothing.
  if (statement ~ /^(public|private|protected): $/) statement = ""
}

END { exit failed }
