import type { newRoom as english } from '../english/new-room.ts';

export const newRoom: typeof english = {
  title: 'Neuer Raum',
  name: 'Name',
  namePlaceholder: 'Donnerstagstrio',
  who: 'Wer hereindarf',
  types: {
    public: { name: 'Alle', hint: 'Steht für alle in der Lobby' },
    private: { name: 'Auf Einladung', hint: 'Nur wer den Link hat' },
    pro: { name: 'Pro', hint: 'Für Pro-Konten' },
  },
  password: 'Passwort (wenn du magst)',
  maxUsers: 'Plätze',
  create: 'Raum öffnen',
};
