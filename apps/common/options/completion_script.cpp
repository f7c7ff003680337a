// SPDX-License-Identifier: BSD-3-Clause
// Scripts that hand the unfinished line to the program ("PROGRAM complete -- WORD...") and its answer to the
// shell. Each is a template, in which the program's name and that of the function are filled in.
#include "completion.hpp"

namespace grouser {
namespace {

constexpr const char* kBashScript =
    R"script(# Completion of @PROGRAM@ in bash.
_@FUNCTION@() {
  local line=${COMP_LINE:0:COMP_POINT} word current="" paths=none answer i
  local -a words=()
  # bash splits words at = and : too; on the line they hang together
  for ((i = 0; i <= COMP_CWORD; i++)); do
    word=${COMP_WORDS[i]}
    if ((i > 0)) && [[ $line != [[:space:]]* ]]; then
      words[${#words[@]} - 1]+=$word
    else
      words+=("$word")
    fi
    line=${line#"${line%%[![:space:]]*}"}
    line=${line#"$word"}
  done
  current=${words[${#words[@]} - 1]}
  COMPREPLY=()
  while IFS= read -r answer; do
    case $answer in
      :none | :files | :folders) paths=${answer#:} ;;
      *) COMPREPLY+=("${answer%%$'\t'*}") ;;
    esac
  done < <("${words[0]/#\~/$HOME}" complete -- "${words[@]:1}" 2>/dev/null)
  word=${current##*[=:]}
  # a key is followed by its value, without a space between
  [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace 2>/dev/null
  # bash replaces what stands behind the last = or :
  if [[ $current != "$word" && $COMP_WORDBREAKS == *[=:]* ]]; then
    COMPREPLY=("${COMPREPLY[@]#"${current%"$word"}"}")
  fi
  if [[ $paths != none ]]; then
    compopt -o filenames 2>/dev/null
    local action=-f
    [[ $paths == folders ]] && action=-d
    while IFS= read -r answer; do COMPREPLY+=("$answer"); done < <(compgen "$action" -- "$word")
  fi
}
complete -F _@FUNCTION@ @PROGRAM@
)script";

constexpr const char* kZshScript = R"script(#compdef @PROGRAM@
# Completion of @PROGRAM@ in zsh.
_@FUNCTION@() {
  local line text paths=none
  local -a plain keys
  for line in "${(@f)$("${(Q)words[1]/#\~/$HOME}" complete -- "${(@Q)words[2,CURRENT]}" 2>/dev/null)}"; do
    case $line in
      :none | :files | :folders) paths=${line#:} ;;
      "") ;;
      *)
        text=${${line%%$'\t'*}//:/\\:}
        [[ $line == *$'\t'* ]] && text+=":${line#*$'\t'}"
        if [[ ${line%%$'\t'*} == *= ]]; then keys+=("$text"); else plain+=("$text"); fi
        ;;
    esac
  done
  (( ${#plain} )) && _describe -t values 'value' plain
  (( ${#keys} )) && _describe -t keys 'key' keys -S ''
  if [[ $paths == files || $paths == folders ]]; then
    [[ $PREFIX == --*=* ]] && compset -P '*='
    if [[ $paths == files ]]; then _files; else _files -/; fi
  fi
}
if [[ $funcstack[1] == _@FUNCTION@ ]]; then
  _@FUNCTION@ "$@"
else
  compdef _@FUNCTION@ @PROGRAM@
fi
)script";

constexpr const char* kFishScript =
    R"script(# Completion of @PROGRAM@ in fish.
function __@FUNCTION@_complete
    set -l words (commandline -opc) (commandline -ct)
    set -l program $words[1]
    for line in ($program complete -- $words[2..-1] 2>/dev/null)
        switch $line
            case ':files'
                __fish_complete_path (commandline -ct)
            case ':folders'
                __fish_complete_directories (commandline -ct)
            case ':none'
            case '*'
                printf '%s\n' $line
        end
    end
end
complete -c @PROGRAM@ -f -a '(__@FUNCTION@_complete)'
)script";

/// The script with every `place` replaced by `text`.
std::string filled(std::string script, const std::string& place, const std::string& text) {
  for (std::size_t at = 0; (at = script.find(place, at)) != std::string::npos; at += text.size())
    script.replace(at, place.size(), text);
  return script;
}

}  // namespace

std::string completion_script(const std::string& shell, const std::string& program) {
  const char* const script = shell == "bash"   ? kBashScript
                             : shell == "zsh"  ? kZshScript
                             : shell == "fish" ? kFishScript
                                               : "";
  // A hyphen is not allowed in every shell's function names.
  std::string function = program;
  for (char& c : function)
    if (c == '-') c = '_';
  return filled(filled(script, "@PROGRAM@", program), "@FUNCTION@", function);
}

}  // namespace grouser
