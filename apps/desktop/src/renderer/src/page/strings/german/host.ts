import type { host as english } from '../english/host.ts';

export const host: typeof english = {
  title: 'Server',
  lead: 'Wie es diesem Server geht, und wer was darf.',
  homeLead: 'Spiel mit anderen in deinem Netz: Öffne den Server in dieser App, und lass sie herein.',
  hosting: {
    title: 'Gastgeber sein',
    hint: 'Öffnet den Server in dieser App für dein Netz. Andere sehen ihn in ihrem Roomtone, oder kommen über deinen Link mit jedem Browser.',
    openHint: 'Andere sehen ihn in ihrem Roomtone. Der Link geht auch in jedem Browser.',
    open: 'Gastgeber sein',
    close: 'Schließen',
    starting: (attempt) =>
      attempt === 0 ? 'Der Server startet.' : `Der Server wird noch einmal gestartet, zum ${attempt}. Mal.`,
    states: { open: 'Offen', closed: 'Nur dieser Computer', busy: 'Startet' },
    who: 'Wer mitmachen darf',
    joining: {
      anyone: {
        name: 'Alle hier dürfen mitmachen',
        hint: 'Wer ihn erreicht, legt sich selbst ein Konto an; ohne E-Mail.',
      },
      added: {
        name: 'Nur wen ich hinzufüge',
        hint: 'Du gibst Namen und Passwort aus. Gäste hören zu, wo ein Raum es erlaubt.',
      },
    },
    changeHint:
      'Wenn du das änderst oder schließt, wird erst beendet, was im Gang ist; wer darin war, kommt von selbst zurück.',
    link: 'Link für alle',
    linkHint: 'Er trägt den Schlüssel unten, damit Roomtone niemanden danach fragt.',
    addresses: 'Mit Adresse:',
    key: 'Schlüssel deines Servers, zum Vergleichen für alle, die mit Adresse kommen',
    noNetwork: 'Dieser Computer ist gerade in keinem Netz. Sobald er es ist, steht hier der Link.',
    troubles: {
      ended: (time) =>
        `Der Server ist um ${time} unerwartet zu Ende gegangen und wurde neu gestartet. Wer spielte, kommt von selbst zurück; was gesagt wurde, ist erhalten.`,
      failed: (_time, detail) => `Der Server startet nicht: ${detail} Es wird noch einmal versucht.`,
      'port-taken': () =>
        'Ein anderes Programm hat den üblichen Port, darum ist es diesmal ein anderer. Ältere Links gehen erst wieder, wenn er frei ist; dieser geht.',
      'network-changed': (time) =>
        `Dein Netz hat sich um ${time} geändert, und mit ihm deine Adressen. Schick diesen Link allen, die noch nicht da sind.`,
    },
  },
  guests: {
    title: 'Wer verbunden ist',
    count: (count) => String(count),
    none: 'Noch niemand.',
    outside: 'sieht sich um',
    guest: 'Gast',
  },
  people: {
    title: 'Jemanden hinzufügen',
    hint: 'Damit meldet sich die Person an und kann das Passwort dann ändern.',
    password: 'Erstes Passwort',
    passwordHint: 'Mindestens 8 Zeichen. Du kannst es hier lesen, um es weiterzusagen.',
    add: 'Hinzufügen',
    added: (name) => `${name} kann sich jetzt anmelden.`,
  },
  log: { title: 'Was der Server schreibt', show: 'Zeigen', hide: 'Verbergen', empty: 'Noch nichts.' },
  help: {
    title: 'Wenn niemand hereinkommt',
    sameNetwork: 'Alle müssen im selben Netz sein; ein Gäste-WLAN trennt seine Geräte oft voneinander.',
    firewall: {
      win32: (port) =>
        `Windows fragt einmal, ob Roomtone erreichbar sein darf: Erlaub private Netzwerke. Später: Windows-Sicherheit, Firewall, App zulassen. Der Port ist ${port} (TCP).`,
      darwin: (port) =>
        `macOS: Systemeinstellungen, Netzwerk, Firewall, Optionen: Roomtone muss eingehende Verbindungen erlauben (Port ${port}, TCP). Unter Datenschutz muss Lokales Netzwerk für Roomtone an sein.`,
      linux: (port) =>
        `Gibt es hier eine Firewall, dann lass Port ${port} (TCP) herein, und 5353 (UDP), um gefunden zu werden: sudo ufw allow ${port}/tcp, oder firewall-cmd --add-port=${port}/tcp.`,
    },
    notFound:
      'Sehen andere dich nicht in ihrer Liste, dann schick ihnen den Link: Die Liste braucht Multicast, und den sperren manche Netze.',
    browserWarning:
      'Browser warnen einmal, weil das Zertifikat dein eigenes ist. Die Seite hinter dem Link erklärt es.',
  },
  adminsOnly: 'Diese Seite ist für Admins',
  adminsOnlyHint:
    'Sie zeigt, wie es dem Server geht, und vergibt Rollen. Wer den Server betreibt, kann dich auf seiner Befehlszeile zum Admin machen: user grant, dein Name, admin.',
  health: 'Befinden',
  states: { ok: 'Alles in Ordnung', degraded: 'Etwas fehlt', down: 'Der Server kann nicht arbeiten' },
  asOf: (time) => `Stand ${time}`,
  stale: (time) => `Der Server antwortet nicht. Das hier ist von ${time}; wir fragen weiter.`,
  services: 'Was er braucht',
  serviceNames: { database: 'Datenbank', redis: 'Redis', external_apis: 'Dienste anderswo' },
  serviceStates: { ok: 'läuft', down: 'läuft nicht', disabled: 'nicht in Gebrauch' },
  figures: {
    connections: 'Verbindungen',
    rooms: 'Räume mit Leuten',
    allRooms: 'Öffentliche Räume',
    memory: 'Speicher',
    cpu: 'Prozessor',
    notesIn: 'Töne je Sekunde herein',
    notesOut: 'Töne je Sekunde hinaus',
    relay: 'Weitergabe, 99 % unter',
    dropped: 'Töne ausgelassen',
  },
  ms: (ms) => `${ms} ms`,
  noMetrics: 'Wie Töne fließen, wird nicht gezeigt: /metrics verlangt hier ein Token.',
  roles: 'Rollen',
  rolesHint: 'Wer ein Konto hat, ist Mitglied. Eine Änderung gilt nach höchstens zehn Sekunden.',
  find: 'Benutzername',
  findAct: 'Suchen',
  found: (name) => `Rollen von ${name}`,
  choices: {
    pro: { name: 'Pro', hint: 'Öffnet und betritt Pro-Räume; mehr Räume, mehr Plätze.' },
    moderator: {
      name: 'Moderation',
      hint: 'Wirft hinaus, schaltet stumm, sperrt und löscht Chat in öffentlichen und Pro-Räumen.',
    },
    admin: { name: 'Admin', hint: 'All das überall, vergibt Rollen und sieht diese Seite.' },
  },
  unseen:
    'Der Server sagt nur, wer Pro ist. Setz alles, was diese Person haben soll: Was hier aus ist, wird ihr genommen.',
  lastAdmin: 'Du wärst danach selbst kein Admin mehr.',
  set: 'Diese Rollen setzen',
  rolesSet: (name, roles) => `${name} ist jetzt: ${roles}.`,
  signOut: 'Vom Server weisen',
  signOutHint: 'Beendet alle Anmeldungen und Verbindungen. Eine neue Anmeldung ist möglich.',
  signingOut: (name) => `${name} wird vom Server gewiesen.`,
};
