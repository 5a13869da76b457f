import type { failures as english } from '../english/failures.ts';
import { figure } from './numbers.ts';

export const failures: typeof english = {
  unreachable: 'Der Server antwortet nicht. Versuch es gleich noch einmal.',
  timeout: 'Der Server hat zu lange gebraucht. Versuch es gleich noch einmal.',
  notJoined: 'Du bist gerade nicht verbunden. Versuch es noch einmal, sobald die Verbindung wieder steht.',
  unconfirmed: 'Die Verbindung ist abgebrochen, bevor der Server geantwortet hat. Sieh nach, ob es angekommen ist.',
  tooFast: 'Das war etwas zu schnell. Warte einen Moment und versuch es noch einmal.',
  tooFastFor: (seconds) => `Das war etwas zu schnell. Versuch es in ${figure(seconds)} s noch einmal.`,
  tooManyRequests: (seconds) => `Zu viele Anfragen. In ${figure(seconds)} s geht es von selbst weiter.`,
  muted: 'Du bist in diesem Raum stummgeschaltet.',
  loopOwner:
    'Du kannst diesen Loop spielen, anhalten und stummschalten. Ändern können ihn nur die Person, die ihn gemacht hat, und Moderatoren.',
  loopsModerated: 'In diesem Raum machen nur der Besitzer und Moderatoren Loops.',
  notFriends: 'Du kannst nur Freunden schreiben. Schick zuerst eine Freundschaftsanfrage.',
  blocked: 'Diese Person hat dich blockiert.',
  blocking: 'Du hast diese Person blockiert. Heb die Blockierung zuerst auf.',
  notAllowed: 'Dazu hast du hier keine Berechtigung.',
  moderatorQuota: 'Dieser Raum hat schon 20 Moderatoren. Entzieh erst jemandem die Moderation.',
  sheetQuota: 'Dieser Raum hat schon 60 Noten und Dateien. Lösch zuerst welche unter „Noten“.',
  botQuota: 'Du hast schon zehn Bots. Lösch erst einen.',
  secondFactor: 'Admins brauchen hier die Anmeldung in zwei Schritten. Richte sie zuerst auf deiner Kontoseite ein.',
  noGuests: 'Hier kommst du nur mit einem Konto hinein. Melde dich an oder bitte den Gastgeber, dich hinzuzufügen.',
  foreignAddress: (origin) =>
    `Diese Adresse gehört nicht zum Server. Der Gastgeber kann das ändern: ROOMTONE_PUBLIC_URL=${origin}`,
  hostLinkOver:
    'Dieser Link wurde schon benutzt oder ist nicht der letzte, den der Server ausgegeben hat. Starte den Server neu, dann gibt es einen neuen.',
  suspended: 'Dieses Konto ist gesperrt. Frag den Gastgeber.',
  invitationOver: 'Diese Einladung gilt nicht mehr oder hat keinen Platz mehr frei. Bitte um eine neue.',

  tooManyInvitations: 'Es gibt zu viele Einladungen. Nimm zuerst eine zurück.',
  registrationClosed: 'Dieser Server nimmt keine neuen Konten an. Bitte den Gastgeber, dich hinzuzufügen.',
  signedOut: 'Du bist nicht mehr angemeldet. Melde dich an und versuch es noch einmal.',
  notFound: 'Das gibt es nicht mehr.',
  noSuchRoom: 'Diesen Raum gibt es nicht mehr.',
  forPro: 'Dafür brauchst du ein Pro-Konto.',
  roomQuota: 'Du hast schon so viele Räume wie erlaubt. Lösch zuerst einen.',
  server: 'Auf dem Server ist etwas schiefgegangen. Versuch es gleich noch einmal.',
};
