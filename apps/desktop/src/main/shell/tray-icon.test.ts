import { EventEmitter } from 'node:events';
import type { Menu } from 'electron';
import { expect, it } from 'vitest';
import { TrayIcon } from './tray-icon.ts';

it('the tray has one icon while the setting is on, and it brings the window back', () => {
  const there = new Set<EventEmitter>();
  let shown = 0;
  const icon = new TrayIcon({
    create: () => {
      const tray = Object.assign(new EventEmitter(), {
        setToolTip: () => {},
        setContextMenu: () => {},
        destroy: () => there.delete(tray),
      });
      there.add(tray);
      return tray as never;
    },
    menu: () => ({}) as Menu,
    show: () => shown++,
  });
  icon.setVisible(false);
  expect(there.size).toBe(0);
  icon.setVisible(true);
  icon.setVisible(true);
  expect(there.size).toBe(1);
  for (const tray of there) tray.emit('click');
  expect(shown).toBe(1);
  icon.setVisible(false);
  expect(there.size).toBe(0);
});
