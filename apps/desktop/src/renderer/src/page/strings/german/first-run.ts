import type { firstRun as english } from '../english/first-run.ts';

export const firstRun: typeof english = {
  title: 'Erste Schritte',
  steps: { heard: 'Dich selbst hören', midi: 'MIDI verbinden', invited: 'Einladen' },
  done: 'erledigt',
  dismiss: 'Erste Schritte ausblenden',
};
