// Runs before the code of the playground, in the same worker. What the browser has stored for this server is out of its reach,
// and so is everything by which it could get another global scope that still has it.
const removed = ['indexedDB', 'caches', 'BroadcastChannel', 'Worker', 'SharedWorker', 'cookieStore'];
const removedOfNavigator = ['storage', 'storageBuckets', 'locks', 'serviceWorker'];

for (const [start, names] of [
  [globalThis, removed],
  [navigator, removedOfNavigator],
]) {
  for (let each = start; each !== null; each = Object.getPrototypeOf(each)) {
    for (const name of names) Reflect.deleteProperty(each, name);
  }
}

const longestText = 4_000;

for (const kind of ['log', 'info', 'warn', 'error', 'debug']) {
  console[kind] = (...values) => tell(kind, values.map(textOf).join(' '));
}
self.addEventListener('error', (event) => {
  event.preventDefault();
  tell('failed', `${event.message}${event.lineno > 0 ? ` (line ${event.lineno})` : ''}`);
});
self.addEventListener('unhandledrejection', (event) => {
  event.preventDefault();
  tell('failed', textOf(event.reason));
});

function tell(kind, text) {
  self.postMessage({ kind, text: text.length > longestText ? `${text.slice(0, longestText)} …` : text });
}

function textOf(value) {
  if (typeof value === 'string') return value;
  if (value instanceof Error)
    return `${value.name}: ${value.message}${value.code === undefined ? '' : ` (${value.code})`}`;
  if (value instanceof Map) return textOf(Object.fromEntries(value));
  if (typeof value !== 'object' || value === null) return String(value);
  try {
    return JSON.stringify(value, (_key, part) => (typeof part === 'bigint' ? String(part) : part));
  } catch {
    return String(value);
  }
}
