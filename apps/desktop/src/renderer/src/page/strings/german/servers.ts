import type { servers as english } from '../english/servers.ts';

export const servers: typeof english = {
  at: (name) => `Server: ${name}. Einen anderen wählen`,
  thisComputer: 'Dieser Computer',
  title: 'Server wählen',
  hint: 'Jeder Server hat seine eigenen Räume und Konten. Er öffnet sich in einem eigenen Fenster.',
  address: 'Adresse oder Einladung',
  addressHint: 'Wie sie der Gastgeber auf dem Bildschirm hat, oder der Link, den du bekommen hast.',
  go: 'Hingehen',
  near: 'Neu in diesem Netz',
  noneNear: 'Noch wurde keiner gefunden. Wer einen betreibt, kann dir einen Link schicken.',
  known: 'Wo du schon warst',
  here: 'Hier bist du',
  isNear: 'jetzt in diesem Netz',
  unprotected: 'ungeschützt',
  forget: (name) => `${name} vergessen`,
  failed: 'Das ging nicht. Versuch es noch einmal.',
  connectedTo: (name) => `Du bist verbunden mit ${name}`,
  compare:
    'Es muss der Schlüssel auf dem Bildschirm des Gastgebers und in deiner Einladung sein. Ist es ein anderer, geh wieder.',
  key: 'Schlüssel des Servers',
  keyBefore: 'Schlüssel bisher',
  keyOfInvitation: 'Schlüssel in der Einladung',
  keyNow: 'Schlüssel dessen, der jetzt antwortet',
  noKey: 'Wer jetzt antwortet, hat gar keinen Schlüssel.',
  nothingSent: 'Du bist nicht verbunden. Nichts wurde gesendet, auch deine Anmeldung nicht.',
  changedHow:
    'Frag den Gastgeber. Hat er den Server neu aufgesetzt, dann vergiss den alten in der Liste, geh noch einmal hin und vergleich den Schlüssel auf seinem Bildschirm.',
  stayAway: 'Nicht hingehen',
  isSame: 'Es ist derselbe Schlüssel',
  goUnprotected: 'Trotzdem hingehen',
  back: 'Zurück',
  questions: {
    first: {
      title: 'Ist das der richtige Server?',
      hint: (address) =>
        `Bei ${address} warst du noch nicht. Lass dir vom Gastgeber den Schlüssel vorlesen, der bei ihm unter „Gastgeber sein“ steht. Das wird einmal gefragt; danach kennt Roomtone diesen Server.`,
    },
    plain: {
      title: 'Dieser Server ist ungeschützt',
      hint: (address) =>
        `${address} spricht unverschlüsselt. Andere im Netz können dein Passwort lesen und alles, was du schreibst, und nichts beweist, wer antwortet. Nimm dort kein Passwort, das du auch anderswo hast.`,
    },
    changed: {
      title: 'Das ist nicht der Server, den du kennst',
      hint: (address) =>
        `Unter ${address} antwortet ein anderer als bisher. Vielleicht gibt sich jemand für ihn aus, vielleicht wurde er neu aufgesetzt.`,
    },
    'not-as-invited': {
      title: 'Zu diesem Server bist du nicht eingeladen',
      hint: (address) =>
        `Unter ${address} antwortet ein anderer. Vielleicht gibt sich jemand für ihn aus, vielleicht ist die Einladung alt: Bitte um eine neue.`,
    },
    'no-answer': {
      title: 'Kein Server antwortet',
      hint: (address) =>
        `Unter ${address} antwortet kein Roomtone-Server. Prüf, ob er offen ist und ob ihr im selben Netz seid.`,
    },
    'not-an-address': {
      title: 'Dieser Link führt nirgendwohin',
      hint: () =>
        'Er ist weder Adresse noch Einladung. Vielleicht ist ein Buchstabe verloren gegangen: Bitte noch einmal darum.',
    },
  },
  plainWarning: 'Ungeschützt: Andere in diesem Netz können lesen, was du hier schreibst, und dein Passwort.',
  refused: {
    title: 'Das ist nicht der Server, den du kennst',
    hint: (name, host) =>
      `Unter ${host} antwortet jetzt ein anderer als ${name}. Die Verbindung wurde beendet, bevor etwas gesendet wurde. Frag den Gastgeber, ob er den Server neu aufgesetzt hat.`,
    leave: 'Server wählen',
  },
};
