import type { host as english } from '../english/host.ts';
import { figure, percent } from './numbers.ts';

export const host: typeof english = {
  title: 'Hosting',
  lead: 'Zustand des Servers, wer verbunden ist, Nutzer und Einladungen.',
  homeLead: 'Spiel mit anderen in deinem Netz: Öffne den Server in dieser App und lade sie ein.',
  hosting: {
    title: 'Session hosten',
    hint: 'Öffnet den Server in dieser App für dein Netz. Andere finden ihn in ihrem Roomtone oder kommen mit deinem Link über jeden Browser dazu.',
    openHint: 'Andere finden ihn in ihrem Roomtone. Der Link funktioniert auch in jedem Browser.',
    open: 'Session hosten',
    close: 'Session beenden',
    starting: (attempt) =>
      attempt === 0 ? 'Der Server startet.' : `Der Server startet neu (Versuch ${figure(attempt)})`,
    states: { open: 'Offen', closed: 'Nur dieser Computer', busy: 'Startet' },
    who: 'Wer mitmachen darf',
    joining: {
      anyone: {
        name: 'Alle dürfen mitmachen',
        hint: 'Wer den Server erreicht, kann sich ein Konto anlegen, auch ohne E-Mail.',
      },
      added: {
        name: 'Nur Leute, die ich hinzufüge',
        hint: 'Du vergibst Benutzernamen und Passwort.',
      },
    },
    changeHint:
      'Wenn du das änderst oder die Session beendest, schließt der Server erst ab, was gerade läuft. Wer spielt, wird automatisch neu verbunden.',
    link: 'Link für alle',
    linkHint: 'Er enthält den Fingerabdruck unten, deshalb muss ihn niemand vergleichen.',
    addresses: 'Adressen:',
    fingerprint: 'Fingerabdruck deines Servers. Wer über die Adresse kommt, vergleicht ihn.',
    noNetwork: 'Kein Netz. Sobald du verbunden bist, erscheint hier der Link.',
    troubles: {
      ended: (time) =>
        `Der Server ist um ${time} abgestürzt und wurde neu gestartet. Wer spielt, wird automatisch neu verbunden. Der Chat bleibt erhalten.`,
      failed: (_time, detail) => `Der Server startet nicht: ${detail} Neuer Versuch …`,
      'port-taken': () =>
        'Ein anderes Programm belegt den üblichen Port, deshalb hat der Server diesmal einen anderen. Ältere Links gehen erst wieder, wenn er frei ist. Dieser geht.',
      'network-changed': (time) =>
        `Um ${time} haben sich dein Netz und deine Adressen geändert. Schick diesen Link allen, die noch nicht da sind.`,
    },
  },
  guests: {
    title: 'Verbunden',
    count: (count) => figure(count),
    none: 'Noch niemand.',
    outside: 'in keinem Raum',
    guest: 'Gast',
  },
  people: {
    title: 'Nutzer hinzufügen',
    hint: 'Damit meldet sich die Person an. Das Passwort kann sie danach ändern.',
    password: 'Startpasswort',
    passwordHint: 'Mindestens 8 Zeichen. Es bleibt sichtbar, damit du es weitergeben kannst.',
    add: 'Hinzufügen',
    added: (name) => `${name} kann sich jetzt anmelden.`,
  },
  log: { title: 'Serverprotokoll', show: 'Anzeigen', hide: 'Ausblenden', empty: 'Noch nichts.' },
  help: {
    title: 'Wenn niemand hereinkommt',
    sameNetwork: 'Alle müssen im selben Netz sein. Ein Gäste-WLAN trennt Geräte oft voneinander.',
    firewall: {
      win32: (port) =>
        `Windows fragt einmal, ob Roomtone Verbindungen annehmen darf: Erlaube private Netzwerke. Später geht es unter „Windows-Sicherheit“ > „Firewall- & Netzwerkschutz“ > „Zugriff von App durch Firewall zulassen“. Der Port ist ${port} (TCP).`,
      darwin: (port) =>
        `Erlaube Roomtone eingehende Verbindungen (Port ${port}, TCP): „Systemeinstellungen“ > „Netzwerk“ > „Firewall“ > „Optionen“. Schalte Roomtone außerdem unter „Datenschutz & Sicherheit“ > „Lokales Netzwerk“ ein.`,
      linux: (port) =>
        `Hat dieser Computer eine Firewall, öffne Port ${port} (TCP) und Port 5353 (UDP), damit andere dich finden: sudo ufw allow ${port}/tcp oder firewall-cmd --add-port=${port}/tcp.`,
    },
    notFound:
      'Sehen andere dich nicht in ihrer Liste, schick ihnen den Link. Die Liste braucht Multicast, und das sperren manche Netze.',
    browserWarning:
      'Browser warnen einmal, weil dein Server sein Zertifikat selbst erstellt hat. Die Seite hinter dem Link erklärt es.',
  },
  adminsOnly: 'Diese Seite ist für Admins',
  adminsOnlyHint:
    'Sie zeigt den Zustand des Servers, und Admins vergeben hier Rollen. Der Gastgeber kann dich auf der Befehlszeile zum Admin machen: user grant, dein Name, admin.',
  health: 'Zustand',
  states: { ok: 'Alles läuft', degraded: 'Ein Dienst fehlt', down: 'Der Server arbeitet nicht' },
  stale: (time) => `Der Server antwortet nicht. Diese Werte sind von ${time}. Wir versuchen es weiter.`,
  services: 'Dienste',
  serviceNames: { database: 'Datenbank', redis: 'Redis', externalApis: 'Externe Dienste' },
  serviceStates: { ok: 'läuft', down: 'ausgefallen', disabled: 'nicht in Gebrauch' },
  certificate: {
    none: 'Zertifikat: noch keins von einer Zertifizierungsstelle',
    validUntil: (date) => `Zertifikat, gültig bis ${date}`,
    failed: (time, reason) => `Der letzte Versuch ist gescheitert (${time}): ${reason}`,
    states: { ok: 'in Ordnung', failed: 'gescheitert' },
  },
  figures: {
    connections: 'Verbindungen',
    rooms: 'Belegte Räume',
    allRooms: 'Öffentliche Räume',
    memory: 'Speicher',
    cpu: 'Prozessor',
    notesIn: 'Töne pro Sekunde, eingehend',
    notesOut: 'Töne pro Sekunde, ausgehend',
    relay: `Weitergabe, ${percent(0.99)} unter`,
    dropped: 'Verworfene Töne',
  },
  ms: (ms) => `${ms} ms`,
  noMetrics: 'Werte zu den Tönen fehlen: /metrics gibt es hier nur aus privaten Netzen oder mit Token.',
  roles: 'Nutzer',
  rolesHint: 'Wer ein Konto hat, ist Mitglied. Geänderte Rollen gelten nach höchstens zehn Sekunden.',
  find: 'Nutzer suchen',
  findAct: 'Suchen',
  found: (name) => `Rollen von ${name}`,
  choices: {
    pro: { name: 'Pro', hint: 'Kann Pro-Räume erstellen und betreten; mehr Räume, mehr Plätze.' },
    moderator: {
      name: 'Moderator',
      hint: 'Kann außer in privaten Räumen überall Leute entfernen, stummschalten und sperren und Chat löschen.',
    },
    admin: { name: 'Admin', hint: 'Kann das alles überall, vergibt Rollen und sieht diese Seite.' },
  },
  becoming: 'Du wirst Admin',
  becomingHint: 'Einen Moment.',
  users: 'Nutzer',
  noUser: 'Kein Name enthält das.',
  lastSeen: (date) => `zuletzt da: ${date}`,
  moreUsers: 'Es gibt noch mehr. Such nach dem Namen.',
  lastAdmin: 'Du wärst danach selbst kein Admin mehr.',
  set: 'Rollen speichern',
  rolesSet: (name, roles) => `${name} hat jetzt diese Rollen: ${roles}.`,
  signOut: 'Überall abmelden',
  signOutHint: 'Meldet die Person auf allen Geräten ab und trennt ihre Verbindungen. Sie kann sich wieder anmelden.',
  signingOut: (name) => `${name} wird überall abgemeldet.`,
  resetPassword: 'Passwort festlegen',
  resetPasswordOf: (name) => `Neues Passwort für ${name}`,
  resetPasswordHint: 'Meldet die Person auf allen Geräten ab. Gib ihr das Passwort weiter; sie kann es danach ändern.',
  newPassword: 'Neues Passwort',
  passwordSet: (name) => `${name} hat ein neues Passwort.`,
  suspend: 'Sperren',
  suspendOf: (name) => `${name} sperren?`,
  suspendHint: 'Meldet die Person und ihre Bots sofort ab. Sie kommt erst wieder herein, wenn du sie entsperrst.',
  suspended: 'gesperrt',
  isSuspended: (name) => `${name} ist gesperrt.`,
  unsuspend: 'Entsperren',
  unsuspended: (name) => `${name} kann sich wieder anmelden.`,
  deleteUser: 'Löschen',
  deleteUserOf: (name) => `${name} löschen?`,
  deleteUserHint: 'Das Konto, seine Räume, Freunde und Nachrichten sind endgültig weg.',
  deleted: (name) => `${name} ist gelöscht.`,
  invitations: {
    title: 'Einladungen',
    hint: 'Links, mit denen andere ohne Konto hereinkommen. Ein Link von hier gilt für den ganzen Server, einer aus „Einladen“ in einem Raum für diesen Raum.',
    none: 'Gerade gibt es keine.',
    toServer: 'ganzer Server',
    by: (name) => `von ${name}`,
    byHost: 'vom Gastgeber',
  },
};
