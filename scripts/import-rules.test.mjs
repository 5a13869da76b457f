import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { root, tool } from './run.mjs';

// Rules of one folder replace those of the folder around it, and later patterns can undo earlier ones. So these tests run the
// linter on imports that the app must not have, and on those that it must.

const app = 'apps/desktop/src';
const renderer = `${app}/renderer/src`;
const page = `${renderer}/page`;
const server = 'apps/server/src';
const realtime = `${server}/realtime`;
const hooks = 'packages/react/src';

const forbidden = [
  [`${realtime}/rooms`, '../connections/connection.ts'],
  [`${realtime}/rooms`, '../../adapters/system-clock.ts'],
  [`${renderer}/contract`, '../audio-thread/instrument.ts'],
  [`${renderer}/contract`, '../page/strings.ts'],
  [`${renderer}/audio-thread/engines`, '../../connection-worker/calls.ts'],
  [`${renderer}/connection-worker`, '../audio-thread/instrument.ts'],
  [`${renderer}/connection-worker`, '../page/strings.ts'],
  [`${renderer}/sound-bank-worker`, '../audio-thread/engines/engine.ts'],
  [`${renderer}/library-worker`, '../page/strings.ts'],
  [`${renderer}/library-worker`, '../connection-worker/calls.ts'],
  [`${page}/features/library`, '../playback/playback.ts'],
  [`${page}/features/playback`, '../library/library-controller.ts'],
  [`${page}/app/library`, '../../../library-worker/browser-library.ts'],
  [`${page}/features/room`, '../recording/recorder.ts'],
  [`${page}/features/room/chat`, '../../playback/playback.ts'],
  [`${page}/features/account`, '../../composition/assemble.ts'],
  [`${page}/features/account`, '../../../audio-thread/instrument.ts'],
  [`${page}/features/account`, 'node:fs'],
  [`${page}/features/account`, 'electron'],
  [`${page}/app/frame`, '../../features/room/room-store.ts'],
  [`${page}/app`, './composition/assemble.ts'],
  [`${page}/composition`, '../../connection-worker/worker.ts'],
  [`${page}/ui`, '../app/router.ts'],
  [`${page}/ui`, '../playing/playing-parts.ts'],
  [`${page}/playing/sound`, '../../app/router.ts'],
  [`${page}/playing/sound`, '../../features/room/room-store.ts'],
  [`${page}/playing/sound`, '../../../audio-thread/engines/engine.ts'],
  [`${page}/playing/page-audio`, '../../../audio-thread/instrument.ts'],
  [`${page}/playing/page-audio`, '../../app/router.ts'],
  [`${page}/strings`, '../ui/theme.ts'],
  [`${app}/main/links`, '../servers/known-servers.ts'],
  [`${app}/main/links`, '../composition/host.ts'],
  [`${app}/main/links`, '../../renderer/src/contract/messages.ts'],
  [`${app}/main/windows`, '../shell/menu.ts'],
  [`${app}/main/settings`, '../windows/window.ts'],
  [`${app}/main/composition`, '../../midi/index.ts'],
  [`${app}/main/composition`, '../../midi-library/index.ts'],
  [`${app}/main/links`, '../midi-library/library-process.ts'],
  [`${app}/midi`, '../main/strings.ts'],
  [`${app}/midi-library`, '../main/strings.ts'],
  [`${app}/shared`, '../midi-library/journal.ts'],
  [`${app}/host`, '../main/strings.ts'],
  [`${app}/shared`, '../main/strings.ts'],
  ...['@roomtone/protocol', '@roomtone/sdk/extras', 'react-dom', 'node:fs', '../../sdk/src/index.ts'].map((to) => [
    hooks,
    to,
  ]),
  [`${server}/domain`, '../ports/clock.ts'],
  [`${server}/domain`, 'node:crypto'],
  [`${server}/ports`, '../application/rooms/create-room.ts'],
  [`${server}/ports`, '../adapters/recent.ts'],
  [`${server}/ports`, 'fastify'],
  [`${server}/application`, '../adapters/system-clock.ts'],
  [`${server}/application/accounts`, '../../adapters/tokens/keys.ts'],
  [`${server}/application/accounts`, '../../http/plugins/envelope.ts'],
  [`${server}/application/accounts`, '../../realtime/realtime.ts'],
  [`${server}/application/accounts`, '../../composition/app.ts'],
  [`${server}/application/accounts`, '../../config/config.ts'],
  [`${server}/application/accounts`, 'protobufjs'],
  [`${server}/http/plugins`, '../../adapters/system-clock.ts'],
  [`${server}/http/routes/users`, '../../../adapters/avatars/sharp-avatar-maker.ts'],
  [`${server}/http/routes/users`, '../../../realtime/realtime.ts'],
  [`${server}/http/routes/users`, '../../../composition/app.ts'],
  [`${server}/http/routes/users`, '../../../commands/failure.ts'],
  [`${server}/http/routes/users`, 'protobufjs'],
  [`${server}/adapters`, '../application/paced-work.ts'],
  [`${server}/adapters/tokens`, '../../application/paced-work.ts'],
  [`${server}/adapters/tokens`, '../../http/plugins/envelope.ts'],
  [`${server}/adapters/tokens`, '../../realtime/realtime.ts'],
  [`${server}/adapters/tokens`, '../../composition/app.ts'],
  [server, './adapters/log/line-output.ts'],
  [server, './adapters/garbage-collection.ts'],
  [`${server}/commands`, '../adapters/system-clock.ts'],
  [`${server}/commands`, '../adapters/files/data-directory.ts'],
  [`${server}/commands`, 'protobufjs'],
  [`${server}/migrations`, '../adapters/sql/schema.ts'],
  [`${server}/config`, '../http/plugins/addresses.ts'],
  [`${server}/config`, '../ports/clock.ts'],
  ...['http/plugins/cors.ts', 'composition/app.ts', 'adapters/system-clock.ts', 'config/config.ts'].flatMap((to) => [
    [realtime, `../${to}`],
    [`${realtime}/sockets`, `../../${to}`],
  ]),
  [`${realtime}/sockets`, 'protobufjs'],
];

