import type { turns as english } from '../english/turns.ts';
import { counted } from './numbers.ts';

export const turns: typeof english = {
  title: 'Reihenfolge',
  queue: 'Warteliste',
  take: 'Anstellen',
  pass: 'Weitergeben',
  giveUp: 'Platz aufgeben',
  you: 'du',
  somebody: 'Jemand',
  more: (count) => counted(count, { one: 'weitere Person', other: 'weitere' }),
  yourTurn: (others) => (others === '' ? 'Du bist dran' : `Du bist dran, mit ${others}`),
  plays: (names, count) => (count === 1 ? `${names} ist dran` : `${names} spielen`),
  nobodyPlays: 'Niemand spielt gerade',
  next: (names) => `Als Nächstes: ${names}`,
  nobodyWaits: 'Niemand wartet',
  onlyYou: 'Bis du dran bist, hörst nur du deine Töne',
  playsNow: 'spielt',
  endTurn: (name) => `${name} ablösen`,
  moveUp: (name) => `${name} nach vorn`,
  remove: (name) => `${name} von der Warteliste nehmen`,
  whyNotPlay: {
    members:
      'Hier spielen nur Mitglieder. Gib deinem Konto ein Passwort, dann spielst du mit. Bis dahin hörst nur du deine Töne.',
    named:
      'Hier spielen nur benannte Mitspieler. Der Besitzer oder ein Moderator kann dich dazunehmen. Bis dahin hörst nur du deine Töne.',
  },
  whyNotChat: {
    members: 'Hier schreiben nur Mitglieder. Gib deinem Konto ein Passwort, dann schreibst du mit.',
    moderators: 'Hier schreiben nur der Besitzer und Moderatoren.',
  },
  namePlayer: 'Als Mitspieler benennen',
  unnamePlayer: 'Nicht mehr als Mitspieler',
  isPlayer: (name) => `${name} spielt jetzt mit.`,
  isNoPlayer: (name) => `${name} spielt nicht mehr mit.`,
  settings: {
    legend: 'Wer darf was',
    mayPlay: 'Wer spielt',
    mayPlays: {
      everybody: 'Alle mit Konto',
      members: 'Mitglieder',
      named: 'Benannte Mitspieler',
      turns: 'Der Reihe nach',
    },
    mayPlayHints: {
      everybody: 'Gäste hören nur zu',
      members: 'Alle, deren Konto ein Passwort hat, und Mitspieler, die du benennst',
      named: 'Du und Moderatoren nehmen Mitspieler in der Liste der Anwesenden dazu',
      turns: 'Alle stellen sich an. Gibt jemand weiter oder wird still, kommt die nächste Person dran',
    },
    turnPlayers: 'Gleichzeitig',
    turnPlayersOf: (count) => counted(count, { one: 'Person', other: 'Personen' }),
    turnSeconds: 'Dauer',
    turnSecondsOf: (seconds) => {
      if (seconds === 0) return 'Unbegrenzt';
      const minutes = seconds / 60;
      if (!Number.isInteger(minutes)) return counted(seconds, { one: 'Sekunde', other: 'Sekunden' });
      return counted(minutes, { one: 'Minute', other: 'Minuten' });
    },
    mayChat: 'Wer schreibt',
    mayChats: { everybody: 'Alle mit Konto', members: 'Mitglieder', moderators: 'Besitzer und Moderatoren' },
    maySetMetronome: 'Wer das Metronom stellt',
    maySetMetronomes: { moderators: 'Besitzer und Moderatoren', players: 'Alle, die spielen dürfen' },
    mayTalk: 'Wer spricht',
    mayTalks: {
      everybody: 'Alle mit Konto',
      members: 'Mitglieder',
      named: 'Benannte Mitspieler',
      moderators: 'Besitzer und Moderatoren',
      nobody: 'Niemand',
    },
  },
};
