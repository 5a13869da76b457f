import { create } from 'zustand';

export type Theme = 'dark' | 'light';

export const themeChoices = ['system', 'dark', 'light'] as const;
export type ThemeChoice = (typeof themeChoices)[number];

const chosenKey = 'roomtone.theme';
const prefersLight = matchMedia('(prefers-color-scheme: light)');

interface ThemeState {
  readonly choice: ThemeChoice;
  /** What is shown now: chosen, or else the system's. */
  readonly theme: Theme;
  /** Shows it and remembers it on this device. */
  choose(choice: ThemeChoice): void;
}

export const useTheme = create<ThemeState>()((set) => ({
  choice: chosen(),
  theme: shown(chosen()),
  choose: (choice) => {
    if (choice === 'system') {
      delete document.documentElement.dataset['theme'];
      localStorage.removeItem(chosenKey);
    } else {
      document.documentElement.dataset['theme'] = choice;
      localStorage.setItem(chosenKey, choice);
    }
    set({ choice, theme: shown(choice) });
  },
}));

/** Follows the system's preference while none is chosen. */
export function followSystemTheme(): void {
  prefersLight.addEventListener('change', () => {
    useTheme.setState(({ choice }) => ({ theme: shown(choice) }));
  });
}

function shown(choice: ThemeChoice): Theme {
  if (choice !== 'system') return choice;
  return prefersLight.matches ? 'light' : 'dark';
}

/** As public/theme.js found it before the first paint. */
function chosen(): ThemeChoice {
  const value = document.documentElement.dataset['theme'];
  return value === 'dark' || value === 'light' ? value : 'system';
}
