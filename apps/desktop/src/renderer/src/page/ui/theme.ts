import { create } from 'zustand';

type Theme = 'dark' | 'light';

export const themeChoices = ['system', 'dark', 'light'] as const;
export type ThemeChoice = (typeof themeChoices)[number];

/** Also read by public/theme.js, before the first paint. */
const chosenKey = 'roomtone.theme';
const prefersLight = matchMedia('(prefers-color-scheme: light)');

interface ThemeState {
  /** Undefined until the user chooses on this device; then the system decides. */
  readonly choice: ThemeChoice | undefined;
  /** The theme on screen. */
  readonly theme: Theme;
}

export const useTheme = create<ThemeState>()(() => stateOf(chosen()));

/** Shows a theme and remembers it on this device. */
export function chooseTheme(choice: ThemeChoice): void {
  const root = document.documentElement;
  atOnce(() => {
    if (choice === 'system') delete root.dataset['theme'];
    else root.dataset['theme'] = choice;
  });
  localStorage.setItem(chosenKey, choice);
  useTheme.setState(stateOf(choice));
}

/** Follows the system's preference while the user has not chosen. */
export function followSystemTheme(): void {
  prefersLight.addEventListener('change', () => {
    atOnce(() => {});
    useTheme.setState(({ choice }) => stateOf(choice));
  });
}

/** Changes all colours in the same frame: transitions would leave some parts of the page behind. */
function atOnce(change: () => void): void {
  const root = document.documentElement;
  root.dataset['switching'] = '';
  change();
  // Reading a style applies it.
  getComputedStyle(root).getPropertyValue('color');
  delete root.dataset['switching'];
}

function stateOf(choice: ThemeChoice | undefined): ThemeState {
  if (choice === 'dark' || choice === 'light') return { choice, theme: choice };
  return { choice, theme: prefersLight.matches ? 'light' : 'dark' };
}

function chosen(): ThemeChoice | undefined {
  const value = localStorage.getItem(chosenKey);
  return themeChoices.find((choice) => choice === value);
}
