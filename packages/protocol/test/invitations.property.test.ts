import fc from 'fast-check';
import { expect, test } from 'vitest';
import { draws } from '../../../testing/long-runs.ts';
import {
  explainedInvitationLink,
  invitationAppLink,
  invitationLink,
  limits,
  RoomtoneError,
  readAnnouncement,
  readInvitation,
  shownText,
  writeAnnouncement,
} from '../src/index.ts';
import { arbitraryAnnouncement, arbitraryInvitation } from './arbitrary-invitation.ts';
import { fixSeed } from './seed.ts';

fixSeed();

test('R16.1: any invitation comes back unchanged from each of its links', () => {
  fc.assert(
    fc.property(arbitraryInvitation(), (invitation) => {
      for (const write of [invitationLink, invitationAppLink, explainedInvitationLink]) {
        expect(readInvitation(write(invitation))).toEqual(invitation);
      }
    }),
    { numRuns: draws(500) },
  );
});

test('R16.2: any text is an invitation or a VALIDATION_ERROR, and anything read can be written', () => {
  const parts = fc.constantFrom(
    ...['https://', 'http://', 'roomtone://join?', 'a.local', ':7420', '/rooms/', 'A'.repeat(22), '#', '&', '?'],
    ...['key=', 'at=', 'room=', 'name=', `${'k'.repeat(42)}Y`, '%C3', '%00', '+', '@', '[::1]', '1.2.3.4'],
  );
  const text = fc.oneof(
    fc.array(parts, { maxLength: 12 }).map((chosen) => chosen.join('')),
    fc.string({ unit: 'binary' }),
  );
  let read = 0;
  fc.assert(
    fc.property(text, (link) => {
      try {
        const invitation = readInvitation(link);
        read++;
        expect(readInvitation(invitationLink(invitation))).toEqual(invitation);
      } catch (error) {
        expect(error).toBeInstanceOf(RoomtoneError);
        expect(error).toHaveProperty('code', 'VALIDATION_ERROR');
      }
    }),
    { numRuns: draws(5_000) },
  );
  expect(read).toBeGreaterThan(0);
});

test('R16.4: any announcement comes back from its TXT record', () => {
  fc.assert(
    fc.property(arbitraryAnnouncement(), (announcement) => {
      expect(readAnnouncement(writeAnnouncement(announcement))).toEqual(announcement);
    }),
    { numRuns: draws(1_000) },
  );
});

test('R16.5, R16.6: for any TXT record, the name shown is one line of visible characters', () => {
  const string = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'binary' }).map((text) => `name=${text}`),
    fc.constantFrom('version=1', 'scheme=http', 'scheme=https', `fingerprint=${'k'.repeat(42)}Y`),
  );
  fc.assert(
    fc.property(fc.array(string, { maxLength: 30 }), (strings) => {
      const found = readAnnouncement(strings);
      if (found === undefined) return;
      expect(found.name).toBe(shownText(found.name, limits.serverName.max));
      expect(found.name).toMatch(/^[^\p{C}\n]+$/u);
      expect([...found.name].length).toBeLessThanOrEqual(limits.serverName.max);
    }),
    { numRuns: 2_000 },
  );
});
