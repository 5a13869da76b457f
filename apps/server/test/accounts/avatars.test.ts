import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createFileAvatarStore } from '../../src/adapters/avatars/file-avatar-store.ts';
import { createMemoryAvatarStore } from '../support/memory-avatar-store.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';
import type { TestApp } from '../support/test-app.ts';
import { createAccountApp, problemOn, problems } from './account-app.ts';
import { plain, svg } from './pictures.ts';

const mebibyte = 1024 * 1024;

/** Sends a form as a browser would. */
async function send(app: TestApp, token: string | undefined, form: FormData) {
  const encoded = new Response(form);
  const headers = { 'content-type': encoded.headers.get('content-type') ?? '' };
  const body = Buffer.from(await encoded.arrayBuffer());
  return app.call('POST', '/api/users/avatar', { token, headers, body });
}

function formWith(picture: Uint8Array, field = 'avatar'): FormData {
  const form = new FormData();
  form.append(field, new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'me.png');
  return form;
}

const png = (width = 60) => plain(width).png().toBuffer();

async function get(app: TestApp, path: string) {
  const { statusCode, headers, rawPayload } = await app.app.inject({ method: 'GET', url: path });
  return { status: statusCode, headers, bytes: rawPayload };
}

test('S14.1: POST /api/users/avatar answers 200 {avatar_url}, a path that shows a 256×256 WebP', async () => {
  const app = await createAccountApp();
  const { token, user } = await app.register('ada');
  const { status, body } = await send(app, token, formWith(await png()));
  expect([status, body]).toEqual([
    200,
    { success: true, data: { avatar_url: expect.stringMatching(/^\/avatars\/[0-9a-f]{40}\.webp$/) } },
  ]);
  const { avatar_url: avatarUrl } = body.data;
  const shown = await get(app, avatarUrl);
  expect(shown.status).toBe(200);
  expect(await sharp(shown.bytes).metadata()).toMatchObject({ format: 'webp', width: 256, height: 256 });
  for (const url of ['/api/users/ada', '/api/users/profile']) {
    expect((await app.call('GET', url, { token })).body.data.avatar_url).toBe(avatarUrl);
  }
  expect(app.realtime.calls).toEqual([['accountChanged', { userId: user.user_id, username: 'ada', avatarUrl }]]);
});

test('S14.8: pictures are served as immutable, with nosniff, and pages of other origins may show them', async () => {
  const app = await createAccountApp({ storage: 'memory' });
  const { token } = await app.register('ada');
  const generated = (await app.call('GET', '/api/users/ada')).body.data.avatar_url;
  const uploaded = (await send(app, token, formWith(await png()))).body.data.avatar_url;
  for (const [path, type] of [
    [generated, 'image/svg+xml'],
    [uploaded, 'image/webp'],
  ]) {
    const { status, headers } = await get(app, path);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': type,
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
      'content-security-policy': expect.stringContaining("script-src 'self'"),
    });
    expect(headers['x-ratelimit-limit']).toBeUndefined();
    expect((await app.app.inject({ method: 'HEAD', url: path })).statusCode).toBe(200);
  }
});

test('S14.7: users without an upload have a generated picture: their initial on one of the player hues', async () => {
  const app = await createAccountApp({ storage: 'memory' });
  const pictures = new Set<string>();
  for (const name of ['ada', 'ben', '_cy', '-di', '7up', 'zoe']) {
    const { user } = await app.register(name);
    const view = (await app.call('GET', `/api/users/${user.user_id}`)).body.data;
    const { status, bytes } = await get(app, view.avatar_url);
    expect(status).toBe(200);
    const text = bytes.toString();
    expect(text).toContain(`>${name.charAt(0).toUpperCase()}</text>`);
    expect(text).toMatch(/<rect [^>]*fill="#[0-9a-f]{6}"/);
    expect(await get(app, view.avatar_url)).toMatchObject({ status: 200, bytes });
    pictures.add(text);
  }
  expect(pictures.size).toBe(6);
});

