import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { escapeHtml } from './layout.mjs';

/**
 * The editor of the playground with its examples, each a file whose first line is its title as a comment.
 * @param {string} folder of the examples
 */
export function examplesMarkup(folder) {
  const examples = readdirSync(folder)
    .sort()
    .map((file) => {
      const [first = '', ...code] = readFileSync(join(folder, file), 'utf8').split(/\r?\n/);
      return { title: first.replace(/^\/\/ /, ''), code: code.join('\n').trim() };
    });
  const options = examples.map(
    ({ title, code }) => `<option value="${escapeHtml(code)}">${escapeHtml(title)}</option>`,
  );
  return `<div class="playground">
<div class="controls">
<label>Example <select>${options.join('')}</select></label>
<button type="button" class="run">Run</button>
<button type="button" class="stop" disabled>Stop</button>
<span role="status"></span>
</div>
<textarea aria-label="Code" spellcheck="false" autocapitalize="off" autocomplete="off" rows="18"></textarea>
<div class="output" role="log" aria-label="Output" tabindex="0"></div>
</div>
`;
}
