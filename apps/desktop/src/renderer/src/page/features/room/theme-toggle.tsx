import { Moon, Sun } from 'lucide-react';
import { useThemeChoice } from '../../app/identity/use-theme-choice.ts';
import { strings } from '../../strings.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { useTheme } from '../../ui/theme.ts';

/** Switches between the dark and the light theme. */
export function ThemeToggle() {
  const theme = useTheme((state) => state.theme);
  const choose = useThemeChoice();
  const isDark = theme === 'dark';
  return (
    <IconButton
      label={isDark ? strings.frame.toLight : strings.frame.toDark}
      onClick={() => choose(isDark ? 'light' : 'dark')}
    >
      {isDark ? <Sun /> : <Moon />}
    </IconButton>
  );
}