test('S14.6: a new picture has a new path, and the old file is deleted', async () => {
  const directory = join(temporaryDirectory(), 'avatars');
  const app = await createAccountApp({ deps: { avatars: createFileAvatarStore(directory) } });
  const { token } = await app.register('ada');
  expect(existsSync(directory)).toBe(false);
  const first = (await send(app, token, formWith(await png(60)))).body.data.avatar_url;
  const second = (await send(app, token, formWith(await plain(60).negate().png().toBuffer()))).body.data.avatar_url;
  expect(second).not.toBe(first);
  expect([(await get(app, first)).status, (await get(app, second)).status]).toEqual([404, 200]);
  expect(readdirSync(directory)).toEqual([second.replace('/avatars/', '')]);
  const again = (await send(app, token, formWith(await plain(60).negate().png().toBuffer()))).body.data.avatar_url;
  expect([again, (await get(app, again)).status]).toEqual([second, 200]);
});

test('S14.6: two users who upload the same picture have a file each', async () => {
  const app = await createAccountApp({ storage: 'memory' });
  const ada = await app.register('ada');
  const grace = await app.register('grace');
  const picture = await png();
  const hers = (await send(app, ada.token, formWith(picture))).body.data.avatar_url;
  const other = (await send(app, grace.token, formWith(picture))).body.data.avatar_url;
  expect(hers).not.toBe(other);
  await app.call('DELETE', '/api/users/profile', { token: ada.token, body: { password: 'correct horse' } });
  expect([(await get(app, hers)).status, (await get(app, other)).status]).toEqual([404, 200]);
});

test('S14.6: concurrent uploads by one user leave one file, the one that is shown', async () => {
  const directory = join(temporaryDirectory(), 'avatars');
  const app = await createAccountApp({ deps: { avatars: createFileAvatarStore(directory) } });
  const { token } = await app.register('ada');
  const pictures = await Promise.all(
    [0, 1, 0, 1, 2].map((times) =>
      plain()
        .rotate(0)
        .modulate({ hue: times * 90 })
        .png()
        .toBuffer(),
    ),
  );
  const answers = await Promise.all(pictures.map((picture) => send(app, token, formWith(picture))));
  expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200));
  const shown = (await app.call('GET', '/api/users/ada')).body.data.avatar_url;
  expect(readdirSync(directory)).toEqual([shown.replace('/avatars/', '')]);
});

test('S14.6: an upload that finishes after its account was deleted leaves no file', async () => {
  const avatars = createMemoryAvatarStore();
  const names: string[] = [];
  const deps = {
    avatars: {
      ...avatars,
      async put(userId: string, webp: Uint8Array) {
        const name = await avatars.put(userId, webp);
        names.push(name);
        await app.storage.deleteUser(userId);
        return name;
      },
    },
  };
  const app = await createAccountApp({ deps });
  const { token } = await app.register('ada');
  expect((await send(app, token, formWith(await png()))).status).toBe(401);
  expect(await avatars.get(names[0] ?? '')).toBeUndefined();
});

test('S14.3: an upload of more than 5 MiB is 400 on avatar, one of exactly 5 MiB is accepted', async () => {
  const app = await createAccountApp({ storage: 'memory' });
  const { token } = await app.register('ada');
  const picture = await png();
  const padded = (size: number) => Buffer.concat([picture, Buffer.alloc(size - picture.length)]);
  expect((await send(app, token, formWith(padded(5 * mebibyte)))).status).toBe(200);
  for (const size of [5 * mebibyte + 1, 12 * mebibyte]) {
    const answer = await send(app, token, formWith(padded(size)));
    expect(problems(answer)).toEqual(problemOn('avatar', 'must be at most 5 MiB'));
  }
});

