import { Moon, Sun } from 'lucide-react';
import { strings } from '../strings.ts';
import { useTheme } from './theme.ts';

/** Changes between lamp light and daylight. */
export function ThemeToggle() {
  const { theme, toggle } = useTheme();
  const label = theme === 'dark' ? strings.theme.toLight : strings.theme.toDark;
  return (
    <button type="button" className="icon-button" aria-label={label} title={label} onClick={toggle}>
      {theme === 'dark' ? <Sun /> : <Moon />}
    </button>
  );
}
