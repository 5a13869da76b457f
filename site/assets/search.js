// Finds sections of the documentation: each entry is [page, anchor, title of the page, heading, text].

const mostResults = 20;

/**
 * The best sections in which the words occur, above all together, as in an error message.
 * @returns {{ page: string, anchor: string, title: string, heading: string, excerpt: { text: string, isMatch: boolean }[] }[]}
 */
export function find(entries, asked) {
  const phrase = folded(asked.trim());
  const words = phrase.split(/[^\p{L}\p{N}_-]+/u).filter((word) => word !== '');
  if (words.length === 0) return [];
  return entries
    .map((entry) => ({ entry, score: scoreOf(entry, words, phrase) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, mostResults)
    .map(({ entry: [page, anchor, title, heading, text] }) => ({
      ...{ page, anchor, title, heading },
      excerpt: excerptOf(text, words, phrase),
    }));
}

/** 0 if too much is missing: a long error message may differ in a word or two from what a page says about it. */
function scoreOf([, , title, heading, text], words, phrase) {
  const [inTitle, inHeading, inText] = [title, heading, text].map(folded);
  let score = words.length > 1 && `${inHeading} ${inText}`.includes(phrase) ? 20 : 0;
  // A message as it was copied from the screen.
  if (inHeading.split(' · ').some((part) => part.length > 8 && phrase.includes(part))) score += 60;
  let missing = 0;
  for (const word of words) {
    const points =
      (beginsWord(inHeading, word) ? 10 : 0) + (beginsWord(inTitle, word) ? 4 : 0) + (inText.includes(word) ? 2 : 0);
    const anywhere = inHeading.includes(word) || inTitle.includes(word) ? 1 : 0;
    if (points + anywhere === 0) missing++;
    score += points + anywhere;
  }
  if (missing > Math.floor(words.length / 4)) return 0;
  // Of two alike, the shorter section says more about it.
  return score / (1 + 2 * missing) + 1 / (1 + text.length);
}

function beginsWord(text, word) {
  const at = text.indexOf(word);
  return at === 0 || (at > 0 && /[^\p{L}\p{N}]/u.test(text[at - 1]));
}

/** Some words around the first match. */
function excerptOf(text, words, phrase) {
  const lower = folded(text);
  const [needle = ''] = [phrase, ...words].filter((each) => lower.includes(each));
  const at = needle === '' ? 0 : lower.indexOf(needle);
  const from = Math.max(0, at - 60);
  const to = Math.min(text.length, at + needle.length + 100);
  return [
    { text: `${from > 0 ? '…' : ''}${text.slice(from, at)}`, isMatch: false },
    { text: text.slice(at, at + needle.length), isMatch: true },
    { text: `${text.slice(at + needle.length, to)}${to < text.length ? '…' : ''}`, isMatch: false },
  ].filter((part) => part.text !== '');
}

/** The same letters in the same places, whichever case and quotation marks they were typed with. */
function folded(text) {
  return text.toLowerCase().replace(/[‘’]/g, "'").replace(/[“”]/g, '"');
}
