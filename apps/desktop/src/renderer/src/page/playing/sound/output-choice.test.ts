import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useAudio } from './audio-store.ts';
import { OutputChoice } from './output-choice.ts';

const before = useAudio.getState();
let present: { id: string; label: string }[];
let changed: () => void;
let asked: string[];

beforeEach(() => {
  const stored = new Map<string, string>();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  });
  present = [
    { id: 'a', label: 'Speakers' },
    { id: 'b', label: 'USB interface' },
  ];
  asked = [];
});
afterEach(() => {
  vi.unstubAllGlobals();
  useAudio.setState(before, true);
});

const devices = {
  enumerateDevices: async () =>
    [{ id: 'default', label: 'Default' }, ...present].map(
      ({ id, label }) => ({ kind: 'audiooutput', deviceId: id, label }) as MediaDeviceInfo,
    ),
  getUserMedia: () => Promise.reject(new Error('asked for the microphone')),
  addEventListener: (_name: string, listener: () => void) => {
    changed = listener;
  },
};

/** An audio context that plays on what is present only. */
const context = {
  setSinkId: async (id: string) => {
    asked.push(id);
    if (id !== '' && !present.some((each) => each.id === id)) throw new Error('NotFoundError');
  },
};

async function choose(id: string): Promise<OutputChoice> {
  const choice = new OutputChoice(devices as never);
  choice.follow(context);
  await choice.refresh();
  await choice.choose(id);
  return choice;
}

describe('the audio output', () => {
  it('is chosen by name without asking for the microphone, where the names are known', async () => {
    await choose('b');
    expect(useAudio.getState()).toMatchObject({ outputs: present, output: 'b', awayOutput: undefined });
    expect(asked).toEqual(['b']);
  });

  it('is the system’s default while the chosen device is unplugged, and the device again when it returns', async () => {
    await choose('b');
    present = present.filter(({ id }) => id !== 'b');
    changed();
    await vi.waitFor(() => expect(asked).toEqual(['b', '']));
    expect(useAudio.getState()).toMatchObject({ output: 'b', awayOutput: { id: 'b', label: 'USB interface' } });
    // Some systems give a device a new id each time.
    present.push({ id: 'c', label: 'USB interface' });
    changed();
    await vi.waitFor(() => expect(useAudio.getState()).toMatchObject({ output: 'c', awayOutput: undefined }));
    expect(asked).toEqual(['b', '', 'c']);
  });

  it('is remembered, and used by the next page when the device is there', async () => {
    await choose('b');
    present = present.filter(({ id }) => id !== 'b');
    asked = [];
    new OutputChoice(devices as never).follow(context);
    await vi.waitFor(() => expect(asked).toEqual(['b', '']));
    expect(useAudio.getState().awayOutput).toEqual({ id: 'b', label: 'USB interface' });
  });

  it('stays the system’s default if the user wants that', async () => {
    await choose('');
    changed();
    await vi.waitFor(() => expect(useAudio.getState().outputs).toEqual(present));
    expect(asked).toEqual(['']);
  });
});
