import { type Html, html, htmlPage } from './html-page.ts';

export interface Explained {
  readonly language: 'en' | 'de';
  readonly name: string;
  readonly fingerprint: string;
  /** The https address that the page leads to. */
  readonly goOn: string;
}

/** The page that prepares users for their browser's warning about a self-signed certificate. */
export function certificateWarningPage(explained: Explained) {
  const words = { en: english, de: german }[explained.language];
  const { title, body } = words(explained);
  return htmlPage({ title, body, language: explained.language });
}

/** A browser, and the buttons to choose in it, in order. */
type Way = readonly [browser: string, steps: string];

function english({ name, fingerprint, goOn }: Explained): { title: string; body: Html } {
  const ways: readonly Way[] = [
    ['Chrome, Edge, Android', '“Advanced”, then “Proceed to … (unsafe)” or “Continue to …”'],
    ['Firefox', '“Advanced…”, then “Accept the Risk and Continue”'],
    ['Safari, iPhone, iPad', '“Show Details”, then “visit this website”, and once more “Visit Website”'],
  ];
  return {
    title: 'Your browser will warn you once',
    body: html`<h1>Your browser will warn you once</h1>
<p><strong>${name}</strong> is a Roomtone server on a computer near you. Your connection to it is encrypted, but no
authority vouches for computers at home, so browsers warn of them.</p>
<p>If you know whose invitation this is, go on like this:</p>
${listOf(ways)}
<div class="acts"><a class="button main" href="${goOn}">Go on to ${name}</a></div>
<p class="note">The key of this server:<br><code>${fingerprint}</code><br>
It has to be the one on the host’s screen, and the one behind <code>#key=</code> in the invitation.</p>
<p class="muted">This page came without encryption. Enter no password before the address begins with https.</p>`,
  };
}

function german({ name, fingerprint, goOn }: Explained): { title: string; body: Html } {
  const ways: readonly Way[] = [
    ['Chrome, Edge, Android', '„Erweitert“, dann „Weiter zu … (unsicher)“'],
    ['Firefox', '„Erweitert …“, dann „Risiko akzeptieren und fortfahren“'],
    ['Safari, iPhone, iPad', '„Details einblenden“, dann „diese Website besuchen“, und noch einmal „Website besuchen“'],
  ];
  return {
    title: 'Dein Browser warnt dich einmal',
    body: html`<h1>Dein Browser warnt dich einmal</h1>
<p><strong>${name}</strong> ist ein Roomtone-Server auf einem Rechner in deiner Nähe. Die Verbindung zu ihm ist
verschlüsselt, aber für Rechner zu Hause bürgt keine anerkannte Stelle, deshalb warnen Browser vor ihnen.</p>
<p>Wenn du weißt, von wem die Einladung ist, geht es so weiter:</p>
${listOf(ways)}
<div class="acts"><a class="button main" href="${goOn}">Weiter zu ${name}</a></div>
<p class="note">Der Schlüssel dieses Servers:<br><code>${fingerprint}</code><br>
Er muss derselbe sein wie auf dem Bildschirm der Gastgeberin oder des Gastgebers und wie hinter <code>#key=</code> in der
Einladung.</p>
<p class="muted">Diese Seite kam unverschlüsselt. Gib kein Passwort ein, bevor die Adresse mit https beginnt.</p>`,
  };
}

function listOf(ways: readonly Way[]): Html {
  return html`<ul>
${ways.map(([browser, steps]) => html`<li><strong>${browser}</strong>: ${steps}</li>`)}
</ul>`;
}
