import { Moon, Sun } from 'lucide-react';
import { strings } from '../strings.ts';
import { IconButton } from './icon-button.tsx';
import { useTheme } from './theme.ts';

/** Changes between lamp light and daylight. */
export function ThemeToggle() {
  const { theme, choose } = useTheme();
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
