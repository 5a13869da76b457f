import tab from '@bomb.sh/tab/commander';
import type { Command } from 'commander';

/** How the scripts for the shells are told that file names may follow, or that they may not. */
const [files, noFiles] = [0, 4];

/**
 * Adds `complete <shell>`, which prints a script for bash, zsh, fish or PowerShell: it is made from the description of the commands.
 * An argument that is named like a file, such as `file.mid`, gets file names.
 */
export function addCompletions(program: Command): void {
  const root = tab(program);
  let directive = noFiles;
  // The library knows arguments with choices only, and never asks for file names.
  Object.defineProperty(root, 'directive', { get: () => directive, set() {} });
  for (const command of root.commands.values()) {
    for (const argument of command.arguments.values()) {
      if (!argument.name.includes('.')) continue;
      argument.handler = () => {
        directive = files;
      };
    }
  }
  const print = root.setup.bind(root);
  root.setup = (name, executable, shell) => {
    if (shell === 'bash') process.stdout.write(bashScript(name));
    else print(name, executable, shell);
  };
}

/**
 * The library's script needs the package bash-completion, cannot be sourced twice, and has the shell evaluate what has been typed so
 * far. This one takes the line apart by itself, because bash also splits words at the colons of addresses.
 */
function bashScript(name: string): string {
  return `# bash completion for ${name}
_${name}() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" line="\${COMP_LINE:0:COMP_POINT}" value rest files=
  local -a words
  read -ra words <<< "$line"
  [[ $line == *[[:space:]] ]] && words+=('')
  COMPREPLY=()
  while IFS=$'\\t' read -r value rest; do
    case "$value" in
      :${files}) files=yes ;;
      :*) ;;
      *) COMPREPLY+=("$value") ;;
    esac
  done < <("\${words[0]}" complete -- "\${words[@]:1}" 2>/dev/null)
  [[ -n $files && \${#COMPREPLY[@]} -eq 0 ]] || return 0
  while IFS= read -r value; do COMPREPLY+=("$value"); done < <(compgen -f -- "$cur")
  compopt -o filenames 2>/dev/null
  return 0
}
complete -F _${name} ${name}
`;
}
