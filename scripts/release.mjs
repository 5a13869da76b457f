// `npm run release -- 1.3.0 [--dry-run] [--tests <part>]`: gives the workspace a new version, and says how to release it. With
// --dry-run it happens in a scratch clone of what is committed, which then goes through everything that a release does on one machine,
// and ends with what would be uploaded. `--tests` names files of tests, for less than all.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { npmTag, publicPackages } from './release/publish.mjs';
import { setVersion } from './release/set-version.mjs';
import { npmCommand, root, runVisibly } from './run.mjs';

const { values, positionals } = parseArgs({
  options: { 'dry-run': { type: 'boolean' }, tests: { type: 'string', multiple: true } },
  allowPositionals: true,
});
const [version = ''] = positionals;
const date = new Date().toISOString().slice(0, 10);
const [npm, ...npmFirst] = npmCommand();
const tarballTests = ['scripts/release/long/libraries.test.mjs', 'scripts/release/server-package.test.mjs'];

if (values['dry-run']) await rehearse();
else {
  setVersion(root, version, date);
  await run(process.execPath, ['scripts/release/release-notes.mjs', `v${version}`], root);
  console.log(`
The workspace has version ${version}. If you like the notes above:
  git commit -am "release: ${version}" && git tag v${version} && git push origin HEAD v${version}`);
}

async function rehearse() {
  const scratch = mkdtempSync(join(tmpdir(), 'roomtone-release-'));
  const clone = join(scratch, 'clone');
  try {
    title('A clone of what is committed, with the new version');
    await run('git', ['clone', '--quiet', '--no-hardlinks', root, clone], scratch);
    setVersion(clone, version, date);
    // The lockfile must still fit: the first command installs by it, and nothing else.
    await script(clone, ['check']);
    title('Tests');
    if (values.tests === undefined) await script(clone, ['test']);
    else await script(clone, ['exec', '--', 'vitest', 'run', ...values.tests]);
    title('Notes');
    await run(process.execPath, ['scripts/release/release-notes.mjs', `v${version}`], clone);
    title('Packages');
    await script(clone, ['package', '--', '--stage']);
    await script(clone, ['exec', '--', 'node', 'scripts/release/stand-in.mjs', 'artifacts']);
    title('The npm packages, installed and used as their users get them');
    const tarballs = { ROOMTONE_TARBALLS: 'artifacts/release', ROOMTONE_TEST_LONG: '1' };
    await script(clone, ['exec', '--', 'vitest', 'run', ...tarballTests], tarballs);
    title('The packed app on a real Electron');
    await script(clone, ['exec', '--', 'node', 'scripts/release/smoke-electron.mjs']);
    title('The npm packages, as npm would take them');
    await script(clone, ['exec', '--', 'node', 'scripts/release/publish.mjs', 'artifacts/release', '--dry-run']);
    title('Updates, bill of materials, checksums');
    const upload = join(scratch, 'upload');
    mkdirSync(join(upload, 'here'), { recursive: true });
    const made = join(clone, 'artifacts/release');
    for (const name of readdirSync(made).filter((each) => statSync(join(made, each)).isFile()))
      await run('cp', [join(made, name), join(upload, 'here', name)], scratch);
    await script(clone, ['exec', '--', 'node', 'scripts/release/finish-release.mjs', upload]);
    summarize(upload);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function summarize(upload) {
  title('What would be uploaded');
  const missing = publicPackages(join(upload, '../clone')).filter(({ tarball }) => !existsSync(join(upload, tarball)));
  if (missing.length > 0) throw new Error(`Missing: ${missing.map(({ tarball }) => tarball).join(', ')}`);
  const isBeta = version.includes('-');
  console.log(`As ${isBeta ? 'a prerelease' : 'the latest release'} v${version} on GitHub:`);
  for (const name of readdirSync(upload)) {
    console.log(`  ${name} (${(statSync(join(upload, name)).size / 1024).toFixed(0)} KiB)`);
  }
  console.log(`On npm, as ${npmTag(version)}, once the draft is accepted:`);
  for (const { name } of publicPackages()) console.log(`  ${name}@${version}`);
  console.log(
    'NOT RUN: Electron inside the app, packages for other systems, signatures and the upload; the release workflow does these.',
  );
}

function title(text) {
  console.log(`\n── ${text} ${'─'.repeat(Math.max(3, 60 - text.length))}`);
}

/** Runs one of the clone's own scripts. */
function script(clone, args, env) {
  return run(npm, [...npmFirst, 'run', '-s', ...args], clone, env);
}

async function run(program, args, cwd, env) {
  const { code, interruptedBy } = await runVisibly(program, args, { cwd, env });
  if (code !== 0) throw new Error(`${interruptedBy ?? code}: ${program} ${args.join(' ')}`);
}
