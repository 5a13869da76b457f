import fc from 'fast-check';
import type protobuf from 'protobufjs';
import Value from 'typebox/value';
import { describe, expect, test } from 'vitest';
import {
  decodeServerFrame,
  defaultsOf,
  encodeFrame,
  fromRest,
  fromStored,
  fromWire,
  givenOnWire,
  limits,
  problemsOf,
  RoomRight,
  RoomType,
  roomSettings,
  roomType,
  toRest,
  toWire,
} from '../src/index.ts';
import { restName } from '../src/model/record.ts';
import { restBody, restView } from '../src/rest/record-shapes.ts';
import { arbitraryContent } from './arbitrary-message.ts';
import { typeNamed } from './reflection.ts';
import { fixSeed } from './seed.ts';

fixSeed();

const names = Object.keys(roomSettings);
const someText = fc.string({ unit: 'grapheme-ascii', maxLength: 20 }).map((text) => text.trim());

/** A room's settings with valid values. */
const someSettings = fc.record({
  allowChat: fc.boolean(),
  allowGuests: fc.boolean(),
  autoModeration: fc.boolean(),
  welcomeMessage: someText,
  mayPlay: fc.constantFrom(...roomSettings.mayPlay.names),
  turnPlayers: fc.integer({ min: 1, max: 8 }),
  turnSeconds: fc.oneof(fc.constant(0), fc.integer({ min: 30, max: 3600 })),
  mayChat: fc.constantFrom(...roomSettings.mayChat.names),
  maySetMetronome: fc.constantFrom(...roomSettings.maySetMetronome.names),
  mayLoop: fc.constantFrom(...roomSettings.mayLoop.names),
  chatToWebhooks: fc.boolean(),
  allowDirect: fc.boolean(),
  mayTalk: fc.constantFrom(...roomSettings.mayTalk.names),
});

describe('the model of a room’s settings', () => {
  test('has the fields of the proto file, with their numbers', () => {
    const fields = typeNamed('RoomSettings').fieldsArray;
    expect(names).toEqual(fields.map(({ name }) => name));
    for (const { name, id } of fields) expect(roomSettings[name as keyof typeof roomSettings].wire, name).toBe(id);
    expect(typeNamed('Room').fields['roomType']?.id).toBe(roomType.wire);
  });

  test('knows every name of the proto file’s choices', () => {
    const named = (prefix: string, values: object) =>
      Object.keys(values).map((name) => name.replace(prefix, '').toLowerCase());
    const right = typeNamed('RoomSettings').fields['mayPlay']?.resolvedType as protobuf.Enum;
    const { mayPlay, mayChat, maySetMetronome, mayLoop, mayTalk } = roomSettings;
    const all = [mayPlay, mayChat, maySetMetronome, mayLoop, mayTalk];
    const used = new Set<string>(all.flatMap((choice) => [...choice.names]));
    expect([...used].sort()).toEqual(
      named('ROOM_RIGHT_', right.values)
        .filter((name) => name !== 'unspecified')
        .sort(),
    );
    for (const choice of all)
      for (const name of choice.names) {
        expect(RoomRight[name.toUpperCase() as keyof typeof RoomRight]).toBe(choice.toWire(name as never));
      }
    for (const name of roomType.names) {
      expect(RoomType[name.toUpperCase() as keyof typeof RoomType]).toBe(roomType.toWire(name));
    }
  });

  test('goes through the generated codec, REST and storage unchanged', () => {
    fc.assert(
      fc.property(someSettings, (settings) => {
        expect(problemsOf(roomSettings, settings, 'settings')).toEqual([]);
        const frame = encodeFrame({ kind: 'updateRoomCommand', body: { settings: toWire(roomSettings, settings) } });
        const sent = (decodeServerFrame(frame)?.body as { settings?: object } | undefined)?.settings;
        expect(fromWire(roomSettings, sent)).toEqual(settings);
        expect(givenOnWire(roomSettings, sent, 'settings')).toEqual(settings);
        const rest = toRest(roomSettings, settings);
        expect(Value.Check(restBody(roomSettings), rest)).toBe(true);
        expect(Value.Check(restView(roomSettings), rest)).toBe(true);
        expect(fromRest(roomSettings, rest)).toEqual(settings);
        expect(fromStored(roomSettings, JSON.stringify(settings))).toEqual(settings);
      }),
    );
  });

  test('gives any message that the codec reads values that can be stored, or refuses a choice that does not exist', () => {
    fc.assert(
      fc.property(arbitraryContent('RoomSettings'), (sent) => {
        const read = fromWire(roomSettings, sent);
        expect(Object.keys(read)).toEqual(names);
        expect(fromStored(roomSettings, JSON.stringify(read))).toEqual(read);
        const choices = Object.entries(roomSettings).filter(([, field]) => 'names' in field);
        const isKnown = choices.every(([name, field]) => {
          const number = sent[name];
          return number === undefined || field.fromWire(number as never) !== undefined;
        });
        if (!isKnown)
          expect(() => givenOnWire(roomSettings, sent, 'settings')).toThrow(/settings\.may_\w+ must be one of/);
        else
          expect(Object.keys(givenOnWire(roomSettings, sent, 'settings'))).toEqual(
            names.filter((name) => name in sent),
          );
      }),
      { numRuns: 30 },
    );
  });

  test('fills in settings that are not stored, and drops values that are no longer allowed', () => {
    const stored = JSON.stringify({ allowChat: false, mayLoop: 'nobody', turnPlayers: 'two', gone: 1 });
    expect(fromStored(roomSettings, stored)).toEqual({ ...defaultsOf(roomSettings), allowChat: false });
  });

  test('finds what is out of bounds, with the names of REST', () => {
    const given = fromRest(roomSettings, {
      turn_players: 9,
      turn_seconds: 29,
      welcome_message: ` ${'x'.repeat(501)} `,
    });
    expect(problemsOf(roomSettings, given, 'settings')).toMatchObject([
      { field: 'settings.welcome_message', code: 'too_long', max: limits.welcomeMessage.max },
      { field: 'settings.turn_players', code: 'out_of_range', max: 8 },
      { field: 'settings.turn_seconds', code: 'out_of_range', min: 30 },
    ]);
    expect(restName('maySetMetronome')).toBe('may_set_metronome');
  });
});
