import type { Notification, NotificationConstructorOptions } from 'electron';

export interface NoticeParts {
  readonly isSupported: () => boolean;
  readonly create: (options: NotificationConstructorOptions) => Pick<Notification, 'on' | 'show'>;
  /** Whether people want them. */
  readonly isWanted: () => boolean;
  /** Whether one of the app's windows has the player's eyes. */
  readonly isWatched: () => boolean;
}

/**
 * Shows notifications of the system for what happens while nobody looks.
 * @returns takes one, and what brings the window to the front that it comes from, which a click does.
 */
export function createNotices(parts: NoticeParts): (notice: { title: string; body: string }, show: () => void) => void {
  /** What is not referred to may be collected, and its click with it. */
  const shown = new Set<unknown>();
  return ({ title, body }, show) => {
    if (!parts.isSupported() || !parts.isWanted() || parts.isWatched()) return;
    const notification = parts.create({ title, body });
    shown.add(notification);
    notification.on('click', show);
    notification.on('close', () => shown.delete(notification));
    notification.show();
  };
}
