import { EventEmitter } from 'node:events';
import type { Notification } from 'electron';
import { describe, expect, it } from 'vitest';
import { createNotices } from './notices.ts';

describe('notices', () => {
  function notices(over: { isWanted?: boolean; hasFocus?: boolean; isSupported?: boolean } = {}) {
    const shown: { click(): void }[] = [];
    let fronts = 0;
    const show = createNotices({
      isSupported: () => over.isSupported ?? true,
      isWanted: () => over.isWanted ?? true,
      hasFocus: () => over.hasFocus ?? false,
      create: () => {
        const notification = new EventEmitter();
        const show = () => shown.push({ click: () => notification.emit('click') });
        return Object.assign(notification, { show }) as unknown as Notification;
      },
    });
    show({ title: 'Teo', body: 'Hello' }, () => fronts++);
    return { shown, fronts: () => fronts };
  }

  it('are shown while the app is in the background, and focus their window when clicked', () => {
    const { shown, fronts } = notices();
    expect(shown).toHaveLength(1);
    shown[0]?.click();
    expect(fronts()).toBe(1);
  });

  it('are not shown if the app has the focus, they are switched off, or the system has none', () => {
    for (const over of [{ hasFocus: true }, { isWanted: false }, { isSupported: false }]) {
      expect(notices(over).shown, JSON.stringify(over)).toEqual([]);
    }
  });
});
