import type { servers as english } from '../english/servers.ts';

export const servers: typeof english = {
  at: (host) => `Server ${host}. Einen anderen wählen`,
  title: 'Server wählen',
  hint: 'Jeder Server hat seine eigenen Räume und Konten.',
  address: 'Adresse',
  go: 'Hingehen',
  near: 'In diesem Netz',
  noneNear: 'Noch wurde keiner gefunden. Wer einen betreibt, kann dir die Adresse sagen.',
  recent: 'Schon besucht',
  here: 'Hier bist du',
  noAnswer: (address) => `Unter ${address} antwortet kein Roomtone-Server. Prüf die Adresse, und ob er läuft.`,
};
