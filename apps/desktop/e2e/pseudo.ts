import type { Page } from '@playwright/test';
import {
  type Catalog,
  type Language,
  type Rooms,
  roomsCatalogs,
  type Screens,
  screensCatalogs,
  wordsOf,
} from '../../../packages/words/src/index.ts';

const accents = new Map(
  Object.entries({
    ...{
      a: 'å',
      c: 'ç',
      d: 'ð',
      e: 'é',
      g: 'ğ',
      i: 'î',
      l: 'ł',
      n: 'ñ',
      o: 'ö',
      r: 'ř',
      s: 'š',
      t: 'ŧ',
      u: 'ü',
      y: 'ý',
    },
    ...{
      A: 'Å',
      C: 'Ç',
      D: 'Đ',
      E: 'É',
      G: 'Ğ',
      I: 'Î',
      L: 'Ł',
      N: 'Ñ',
      O: 'Ö',
      R: 'Ř',
      S: 'Š',
      T: 'Ŧ',
      U: 'Ü',
      Y: 'Ý',
    },
  }),
);
/** German and Polish need about as much more room than English. */
const growth = 0.4;

/**
 * From its next load, the page is in this language. Returns its words.
 * @param language `pseudo` is English, accented and 40% longer.
 */
export async function speak(page: Page, language: Language | 'pseudo'): Promise<Screens & Rooms> {
  const code = language === 'pseudo' ? 'en' : language;
  await page.evaluate((chosen) => localStorage.setItem('roomtone.language', JSON.stringify(chosen)), code);
  const written = language === 'pseudo' ? pseudoCatalog : (catalog: Catalog) => catalog;
  if (language === 'pseudo') await speakPseudo(page);
  return {
    ...wordsOf<Screens>(written((await screensCatalogs[code]()).default), code),
    ...wordsOf<Rooms>(written((await roomsCatalogs[code]()).default), code),
  };
}

async function speakPseudo(page: Page): Promise<void> {
  await page.route(/\/assets\/en-[\w-]+\.js$/, async (route) => {
    const script = await (await route.fetch()).text();
    const { default: catalog } = await import(`data:text/javascript,${encodeURIComponent(script)}`);
    await route.fulfill({
      contentType: 'text/javascript',
      body: `export default ${JSON.stringify(pseudoCatalog(catalog))};`,
    });
  });
}

function pseudoCatalog(catalog: Catalog): Catalog {
  return Object.fromEntries(Object.entries(catalog).map(([id, message]) => [id, pseudoMessage(message)]));
}

/** A text, or one with places: an array of texts and of places, of which some have texts for several cases. */
function pseudoMessage(message: string | readonly unknown[]): string | readonly unknown[] {
  if (typeof message === 'string') return pseudoText(message);
  return message.map((token) => {
    if (typeof token === 'string') return pseudoText(token);
    const [name, type, cases] = token as readonly [string, string?, (string | object)?];
    return typeof cases === 'object' ? [name, type, pseudoCases(cases)] : token;
  });
}

function pseudoCases(cases: object): object {
  return Object.fromEntries(
    Object.entries(cases).map(([name, value]) => [name, name === 'offset' ? value : pseudoMessage(value)]),
  );
}

/** Words grow by letters of their own, so that lines break where they would. */
function pseudoText(text: string): string {
  let owed = 0;
  return text.replace(/\p{Letter}/gu, (letter) => {
    const accented = accents.get(letter) ?? letter;
    owed += growth;
    if (owed < 1) return accented;
    owed -= 1;
    return accented + accented.toLowerCase();
  });
}
