// What `electron FOLDER` starts with: the npm package has lost Electron's own.
import { readFileSync } from 'node:fs';
import { Module } from 'node:module';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { app } from 'electron';

const preloaded = [];
let folder;
for (let at = 1; at < process.argv.length; at++) {
  const arg = process.argv[at];
  if (arg === '-r') {
    at++;
    preloaded.push(process.argv[at]);
  } else if (!arg.startsWith('-')) {
    folder = resolve(arg);
    break;
  }
}
// Playwright waits for the app in such a module.
if (preloaded.length > 0) Module._preloadModules(preloaded);
Object.defineProperty(process, 'defaultApp', { enumerable: true, value: true });
const {
  name,
  productName = name,
  version,
  desktopName,
  main,
} = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
app.setVersion(version);
app.name = productName;
app.setDesktopName?.(desktopName ?? `${name}.desktop`);
app.setAppPath(folder);
await import(pathToFileURL(join(folder, main)).href);
