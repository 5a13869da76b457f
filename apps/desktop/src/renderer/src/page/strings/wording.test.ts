import { expect, it } from 'vitest';
import { catalogue as english } from './english/index.ts';
import { roomCatalogue as englishInRooms } from './english/room-catalogue.ts';
import { catalogue as german } from './german/index.ts';
import { roomCatalogue as germanInRooms } from './german/room-catalogue.ts';

/** Phrases that nobody says, or that have a better word in docs/glossary.md. */
const banned = {
  english: [
    /\bwho(m)?ever\b|\banew\b|\bone’s own\b|\bthis is no\b|\bso many\b|\bas long as one\b/i,
    /\bfold(s|ed)? .*away\b|\bput (the|off|out)\b|\bask(ed)? to leave\b|\bcame in\b|\bwent out\b/i,
    /\bfor the \d+\. time\b|\d\. attempt|\bthere and back\b|\bout of touch\b|\bkeeps the room\b/i,
    /\bas the system\b|\blamp light\b|\bdaylight\b|\bbelong together\b|\bsomebody is inside\b/i,
    /\bwatch the words\b|\blook after it\b|\bto the payment\b|\bdid not come\b|\bhow it is to be\b/i,
    /\bis (said|told|asked) yet\b|\bplay(s)? nothing\b|\bwho may come in\b/i,
    /\bpractis|\bbreaking off\b|\bpass on\b|as many (people )?as it may/i,
    /\bwho is playing\b|\bwho you are\b|\bwhat arrives\b|\bsilence\b|\banybody\b|\bsomebody\b/i,
  ],
  german: [
    // One form for each: Mitspieler, Zuhörer, Gastgeber.
    /spielende|zuhörende|\bspieler\b|\b(betreiber|host|hoster|veranstalter)(s|in)?\b/i,
    /\bbitte beachten\b|\bsie (können|müssen|haben)\b(?! dir| dich| erst| sich)/,
    /\b(settings|volume|pan|note (on|off)|pitch|mute[nd]?|kicken|bannen|joinen)\b/i,
    /\b(aktualisier|entfern|markier|kopier|speicher) /,
  ],
};

/** Every text in a catalogue; of a function, the texts between its placeholders. */
function textsOf(words: unknown): string[] {
  if (typeof words === 'string') return [words];
  if (typeof words === 'function') {
    const literals = String(words).matchAll(/(['"`])((?:(?!\1)[^\\]|\\.)*)\1/g);
    return Array.from(literals, ([, , text = '']) => text.replace(/\$\{[^}]*\}/g, '…'));
  }
  return Object.values(words as object).flatMap(textsOf);
}

it.each([
  ['english', { ...english, ...englishInRooms }],
  ['german', { ...german, ...germanInRooms }],
] as const)('the %s texts have none of the phrases that nobody says', (language, catalogue) => {
  const texts = textsOf(catalogue);
  expect(texts.length).toBeGreaterThan(500);
  const found = texts.filter((text) => banned[language].some((phrase) => phrase.test(text)));
  expect(found).toEqual([]);
});

it('a banned phrase is found in a text with placeholders, too', () => {
  const texts = textsOf({ kicked: (name: string) => `${name} was asked to leave`, title: 'Who is playing' });
  const isBanned = (text: string) => banned.english.some((phrase) => phrase.test(text));
  expect(texts.filter(isBanned)).toHaveLength(2);
});
