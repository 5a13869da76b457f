import type { reading as english } from '../english/reading.ts';
import { figure } from './numbers.ts';

export const reading: typeof english = {
  open: 'Lesemodus',
  close: 'Lesemodus verlassen',
  pages: 'Seiten. Bild auf, Bild ab und die Pfeiltasten blättern um.',
  previous: 'Vorige Seite',
  next: 'Nächste Seite',
  look: 'Aussehen der Seite',
  size: 'Größe',
  paper: 'Papier',
  papers: { light: 'Hell', sepia: 'Sepia', dark: 'Dunkel' },
  halfTurns: 'Halbe Seiten umblättern',
  halfTurnsHint: 'Du siehst, was kommt, bevor du dort bist.',
  fullScreen: 'Ganzen Bildschirm nutzen',
  touchHint:
    'Tippe links oder rechts oder wische, um zu blättern. Tippe in der Mitte auf einen Takt, um dort zu beginnen.',
  piano: 'Klavier',
  nextPiece: (title) => `Danach: ${title}`,
  openNext: (title) => `${title} für alle öffnen`,
  battery: 'Akku',
  waiting: (count) => (count === 1 ? '1 Mitteilung wartet' : `${figure(count)} Mitteilungen warten`),
};
