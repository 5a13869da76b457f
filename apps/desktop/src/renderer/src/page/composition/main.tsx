import { language } from '../strings/language.ts';
import { setStrings } from '../strings.ts';
import '../ui/tokens.css';
import '../ui/base.css';
import '../ui/controls.css';
import '../ui/field.css';
import '../ui/patterns.css';

/** Only one language is loaded. The screens load after it, because they read texts while loading. */
const catalogues = {
  en: () => import('../strings/english/index.ts'),
  de: () => import('../strings/german/index.ts'),
};

async function open(): Promise<void> {
  document.documentElement.lang = language;
  const { catalogue } = await catalogues[language]();
  setStrings(catalogue);
  const { start } = await import('./start.tsx');
  await start();
}

void open();
