import { expect, it } from 'vitest';
import { KeepAwake } from './keep-awake.ts';

function keepAwake() {
  const blocking = new Map<number, string>();
  const setting = { isWanted: true };
  let lastId = 0;
  const keep = new KeepAwake(
    {
      start: (type) => {
        lastId++;
        blocking.set(lastId, type);
        return lastId;
      },
      stop: (id) => blocking.delete(id),
    },
    () => setting.isWanted,
  );
  return { keep, setting, blocked: () => [...blocking.values()] };
}

it('the screen stays on while a window is playing and the setting allows it', () => {
  const { keep, setting, blocked } = keepAwake();
  keep.playing(1, true);
  keep.playing(1, true);
  expect(blocked()).toEqual(['prevent-display-sleep']);
  keep.playing(2, true);
  keep.playing(1, false);
  expect(blocked()).toHaveLength(1);
  setting.isWanted = false;
  keep.update();
  expect(blocked()).toEqual([]);
  setting.isWanted = true;
  keep.update();
  expect(blocked()).toHaveLength(1);
  keep.playing(2, false);
  expect(blocked()).toEqual([]);
});

it('the machine stays awake while it hosts, with its screen off', () => {
  const { keep, setting, blocked } = keepAwake();
  setting.isWanted = false;
  keep.hosting(true);
  keep.hosting(true);
  expect(blocked()).toEqual(['prevent-app-suspension']);
  keep.playing(1, true);
  keep.playing(1, false);
  expect(blocked()).toEqual(['prevent-app-suspension']);
  keep.hosting(false);
  expect(blocked()).toEqual([]);
});
