import type { servers as english } from '../english/servers.ts';

export const servers: typeof english = {
  at: (name) => `Server: ${name}. Server wechseln`,
  thisComputer: 'Dieser Computer',
  title: 'Server auswählen',
  hint: 'Jeder Server hat eigene Räume und Konten und öffnet sich in einem eigenen Fenster.',
  address: 'Adresse oder Einladung',
  addressHint: 'Die Adresse vom Bildschirm des Gastgebers oder der Link, den du bekommen hast.',
  go: 'Verbinden',
  near: 'In diesem Netz',
  noneNear: 'Noch kein Server gefunden. Der Gastgeber kann dir einen Link schicken.',
  known: 'Bekannte Server',
  here: 'Hier bist du',
  isNear: 'gerade in der Nähe',
  unprotected: 'unverschlüsselt',
  forget: (name) => `${name} vergessen`,
  failed: 'Das hat nicht geklappt. Versuch es noch einmal.',
  connectedTo: (name) => `Du bist verbunden mit ${name}`,
  compare:
    'Er muss mit dem Fingerabdruck auf dem Bildschirm des Gastgebers und in deiner Einladung übereinstimmen. Wenn nicht, trenn die Verbindung.',
  fingerprint: 'Fingerabdruck des Servers',
  fingerprintBefore: 'Bisheriger Fingerabdruck',
  fingerprintInInvitation: 'Fingerabdruck in der Einladung',
  fingerprintNow: 'Jetziger Fingerabdruck',
  noFingerprint: 'Der Server hat keinen Fingerabdruck vorgelegt.',
  nothingSent: 'Nichts wurde gesendet, auch deine Anmeldung nicht.',
  changedHow:
    'Frag den Gastgeber. Hat er den Server neu aufgesetzt, vergiss den alten in der Liste, verbinde dich noch einmal und vergleich den Fingerabdruck auf seinem Bildschirm.',
  stayAway: 'Nicht verbinden',
  isSame: 'Stimmt überein, verbinden',
  goUnprotected: 'Trotzdem verbinden',
  back: 'Zurück',
  questions: {
    first: {
      title: 'Ist das der richtige Server?',
      hint: (address) =>
        `Mit ${address} warst du noch nie verbunden. Lass dir vom Gastgeber den Fingerabdruck vorlesen, der bei ihm unter „Session hosten“ steht. Das ist nur einmal nötig.`,
    },
    plain: {
      title: 'Dieser Server ist unverschlüsselt',
      hint: (address) =>
        `Verbindungen zu ${address} sind nicht verschlüsselt. Andere im Netz können dein Passwort und alles lesen, was du schreibst, und du weißt nicht sicher, wer antwortet. Nimm dort kein Passwort, das du auch anderswo benutzt.`,
    },
    changed: {
      title: 'Das ist nicht der Server, den du kennst',
      hint: (address) =>
        `Unter ${address} antwortet ein anderer Server als bisher. Vielleicht gibt sich jemand für ihn aus, vielleicht wurde er neu aufgesetzt.`,
    },
    'not-as-invited': {
      title: 'Zu diesem Server bist du nicht eingeladen',
      hint: (address) =>
        `Unter ${address} antwortet ein anderer Server. Vielleicht gibt sich jemand für ihn aus, vielleicht ist die Einladung veraltet. Bitte um eine neue.`,
    },
    'no-answer': {
      title: 'Kein Server antwortet',
      hint: (address) =>
        `Unter ${address} gibt es keinen Roomtone-Server. Prüf, ob die Session offen ist und ob ihr im selben Netz seid.`,
    },
    'no-permission': {
      title: 'Roomtone erreicht diesen Server nicht',
      hint: (address) =>
        `macOS findet keinen Weg zu ${address}. Erlaube Roomtone unter Systemeinstellungen → Datenschutz & Sicherheit → Lokales Netzwerk, und prüf, ob der Server läuft.`,
    },
    'not-an-address': {
      title: 'Dieser Link funktioniert nicht',
      hint: () =>
        'Das ist weder eine Adresse noch eine Einladung. Vielleicht ist der Link unvollständig. Lass ihn dir noch einmal schicken.',
    },
  },
  plainWarning: 'Unverschlüsselt: Andere in diesem Netz können alles lesen, was du hier schreibst, auch dein Passwort.',
  refused: {
    title: 'Das ist nicht der Server, den du kennst',
    hint: (name, host) =>
      `Unter ${host} antwortet jetzt ein anderer Server als ${name}. Roomtone hat die Verbindung getrennt, bevor etwas gesendet wurde. Frag den Gastgeber, ob er den Server neu aufgesetzt hat.`,
    leave: 'Server auswählen',
  },
};
