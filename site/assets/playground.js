// Runs the code of the playground in a worker made from it: the server's Content-Security-Policy allows that, and no eval().
const root = new URL('./', location.href);
const box = document.querySelector('.playground');
const [editor, output, choice] = ['textarea', '.output', 'select'].map((selector) => box.querySelector(selector));
const [run, stop, status] = ['.run', '.stop', '[role=status]'].map((selector) => box.querySelector(selector));
const mostLines = 500;

let worker;

choice.addEventListener('change', () => {
  editor.value = choice.value;
});
editor.value = choice.value;
run.addEventListener('click', start);
stop.addEventListener('click', () => end('Stopped.'));
editor.addEventListener('keydown', (event) => {
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) start();
  if (event.key !== 'Tab' || event.shiftKey || event.ctrlKey || event.altKey) return;
  event.preventDefault();
  editor.setRangeText('  ', editor.selectionStart, editor.selectionEnd, 'end');
});
// After Escape, Tab leaves the editor.
editor.addEventListener('keyup', (event) => {
  if (event.key === 'Escape') run.focus();
});

function start() {
  end('');
  output.replaceChildren();
  const address = URL.createObjectURL(new Blob([moduleOf(editor.value)], { type: 'text/javascript' }));
  worker = new Worker(address, { type: 'module', name: 'playground' });
  worker.addEventListener('message', ({ data: { kind, text } }) => {
    if (kind === 'end') status.textContent = 'The code has ended. What it listens to goes on until you press Stop.';
    else print(kind === 'failed' ? 'error' : kind, text);
    if (kind === 'failed') status.textContent = 'An error has ended the code.';
  });
  // Such as a syntax error, which keeps the worker from starting.
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    print('error', event.message ?? 'The code could not be read.');
    end('Failed.');
  });
  status.textContent = 'Running …';
  stop.disabled = false;
}

function end(text) {
  worker?.terminate();
  worker = undefined;
  stop.disabled = true;
  status.textContent = text;
}

/** The first line stays the first, so that errors name the right one. */
function moduleOf(code) {
  const imports = code.replace(
    /(\bfrom\s*|\bimport\s*\(?\s*)(['"])@roomtone\/(sdk|sdk\/extras)\2/g,
    (_whole, before, quote, name) => `${before}${quote}${new URL(`sdk/${name.split('/').at(-1)}.js`, root)}${quote}`,
  );
  return `import '${new URL('playground-worker.js', root)}';${imports}\nself.postMessage({ kind: 'end', text: '' });\n`;
}

function print(kind, text) {
  const line = document.createElement('p');
  line.className = kind;
  for (const part of text.split(/(https?:\/\/[^\s"']+)/)) line.append(isOwn(part) ? linkTo(part) : part);
  const isAtEnd = output.scrollTop + output.clientHeight >= output.scrollHeight - 4;
  output.append(line);
  while (output.childElementCount > mostLines) output.firstElementChild.remove();
  if (isAtEnd) output.scrollTop = output.scrollHeight;
}

function isOwn(text) {
  return text.startsWith(`${location.origin}/`) && URL.canParse(text);
}

function linkTo(address) {
  const link = document.createElement('a');
  link.href = address;
  link.target = '_blank';
  link.rel = 'noopener';
  link.textContent = address;
  return link;
}
