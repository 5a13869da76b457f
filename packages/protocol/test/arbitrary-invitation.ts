import fc from 'fast-check';
import { type Announcement, type Invitation, limits, shownText } from '../src/index.ts';

const base64Url = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'];

export function arbitraryFingerprint(): fc.Arbitrary<string> {
  return fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => Buffer.from(bytes).toString('base64url'));
}

function arbitraryHost(): fc.Arbitrary<string> {
  return fc.oneof(
    fc.ipV4(),
    fc.constantFrom('[fd00::1]', '[2001:db8:0:0:0:0:0:7]', '[::1]'),
    fc.constantFrom('studio.local', 'music.example.org', 'localhost', 'a_b.local'),
  );
}

/** A name that is shown unchanged. */
export function arbitraryName(): fc.Arbitrary<string> {
  return fc
    .oneof(fc.constantFrom('Ada’s studio', 'Küche & Keller', '音楽室', '🎹 100% + #1?'), fc.string({ unit: 'binary' }))
    .map((text) => shownText(text, limits.serverName.max))
    .filter((text) => text !== '');
}

function arbitraryServers(scheme: 'http' | 'https'): fc.Arbitrary<string[]> {
  const usual = scheme === 'https' ? 443 : 80;
  const server = fc
    .tuple(arbitraryHost(), fc.oneof(fc.constant(usual), fc.integer({ min: 1, max: 65_535 })))
    .map(([host, port]) => `${scheme}://${host}${port === usual ? '' : `:${port}`}`);
  return fc.uniqueArray(server, { minLength: 1, maxLength: limits.invitation.servers });
}

export function arbitraryInvitation(): fc.Arbitrary<Invitation> {
  const rest = {
    roomId: fc.option(fc.string({ unit: fc.constantFrom(...base64Url), minLength: 16, maxLength: 64 }), {
      nil: undefined,
    }),
    name: fc.option(arbitraryName(), { nil: undefined }),
  };
  const token = fc
    .uint8Array({ minLength: 32, maxLength: 32 })
    .map((bytes) => Buffer.from(bytes).toString('base64url'));
  const withToken = (invitation: Invitation) =>
    fc
      .option(token, { nil: undefined })
      .map((each) => (each === undefined ? invitation : { ...invitation, token: each }));
  return fc
    .oneof(
      fc.record({ servers: arbitraryServers('https'), fingerprint: arbitraryFingerprint(), ...rest }),
      fc.record({ servers: arbitraryServers('https'), fingerprint: fc.constant(undefined), ...rest }),
      fc.record({ servers: arbitraryServers('http'), fingerprint: fc.constant(undefined), ...rest }),
    )
    .chain(withToken);
}

export function arbitraryAnnouncement(): fc.Arbitrary<Announcement> {
  const rest = { name: arbitraryName(), version: fc.constantFrom('0.1.0', '12.0.3-beta.1+7') };
  return fc.oneof(
    fc.record({ ...rest, scheme: fc.constant('https' as const), fingerprint: arbitraryFingerprint() }),
    fc.record({ ...rest, scheme: fc.constant('http' as const), fingerprint: fc.constant(undefined) }),
  );
}
