import type { failures as english } from '../english/failures.ts';

export const failures: typeof english = {
  unreachable: 'Der Server antwortet nicht. Versuch es gleich noch einmal.',
  timeout: 'Der Server brauchte zu lange. Versuch es gleich noch einmal.',
  notJoined: 'Gerade gibt es keine Verbindung.',
  unconfirmed: 'Die Verbindung brach vor der Antwort ab: Vielleicht ist es angekommen.',
  tooFast: 'Ein wenig zu schnell. Warte einen Moment und versuch es noch einmal.',
  tooFastFor: (seconds) => `Ein wenig zu schnell. Versuch es in ${seconds} s noch einmal.`,
  muted: 'Du bist in diesem Raum stummgeschaltet.',
  notFriends: 'Ihr seid nicht befreundet. Nur Freunde können sich schreiben.',
  blocked: 'Diese Person möchte nichts von dir hören.',
  blocking: 'Du hast diese Person blockiert. Heb das zuerst auf.',
  notAllowed: 'Das darfst du hier nicht.',
  registrationClosed: 'Dieser Server nimmt keine neuen Konten an. Frag, wer ihn betreibt.',
  signedOut: 'Du bist nicht mehr angemeldet. Melde dich an und versuch es noch einmal.',
  notFound: 'Das ist nicht mehr da.',
  noSuchRoom: 'Diesen Raum gibt es nicht mehr.',
  forPro: 'Dafür braucht es ein Pro-Konto.',
  roomQuota: 'Du hast so viele Räume, wie du haben kannst. Lösch zuerst einen.',
  roomQuotaPro: 'Du hast so viele Räume, wie du haben kannst. Lösch zuerst einen, oder hab mit Pro mehr.',
  server: 'Auf dem Server ging etwas schief. Versuch es gleich noch einmal.',
};
