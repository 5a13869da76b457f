import { create } from 'zustand';

export type Theme = 'dark' | 'light';

const chosenKey = 'roomtone.theme';
const prefersLight = () => matchMedia('(prefers-color-scheme: light)').matches;

interface ThemeState {
  /** What is shown now: chosen, or else the system's. */
  readonly theme: Theme;
  /** Changes to the other one and remembers that. */
  toggle(): void;
}

export const useTheme = create<ThemeState>()((set, get) => ({
  theme: chosen() ?? (prefersLight() ? 'light' : 'dark'),
  toggle: () => {
    const theme = get().theme === 'dark' ? 'light' : 'dark';
    document.documentElement.dataset['theme'] = theme;
    localStorage.setItem(chosenKey, theme);
    set({ theme });
  },
}));

/** Follows the system's preference until a theme is chosen. */
export function followSystemTheme(): void {
  matchMedia('(prefers-color-scheme: light)').addEventListener('change', (event) => {
    if (chosen() === undefined) useTheme.setState({ theme: event.matches ? 'light' : 'dark' });
  });
}

function chosen(): Theme | undefined {
  const value = document.documentElement.dataset['theme'];
  return value === 'dark' || value === 'light' ? value : undefined;
}
