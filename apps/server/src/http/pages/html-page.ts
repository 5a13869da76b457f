import { createHash } from 'node:crypto';
import { directionOf, type Language } from '@roomtone/words';
import type { FastifyReply } from 'fastify';

/** Markup that is already escaped. */
export interface Html {
  readonly markup: string;
}

type Part = string | number | Html | readonly Html[];

/** Template tag that escapes its values unless they are Html. */
export function html(strings: TemplateStringsArray, ...values: readonly Part[]): Html {
  return { markup: String.raw({ raw: strings }, ...values.map(markupOf)) };
}

function markupOf(value: Part): string {
  if (typeof value !== 'object') return escapeHtml(String(value));
  return 'markup' in value ? value.markup : value.map(({ markup }) => markup).join('\n');
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

const css = `
:root { color-scheme: dark light; --ground: #15110e; --surface: #1c1713; --line: #3a3027; --text: #f3ebe0;
  --muted: #a5988a; --brass: #e3ad52; --on-brass: #231703; }
@media (prefers-color-scheme: light) {
  :root { --ground: #f4eee4; --surface: #fbf7f0; --line: #e0d5c4; --text: #2b221a; --muted: #75685a; --brass: #9c6410;
    --on-brass: #ffffff; }
}
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 24px; background: var(--ground);
  color: var(--text); font: 15px/1.5 'Instrument Sans', system-ui, sans-serif; }
main { width: 100%; max-width: 460px; padding: 28px; background: var(--surface); border: 1px solid var(--line);
  border-radius: 16px; }
h1 { margin: 0 0 10px; font: 400 30px/1.2 'Instrument Serif', Georgia, serif; }
p { margin: 0 0 16px; }
ul { margin: 0 0 16px; padding-left: 20px; color: var(--muted); }
code { font: 14px/1.5 ui-monospace, monospace; overflow-wrap: anywhere; user-select: all; }
summary { cursor: pointer; }
.price { font-size: 17px; }
.muted { color: var(--muted); }
.note { padding: 12px 14px; border: 1px dashed var(--line); border-radius: 12px; }
.acts { display: flex; flex-wrap: wrap; gap: 10px; margin: 20px 0; }
main > :last-child { margin-bottom: 0; }
button, .button { display: inline-block; padding: 9px 18px; border: 1px solid var(--line); border-radius: 999px;
  background: none; color: var(--text); font: inherit; text-decoration: none; cursor: pointer; }
button.main, .button.main { border-color: var(--brass); background: var(--brass); color: var(--on-brass); }
button:focus-visible, .button:focus-visible { outline: 2px solid var(--brass); outline-offset: 2px; }
`;
const styleHash = createHash('sha256').update(css).digest('base64');

export function sendPage(reply: FastifyReply, content: PageContent): FastifyReply {
  const { headers, markup } = htmlPage(content);
  return reply
    .code(content.status ?? 200)
    .headers(headers)
    .send(markup);
}

/** A page without pictures and external content, and the headers for it. Of scripts it runs `script` alone. */
export function htmlPage({ title, body, language = 'en', formTargets = [], script, connects = false }: PageContent): {
  readonly headers: Readonly<Record<string, string>>;
  readonly markup: string;
} {
  const sources = ["'self'", ...formTargets.map(sourceOf)];
  const policy = [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    ...(script === undefined ? [] : [`script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`]),
    ...(connects ? ["connect-src 'self'"] : []),
    `form-action ${[...new Set(sources)].join(' ')}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ];
  const page = html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} · Roomtone</title>
<style>${{ markup: css }}</style>
<main>
${body}
</main>
${script === undefined ? '' : { markup: `<script>${script}</script>` }}
</html>
`;
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': policy.join('; '),
    // Other sites must not learn the address, since it is all that is needed to use the page. 'no-referrer' would also
    // remove the Origin from forms.
    'referrer-policy': 'same-origin',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  };
  return { headers, markup: page.markup };
}

export interface PageContent {
  readonly status?: number;
  readonly title: string;
  readonly body: Html;
  readonly language?: Language;
  /** The addresses that its forms may lead to, redirects included: browsers apply the policy to those, too. */
  readonly formTargets?: readonly string[];
  /** Runs at the end of the page; the program's own text. */
  readonly script?: string;
  /** True if the script asks this server. */
  readonly connects?: boolean;
}

/** An address in the form for the policy: its origin, or its scheme if a policy cannot name that (`roomtone:`, IPv6). */
function sourceOf(address: string): string {
  const { protocol, origin } = new URL(address);
  return origin === 'null' || origin.includes('[') ? protocol : origin;
}
