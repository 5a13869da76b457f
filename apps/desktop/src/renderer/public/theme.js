// Runs before the first paint, so that a chosen theme never flashes the other one. See ui/theme.ts.
try {
  const theme = localStorage.getItem('roomtone.theme');
  if (theme === 'dark' || theme === 'light') document.documentElement.dataset.theme = theme;
} catch {
  // Storage is closed to us: the system's preference holds.
}
