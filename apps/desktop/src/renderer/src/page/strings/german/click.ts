import type { click as english } from '../english/click.ts';
import { figure } from './numbers.ts';

export const click: typeof english = {
  title: 'Betonungen, Unterteilungen und stumme Takte',
  accents: 'Betonungen. Drück einen Schlag, um ihn zu ändern.',
  beat: (beat, strength) => `Schlag ${figure(beat)}: ${strength}`,
  strengths: ['stumm', 'unbetont', 'betont', 'stark betont'],
  groups: 'Gruppen',
  ungrouped: 'Eigene Betonungen',
  subdivision: 'Klicks pro Schlag',
  subdivisions: { 1: '1', 2: '2', 3: '3 (Triolen)', 4: '4', 6: '6' },
  swing: 'Swing',
  silentBars: 'Stumme Takte',
  silence: (every) => (every === 0 ? 'Keine' : `1 von ${figure(every)}`),
  halfTime: 'Halbes Tempo',
  doubleTime: 'Doppeltes Tempo',
  plain: 'Einfacher Klick',
  pulse: 'Schlag anzeigen',
  pulseHint: 'Der Rand des Bildschirms leuchtet mit jedem Schlag auf, auf diesem Gerät.',
};
