import { screensCatalogs, wordsOf } from '@roomtone/words';
import { direction, language, locale } from '../strings/language.ts';
import { setStrings } from '../strings.ts';
import '../ui/tokens.css';
import '../ui/base.css';
import '../ui/controls.css';
import '../ui/field.css';
import '../ui/patterns.css';

async function open(): Promise<void> {
  document.documentElement.lang = language;
  document.documentElement.dir = direction;
  // Only one language is loaded. The screens load after it, because they read texts while loading.
  setStrings(wordsOf((await screensCatalogs[language]()).default, language, locale));
  const { start } = await import('./start.tsx');
  await start();
}

void open();