test('S14.1: a file that is not a picture is 400 on avatar, whatever its name and media type', async () => {
  const app = await createAccountApp({ storage: 'memory' });
  const { token } = await app.register('ada');
  const issue = 'must be a PNG, JPEG, WebP or GIF picture';
  for (const upload of [svg, Buffer.alloc(0), Buffer.from('hello')]) {
    expect(problems(await send(app, token, formWith(upload)))).toEqual(problemOn('avatar', issue));
  }
  const cut = (await png()).subarray(0, 60);
  expect(problems(await send(app, token, formWith(cut)))).toEqual(problemOn('avatar', 'is damaged or cannot be read'));
  expect((await app.call('GET', '/api/users/ada')).body.data.avatar_url).toMatch(/^\/avatars\/initial-/);
});

test('S14.1: the form has one file in the field avatar and nothing else', async () => {
  const app = await createAccountApp({ storage: 'memory' });
  const { token } = await app.register('ada');
  const picture = await png();
  const refusal = async (form: FormData) => problems(await send(app, token, form));

  expect(await refusal(new FormData())).toEqual(problemOn('avatar', 'is required'));
  expect(await refusal(formWith(picture, 'picture'))).toEqual(problemOn('picture', 'is not a known field'));
  const text = new FormData();
  text.append('avatar', 'a text');
  expect(await refusal(text)).toEqual(problemOn('avatar', 'must be a file'));
  const more = formWith(picture);
  more.append('name', 'me');
  expect(await refusal(more)).toEqual(problemOn('name', 'is not a known field'));
  const two = formWith(picture);
  two.append('avatar', new Blob([new Uint8Array(picture)]), 'second.png');
  expect(await refusal(two)).toEqual(problemOn('avatar', 'must be one file'));
  const many = new FormData();
  for (let count = 0; count < 50; count++) many.append('__proto__', new Blob(['x']), 'x.png');
  expect((await send(app, token, many)).status).toBe(400);
});

test('S14.1: another media type, a malformed form and a truncated one are 400 on avatar', async () => {
  const app = await createAccountApp({ storage: 'memory' });
  const { token } = await app.register('ada');
  const post = async (type: string | undefined, body: Buffer | string) => {
    const headers = type === undefined ? {} : { 'content-type': type };
    return problems(await app.call('POST', '/api/users/avatar', { token, headers, body }));
  };
  const notAForm = problemOn('avatar', 'must be sent as multipart/form-data');
  expect(await post('image/png', await png())).toEqual(notAForm);
  expect(await post('application/json', '{}')).toEqual(notAForm);
  expect(await post(undefined, Buffer.alloc(3))).toEqual(notAForm);
  const broken = problemOn('avatar', 'must be one file in a form');
  expect(await post('multipart/form-data', 'x')).toEqual(broken);
  expect(await post('multipart/form-data; boundary=x', 'no form at all')).toEqual(broken);
  const start = '--x\r\nContent-Disposition: form-data; name="avatar"; filename="a.png"\r\n\r\n';
  expect(await post('multipart/form-data; boundary=x', `${start}abc`)).toEqual(broken);
});

test('S14.1: an upload without a valid token is 401', async () => {
  const app = await createAccountApp({ storage: 'memory' });
  await app.register('ada');
  expect((await send(app, undefined, formWith(await png()))).status).toBe(401);
  expect((await send(app, 'nonsense', formWith(await png()))).status).toBe(401);
});

test('S8.9, S14.1: no other route accepts a form', async () => {
  const app = await createAccountApp({ storage: 'memory' });
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  const { status, body } = await app.call('POST', '/api/auth/login', { headers, body: '--x--' });
  expect([status, body.error.details.field]).toEqual([400, 'Content-Type']);
});

test('S14.8: a name that belongs to no picture is 404', async () => {
  const app = await createAccountApp({ storage: 'memory' });
  const names = [
    'initial-a8.svg',
    'initial-%3C0.svg',
    'initial-A0.svg',
    `${'0'.repeat(40)}.webp`,
    '..%2F..%2Fjwt.key',
    '%00',
  ];
  for (const name of names) {
    const { status, body } = await app.call('GET', `/avatars/${name}`);
    expect([name, status, body.error.code]).toEqual([name, 404, 'RESOURCE_NOT_FOUND']);
  }
});
