import { create } from 'zustand';

export type Theme = 'dark' | 'light';

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
  if (choice === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = choice;
  localStorage.setItem(chosenKey, choice);
  useTheme.setState(stateOf(choice));
}

/** Follows the system's preference while the user has not chosen. */
export function followSystemTheme(): void {
  prefersLight.addEventListener('change', () => useTheme.setState(({ choice }) => stateOf(choice)));
}

function stateOf(choice: ThemeChoice | undefined): ThemeState {
  if (choice === 'dark' || choice === 'light') return { choice, theme: choice };
  return { choice, theme: prefersLight.matches ? 'light' : 'dark' };
}

function chosen(): ThemeChoice | undefined {
  const value = localStorage.getItem(chosenKey);
  return themeChoices.find((choice) => choice === value);
}
