// Runs before the code of the playground, in the same worker. Everything is taken away but the names below, so that what the browser
// has stored for this server is out of reach, by ways that browsers add later, too.
const language =
  'Object Function Array Number parseFloat parseInt Infinity NaN undefined Boolean String Symbol Date Promise RegExp Error ' +
  'AggregateError EvalError RangeError ReferenceError SuppressedError SyntaxError TypeError URIError globalThis JSON Math Intl ' +
  'ArrayBuffer SharedArrayBuffer Atomics DataView Int8Array Uint8Array Uint8ClampedArray Int16Array Uint16Array Int32Array ' +
  'Uint32Array Float16Array Float32Array Float64Array BigInt BigInt64Array BigUint64Array Map Set WeakMap WeakSet WeakRef Iterator ' +
  'AsyncIterator FinalizationRegistry Proxy Reflect DisposableStack AsyncDisposableStack Temporal decodeURI decodeURIComponent ' +
  'encodeURI encodeURIComponent escape unescape eval isFinite isNaN WebAssembly';
const web =
  'self constructor console name location navigator origin isSecureContext crossOriginIsolated performance crypto Crypto CryptoKey ' +
  'SubtleCrypto postMessage close reportError addEventListener removeEventListener dispatchEvent onmessage onmessageerror onerror ' +
  'onunhandledrejection onrejectionhandled setTimeout clearTimeout setInterval clearInterval queueMicrotask structuredClone atob btoa ' +
  'fetch Headers Request Response WebSocket URL URLSearchParams URLPattern AbortController AbortSignal TextEncoder TextDecoder ' +
  'TextEncoderStream TextDecoderStream ReadableStream WritableStream TransformStream CompressionStream DecompressionStream ' +
  'ByteLengthQueuingStrategy CountQueuingStrategy Blob File FormData EventTarget Event CustomEvent MessageEvent CloseEvent ErrorEvent ' +
  'PromiseRejectionEvent DOMException MessageChannel MessagePort';
const ofNavigator =
  'constructor appCodeName appName appVersion hardwareConcurrency language languages onLine platform product userAgent userAgentData';

for (const [start, names] of [
  [globalThis, `${language} ${web}`],
  [navigator, ofNavigator],
]) {
  const kept = new Set(names.split(' '));
  for (let each = start; each !== null && each !== Object.prototype; each = Object.getPrototypeOf(each)) {
    for (const name of Reflect.ownKeys(each)) {
      if (typeof name === 'string' && !kept.has(name)) Reflect.deleteProperty(each, name);
    }
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
