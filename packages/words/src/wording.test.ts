import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

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
    // One word and one spelling for each: everyone, email, bpm, the spelling of the United States.
    /\beverybody\b|\bnobody\b|\bmails?\b|\bany more\b|\b(colour|favour|centre|licence|cancelled)/i,
    /\bBPM\b|\s…$|\b(could|do|does|did) not\b/,
    /\bhas ended\b|\bin (this|your) network\b|\bby https\b|\bthen signed out\b|\blets? no\b/i,
    /\bnot one of the\b|\bthere are none\b|\binternet address\b|\bnot be made\b/i,
  ],
  german: [
    // One form for each: Mitspieler, Zuhörer, Gastgeber.
    /spielende|zuhörende|\bspieler\b|\b(betreiber|host|hoster|veranstalter)(s|in)?\b/i,
    /\bbitte beachten\b|\bsie (können|müssen|haben)\b(?! dir| dich| erst| sich)/,
    /\b(settings|volume|pan|note (on|off)|pitch|mute[nd]?|kicken|bannen|joinen)\b/i,
    /\b(aktualisier|entfern|markier|kopier|speicher) /,
    // One word for each: Benachrichtigungen, bpm, IP-Adresse, Audiodatei; a space before the dots.
    /\bmitteilung|\bklangdatei|\binternetadresse\b/i,
    /\bBPM\b|[\p{L}\d]…/u,
  ],
};

function textsOf(language: string): string[] {
  const files = ['app', 'rooms', 'screens', 'server'].map(
    (part) => new URL(`../messages/${language}/${part}.arb`, import.meta.url),
  );
  const entries = files.flatMap((file) => Object.entries(JSON.parse(readFileSync(file, 'utf8'))));
  return entries.flatMap(([id, text]) => (id.startsWith('@') ? [] : [String(text).replace(/\{\w+\}/g, '_')]));
}

it.each([
  ['english', 'en'],
  ['german', 'de'],
] as const)('the %s texts have none of the phrases that nobody says', (language, code) => {
  const texts = textsOf(code);
  expect(texts.length).toBeGreaterThan(2_000);
  const found = texts.filter((text) => banned[language].some((phrase) => phrase.test(text)));
  expect(found).toEqual([]);
});
