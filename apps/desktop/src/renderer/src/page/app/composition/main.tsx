import { language } from '../../strings/language.ts';
import { speak } from '../../strings.ts';
import '../../ui/tokens.css';
import '../../ui/base.css';
import '../../ui/controls.css';
import '../../ui/field.css';
import '../../ui/patterns.css';

/** Only one language is loaded; the screens are loaded after their words, which they may read at once. */
const catalogues = {
  en: () => import('../../strings/english/index.ts'),
  de: () => import('../../strings/german/index.ts'),
};

async function open(): Promise<void> {
  document.documentElement.lang = language;
  const { catalogue } = await catalogues[language]();
  speak(catalogue);
  const { start } = await import('./start.tsx');
  await start();
}

void open();
