import tab from '@bomb.sh/tab/commander';
import type { Command } from 'commander';

/** Adds `complete <shell>`, which prints a script for bash, zsh or fish: it is made from the description of the commands. */
export function addCompletions(program: Command): void {
  tab(program);
}