const allowed = [
  [`${realtime}/connections`, '../rooms/live-room.ts'],
  [`${renderer}/audio-thread`, '../contract/instruments.ts'],
  [`${page}/features/room/chat`, '../participants/player-row.tsx'],
  [`${page}/features/room`, '../../app/social/messenger.ts'],
  [`${page}/composition`, '../features/room/room-store.ts'],
  [`${page}/playing/sound`, '../../../audio-thread/worklet.ts?worker&url'],
  [`${page}/playing/page-audio`, '../../../audio-thread/engines/engine.ts'],
  [`${page}/features/library`, '../../../../../shared/library/library.ts'],
  [`${page}/features/library`, '../../app/library/library-port.ts'],
  [`${app}/main/composition`, '../midi-library/library-process.ts'],
  [`${app}/midi-library`, '../shared/library/library-core.ts'],
  [`${app}/main/links`, '../settings/settings.ts'],
  [`${app}/main/composition`, '../midi/midi-process.ts'],
  [`${app}/midi`, '../shared/midi-messages.ts'],
  ...['react', '@roomtone/sdk', './stores.ts'].map((to) => [hooks, to]),
  [realtime, '../application/paced-work.ts'],
  [`${realtime}/connections`, './realtime-commands.ts'],
  [`${realtime}/rooms`, '../../domain/room.ts'],
  [`${realtime}/rooms`, '../../ports/storage.ts'],
  [`${realtime}/sockets`, '@roomtone/protocol'],
  [`${server}/ports`, '../domain/subscription.ts'],
  [`${server}/ports`, '@roomtone/protocol/rest'],
  [`${server}/application/accounts`, '../../ports/clock.ts'],
  [`${server}/application/accounts`, 'node:crypto'],
  [`${server}/http/routes/users`, '../../../application/accounts/sessions.ts'],
  [`${server}/http/routes/users`, '../../../config/config.ts'],
  [`${server}/adapters/tokens`, '../../ports/clock.ts'],
  [`${server}/adapters/sqlite`, '../../migrations/apply-migrations.ts'],
  [server, './composition/start.ts'],
  [`${server}/commands`, '../composition/data-directory/create-backup.ts'],
  [`${server}/commands`, '../ports/hanging-storage.ts'],
  [`${server}/config`, '@roomtone/protocol'],
  [`${server}/composition`, '../adapters/system-clock.ts'],
];

let folder;
/** The files with an import that the linter refused, by path. */
let refused;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'roomtone-rules-'));
  const config = JSON.parse(readFileSync(join(root, 'biome.json'), 'utf8'));
  put('biome.json', JSON.stringify({ ...config, vcs: { enabled: false } }));
  for (const [index, [from, to]] of forbidden.entries()) {
    put(`${from}/forbidden-${index}.ts`, `import '${to}';`);
    put(`${from}/forbidden-type-${index}.ts`, `import type { Some } from '${to}';`);
    put(`${from}/forbidden-later-${index}.ts`, `await import('${to}');`);
  }
  for (const [index, [from, to]] of allowed.entries()) put(`${from}/allowed-${index}.ts`, `import '${to}';`);
  const args = ['lint', '--reporter=json', '--max-diagnostics=none', '--only=style/noRestrictedImports', '.'];
  const { stdout } = spawnSync(process.execPath, [tool('biome'), ...args], { cwd: folder, encoding: 'utf8' });
  refused = JSON.stringify(JSON.parse(stdout).diagnostics.map(({ location }) => location));
});
afterAll(() => rmSync(folder, { recursive: true }));

it.each(forbidden.map((each, index) => [...each, index]))('%s never imports %s', (from, _to, index) => {
  for (const file of ['forbidden', 'forbidden-type', 'forbidden-later']) {
    expect(refused).toContain(`${from}/${file}-${index}.ts`);
  }
});

it.each(allowed.map((each, index) => [...each, index]))('%s may import %s', (from, _to, index) => {
  expect(refused).not.toContain(`${from}/allowed-${index}.ts`);
});

function put(file, text) {
  mkdirSync(dirname(join(folder, file)), { recursive: true });
  writeFileSync(join(folder, file), text);
}
