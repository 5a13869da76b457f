// Markdown to HTML that needs no inline script or style, as the server's Content-Security-Policy forbids both.
import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import css from 'highlight.js/lib/languages/css';
import go from 'highlight.js/lib/languages/go';
import ini from 'highlight.js/lib/languages/ini';
import json from 'highlight.js/lib/languages/json';
import protobuf from 'highlight.js/lib/languages/protobuf';
import python from 'highlight.js/lib/languages/python';
import typescript from 'highlight.js/lib/languages/typescript';
import xml from 'highlight.js/lib/languages/xml';
import yaml from 'highlight.js/lib/languages/yaml';
import MarkdownIt from 'markdown-it';

const languages = { bash, css, go, ini, json, protobuf, python, typescript, xml, yaml };
for (const [name, language] of Object.entries(languages)) hljs.registerLanguage(name, language);

/**
 * @typedef {object} Rendered
 * @property {string} title the text of the first heading
 * @property {string} body
 * @property {readonly { level: number, id: string, text: string }[]} headings without the first
 * @property {readonly { id: string, heading: string, text: string }[]} sections for the search
 * @property {readonly string[]} ids every anchor of the page
 */

/**
 * @param {string} markdown
 * @param {(target: string) => string} link turns a link's target into an address
 * @param {(target: string, alt: string) => string} image turns a picture into markup
 * @returns {Rendered}
 */
export function renderMarkdown(markdown, link, image) {
  const engine = new MarkdownIt({ html: true, highlight });
  const headings = [];
  const taken = new Map();
  engine.core.ruler.push('anchors', ({ tokens }) => {
    for (const [index, token] of tokens.entries()) {
      if (token.type !== 'heading_open') continue;
      const text = plainText(tokens[index + 1]);
      const id = uniqueId(text, taken);
      token.attrSet('id', id);
      headings.push({ level: Number(token.tag.slice(1)), id, text });
    }
  });
  engine.renderer.rules.heading_close = (tokens, index) => {
    const id = tokens[index - 2].attrGet('id');
    return ` <a class="anchor" href="#${id}" aria-label="Link to this section">#</a></${tokens[index].tag}>\n`;
  };
  engine.renderer.rules.link_open = (tokens, index, options, _environment, self) => {
    tokens[index].attrSet('href', link(tokens[index].attrGet('href') ?? ''));
    return self.renderToken(tokens, index, options);
  };
  engine.renderer.rules.image = (tokens, index) => image(tokens[index].attrGet('src') ?? '', tokens[index].content);
  // Wide tables scroll on their own, so that the page does not.
  engine.renderer.rules.table_open = () => '<div class="table" tabindex="0"><table>\n';
  engine.renderer.rules.table_close = () => '</table></div>\n';
  // Alignment comes as a style, which the policy forbids.
  for (const cell of ['th_open', 'td_open']) {
    engine.renderer.rules[cell] = (tokens, index) => {
      const isRight = (tokens[index].attrGet('style') ?? '').includes('right');
      return `<${tokens[index].tag}${isRight ? ' class="number"' : ''}>`;
    };
  }
  const environment = {};
  const tokens = engine.parse(markdown, environment);
  const body = engine.renderer.render(tokens, engine.options, environment);
  const [first, ...others] = headings;
  const named = Array.from(body.matchAll(/<a id="([^"]+)"/g), ([, id]) => id);
  return {
    title: first?.text ?? '',
    body,
    headings: others,
    sections: sectionsOf(tokens, headings),
    ids: [...headings.map(({ id }) => id), ...named],
  };
}

/** The text below each heading. */
function sectionsOf(tokens, headings) {
  const sections = [];
  let next = 0;
  let isHeading = false;
  for (const token of tokens) {
    if (token.type === 'heading_open') {
      const { id, text: heading } = headings[next++];
      sections.push({ id, heading, text: '' });
    }
    if (token.type === 'heading_open' || token.type === 'heading_close') isHeading = token.type === 'heading_open';
    const section = sections.at(-1);
    if (section === undefined || isHeading) continue;
    if (token.type === 'inline') section.text += ` ${plainText(token)}`;
    if (token.type === 'fence') section.text += ` ${token.content}`;
  }
  return sections.map((section) => ({ ...section, text: section.text.replace(/\s+/g, ' ').trim() }));
}

function plainText({ children }) {
  return (children ?? [])
    .map(({ type, content }) => (type === 'softbreak' ? ' ' : type === 'html_inline' ? '' : content))
    .join('');
}

/** As GitHub makes them, so that one link works in both places. */
function uniqueId(text, taken) {
  const id = text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
  const count = taken.get(id) ?? 0;
  taken.set(id, count + 1);
  return count === 0 ? id : `${id}-${count}`;
}

const aliases = { sh: 'bash', console: 'bash', js: 'typescript', ts: 'typescript', tsx: 'typescript', html: 'xml' };

function highlight(code, info) {
  const [given = ''] = info.split(/\s/);
  const language = aliases[given] ?? given;
  if (hljs.getLanguage(language) === undefined) return '';
  return hljs.highlight(code, { language }).value;
}
