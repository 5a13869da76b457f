import { beforeEach, describe, expect, it } from 'vitest';
import { Performer } from './performer.ts';

let sent: number[][];
let drawn: number[][];
let refusals: number;
let performer: Performer;

beforeEach(() => {
  sent = [];
  drawn = [];
  refusals = 0;
  performer = new Performer({
    sound: () => {},
    send: (data) => sent.push([...data]),
    draw: (data) => drawn.push([...data]),
    refused: () => refusals++,
  });
  performer.allow(true);
});

describe('a performer', () => {
  it('passes on every channel voice message unchanged', () => {
    performer.play('midi:1', Uint8Array.of(0xe3, 1, 64), 1);
    performer.noteOn('pointer', 60, 90, 2);
    performer.noteOff('pointer', 60, 3);
    expect(sent).toEqual([
      [0xe3, 1, 64],
      [0x90, 60, 90],
      [0x80, 60, 64],
    ]);
  });

  it('ignores clock, sysex and broken messages', () => {
    performer.play('midi:1', Uint8Array.of(0xf8), 1);
    performer.play('midi:1', Uint8Array.of(0xf0, 1, 2, 0xf7), 1);
    performer.play('midi:1', Uint8Array.of(0x90, 60), 1);
    performer.play('midi:1', Uint8Array.of(), 1);
    expect(sent).toEqual([]);
  });

  it('releases what one source holds, and nothing else', () => {
    performer.noteOn('pointer', 60, 90, 1);
    performer.noteOn('midi:1', 64, 90, 1);
    performer.play('midi:1', Uint8Array.of(0xb0, 64, 127), 1);
    sent = [];
    performer.release('midi:1');
    expect(sent).toEqual([
      [0x80, 64, 64],
      [0xb0, 64, 0],
    ]);
    sent = [];
    performer.releaseAll();
    expect(sent).toEqual([[0x80, 60, 64]]);
    performer.releaseAll();
    expect(sent).toHaveLength(1);
  });

  it('refuses listeners, and reports it for notes only', () => {
    performer.noteOn('pointer', 60, 90, 1);
    performer.allow(false);
    sent = [];
    performer.noteOn('pointer', 62, 90, 2);
    performer.noteOff('pointer', 62, 3);
    expect(sent).toEqual([]);
    expect(refusals).toBe(1);
  });

  it('a panic ends held notes, and anything that may sound on the channels in use', () => {
    performer.noteOn('pointer', 60, 90, 1);
    performer.play('midi:1', Uint8Array.of(0xc3, 5), 2);
    sent = [];
    performer.panic();
    expect(sent).toEqual([
      [0x80, 60, 64],
      ...[0xb0, 0xb3].flatMap((status) => [64, 120, 121, 123].map((controller) => [status, controller, 0])),
    ]);
    sent = [];
    performer.panic();
    expect(sent).toEqual([]);
  });

  it('tells what shows a source as pressed that a panic has released it', () => {
    let released = 0;
    const stop = performer.onReleased('pedal-button', () => released++);
    performer.play('pedal-button', Uint8Array.of(0xb0, 64, 127), 1);
    performer.noteOn('pointer', 60, 90, 2);
    performer.release('pointer');
    expect(released).toBe(0);
    performer.panic();
    expect(released).toBe(1);
    stop();
    performer.play('pedal-button', Uint8Array.of(0xb0, 64, 127), 3);
    performer.panic();
    expect(released).toBe(1);
  });

  it('plays a private source on this machine only, even for a listener', () => {
    performer.allow(false);
    performer.setPrivate('file', true);
    performer.noteOn('file', 60, 90, 1);
    expect(drawn).toEqual([[0x90, 60, 90]]);
    performer.setPrivate('file', false);
    expect(drawn).toEqual([
      [0x90, 60, 90],
      [0x80, 60, 64],
    ]);
    expect(sent).toEqual([]);
    expect(refusals).toBe(0);
  });
});
