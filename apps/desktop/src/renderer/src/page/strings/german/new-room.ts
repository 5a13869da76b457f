import type { newRoom as english } from '../english/new-room.ts';
import { counted, figure } from './numbers.ts';

export const newRoom: typeof english = {
  legend: 'Angaben zum Raum',
  title: 'Neuer Raum',
  name: 'Name',
  namePlaceholder: 'Donnerstagstrio',
  who: 'Zugang',
  types: {
    public: { name: 'Öffentlich', hint: 'Steht für alle in der Liste' },
    private: { name: 'Privat', hint: 'Alle mit dem Link' },
    pro: { name: 'Pro', hint: 'Für Pro-Konten' },
  },
  more: 'Mehr',
  password: 'Passwort (optional)',
  maxUsers: 'Plätze',
  maxUsersMember: (most, pro) => `Bis zu ${figure(most)}, mit Pro bis zu ${figure(pro)}`,
  maxUsersPro: (most) => `Bis zu ${figure(most)}`,
  quotaMember: (rooms, pro) =>
    `Du kannst bis zu ${counted(rooms, { one: 'Raum', other: 'Räume' })} haben, mit Pro ${figure(pro)}.`,
  quotaPro: (rooms) => `Du kannst bis zu ${counted(rooms, { one: 'Raum', other: 'Räume' })} haben.`,
  proNeeded: 'Nur für Pro-Konten',
  inside: 'Im Raum',
  guests: 'Gäste dürfen zuhören',
  guestsHint: 'Ohne Konto, nur zum Zuhören',
  chat: 'Chat',
  chatHint: 'Alle mit Konto können schreiben',
  moderation: 'Chatfilter',
  moderationHint: 'Verdeckt Schimpfwörter und stoppt Wiederholungen',
  welcome: 'Begrüßung',
  welcomeHint: 'Sehen alle, die beitreten',
  editTitle: 'Raum bearbeiten',
  passwordKept: 'Leer lassen, um das alte zu behalten',
  removePassword: 'Passwort entfernen',
  save: 'Speichern',
  changed: (room) => `Änderungen an ${room} gespeichert.`,
  create: 'Raum erstellen',
};
