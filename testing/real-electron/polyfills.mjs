// The parts of newer JavaScript and Node that the app uses and Node 20 lacks.
Symbol.dispose ??= Symbol('Symbol.dispose');
Symbol.asyncDispose ??= Symbol('Symbol.asyncDispose');
URL.parse ??= (text, base) => (URL.canParse(text, base) ? new URL(text, base) : null);
Promise.withResolvers ??= () => {
  const made = {};
  made.promise = new Promise((resolve, reject) => Object.assign(made, { resolve, reject }));
  return made;
};
Promise.try ??= async (run, ...args) => run(...args);
RegExp.escape ??= (text) => text.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');
Uint8Array.fromHex ??= (text) => Uint8Array.from(Buffer.from(text, 'hex'));
Uint8Array.fromBase64 ??= (text, { alphabet = 'base64' } = {}) => Uint8Array.from(Buffer.from(text, alphabet));
Uint8Array.prototype.toHex ??= function toHex() {
  return Buffer.from(this).toString('hex');
};
Uint8Array.prototype.toBase64 ??= function toBase64({ alphabet = 'base64', omitPadding = false } = {}) {
  const text = Buffer.from(this).toString(alphabet);
  return omitPadding ? text.replaceAll('=', '') : text;
};
