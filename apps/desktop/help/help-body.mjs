/**
 * Turns the help's Markdown into HTML: headings, paragraphs, lists, tables and bold text. Sections get ids for links.
 *
 * @param {string} markdown
 * @param {readonly string[]} [ids] of the sections, in their order, instead of those made from the headings.
 * @returns {{ title: string, sections: { id: string, name: string }[], body: string }}
 */
export function helpBody(markdown, ids = []) {
  const blocks = markdown
    .trim()
    .split(/\r?\n/)
    .join('\n')
    .split(/\n{2,}/);
  const sections = [];
  let title = '';
  const html = blocks.map((block) => {
    const [, marks = '', heading = ''] = /^(#{1,3}) (.*)$/.exec(block) ?? [];
    if (marks === '#') {
      title = text(heading);
      return `<h1>${title}</h1>`;
    }
    if (marks === '##') {
      const id = ids[sections.length] ?? idOf(heading);
      sections.push({ id, name: text(heading) });
      return `<h2 id="${id}">${text(heading)}</h2>`;
    }
    if (marks === '###') return `<h3>${text(heading)}</h3>`;
    if (block.startsWith('|')) return table(block);
    if (/^(- |1\. )/.test(block)) return list(block);
    return `<p>${inline(block)}</p>`;
  });
  return { title, sections, body: html.join('\n      ') };
}

function list(block) {
  const tag = block.startsWith('-') ? 'ul' : 'ol';
  const items = block.split(/\n(?=- |\d+\. )/).map((item) => item.replace(/^(- |\d+\. )/, ''));
  return `<${tag}>${items.map((item) => `<li>${inline(item)}</li>`).join('')}</${tag}>`;
}

function table(block) {
  const [head = [], , ...rows] = block.split('\n').map((row) => row.split('|').slice(1, -1));
  const line = (cells, tag) => `<tr>${cells.map((cell) => `<${tag}>${inline(cell.trim())}</${tag}>`).join('')}</tr>`;
  return `<table>${line(head, 'th')}${rows.map((row) => line(row, 'td')).join('')}</table>`;
}

function inline(markdown) {
  return text(markdown.replace(/\n\s*/g, ' ')).replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>');
}

function idOf(heading) {
  return heading
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-');
}

function text(plain) {
  return plain.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
