import { beforeEach, describe, expect, it } from 'vitest';
import { drumProgram, pianoProgram } from '../contract/instruments.ts';
import type { Engine } from './engines/engine.ts';
import { Ensemble } from './ensemble.ts';

/** An engine that records its calls. */
class Listed implements Engine {
  readonly voices = 0;
  readonly said: string[] = [];
  readonly able = new Set<number>();

  plays(program: number): boolean {
    return this.able.has(program);
  }
  noteOn(participant: number, channel: number, key: number, _velocity: number, program: number): void {
    this.said.push(`${participant}.${channel} strikes ${key} as ${program}`);
  }
  perform(participant: number, status: number, first: number): void {
    this.said.push(`${participant} ${status.toString(16)} ${first}`);
  }
  setMix(): void {}
  silence(participant: number | 'everybody'): void {
    this.said.push(`silence ${participant}`);
  }
  render(): void {}
}

let recorded: Listed;
let light: Listed;
let wanted: number[];
let ensemble: Ensemble;

beforeEach(() => {
  recorded = new Listed();
  light = new Listed();
  for (let program = 0; program <= drumProgram; program++) light.able.add(program);
  wanted = [];
  ensemble = new Ensemble([recorded, light], (program) => wanted.push(program));
});

describe('the ensemble', () => {
  it('starts with the light engine, asks once for a better instrument, and uses it when it has loaded', () => {
    ensemble.setInstrument(1, 40);
    ensemble.perform(1, 0x90, 60, 90);
    ensemble.setInstrument(2, 40);
    expect(light.said).toEqual(['1.0 strikes 60 as 40']);
    expect(wanted).toEqual([40]);
    recorded.able.add(40);
    ensemble.perform(1, 0x90, 62, 90);
    expect(recorded.said).toEqual(['1.0 strikes 62 as 40']);
  });

  it('ends a note where it started, even if another instrument loaded in between', () => {
    ensemble.perform(1, 0x90, 60, 90);
    recorded.able.add(0);
    ensemble.perform(1, 0x80, 60, 0);
    ensemble.perform(1, 0xb0, 64, 127);
    expect(light.said.slice(1)).toEqual(['1 80 60', '1 b0 64']);
    expect(recorded.said).toEqual(['1 80 60', '1 b0 64']);
  });

  it('R5.12: follows a program change on its channel only, until the player chooses another instrument', () => {
    ensemble.setInstrument(1, 4);
    ensemble.perform(1, 0xc1, 73, 0);
    ensemble.perform(1, 0x91, 60, 90);
    ensemble.perform(1, 0x90, 60, 90);
    ensemble.setInstrument(1, 11);
    ensemble.perform(1, 0x91, 60, 90);
    expect(light.said).toEqual(['1.1 strikes 60 as 73', '1.0 strikes 60 as 4', '1.1 strikes 60 as 11']);
    expect(wanted).toEqual([4, 73, 11]);
  });

  it('asks for the piano, which everybody has at first, only when it is played', () => {
    ensemble.setInstrument(1, pianoProgram);
    expect(wanted).toEqual([]);
    ensemble.perform(1, 0x90, 60, 90);
    ensemble.perform(1, 0x90, 62, 90);
    expect(wanted).toEqual([pianoProgram]);
    ensemble.requestAgain();
    expect(wanted).toEqual([pianoProgram, pianoProgram]);
  });

  it('plays drums on channel 10, and passes bank selects to no engine', () => {
    ensemble.setInstrument(1, 11);
    ensemble.perform(1, 0x99, 38, 90);
    ensemble.perform(1, 0xb0, 0, 8);
    ensemble.perform(1, 0xb0, 32, 1);
    expect(light.said).toEqual([`1.9 strikes 38 as ${drumProgram}`]);
    expect(wanted).toEqual([11, drumProgram]);
  });

  it('forgets program changes on a silence, and asks again for the current programs when another bank is chosen', () => {
    ensemble.setInstrument(1, 11);
    ensemble.setInstrument(2, 40);
    ensemble.perform(1, 0xc0, 73, 0);
    ensemble.silence(1);
    wanted.length = 0;
    ensemble.requestAgain();
    expect(wanted).toEqual([11, 40]);
    ensemble.perform(1, 0x90, 60, 90);
    expect(light.said.at(-1)).toBe('1.0 strikes 60 as 11');
  });
});
