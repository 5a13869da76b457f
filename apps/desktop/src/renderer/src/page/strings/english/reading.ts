import { figure } from './numbers.ts';

export const reading = {
  open: 'Reading mode',
  close: 'Leave reading mode',
  pages: 'Pages. Page up, Page down and the arrow keys turn them.',
  previous: 'Previous page',
  next: 'Next page',
  look: 'Look of the page',
  size: 'Size',
  paper: 'Paper',
  papers: { light: 'Light', sepia: 'Sepia', dark: 'Dark' },
  halfTurns: 'Turn half a page',
  halfTurnsHint: 'What comes next is in sight before you get there.',
  fullScreen: 'Fill the whole screen',
  touchHint: 'Tap left or right, or swipe, to turn. Tap a bar in the middle to start there.',
  piano: 'Piano',
  nextPiece: (title: string) => `Next: ${title}`,
  openNext: (title: string) => `Open ${title} for everyone`,
  battery: 'Battery',
  waiting: (count: number) => (count === 1 ? '1 notice waits' : `${figure(count)} notices wait`),
};
