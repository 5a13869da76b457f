import type { Notification, NotificationConstructorOptions } from 'electron';

export interface NoticeParts {
  readonly isSupported: () => boolean;
  readonly create: (options: NotificationConstructorOptions) => Pick<Notification, 'on' | 'show'>;
  /** True if the user has switched them on. */
  readonly isWanted: () => boolean;
  /** True if one of the app's windows has the focus. */
  readonly hasFocus: () => boolean;
}

/**
 * Shows system notifications for what happens while the app is in the background.
 * @returns a function that takes the notification, and a callback that focuses its window on a click.
 */
export function createNotices(parts: NoticeParts): (notice: { title: string; body: string }, show: () => void) => void {
  /** A notification without a reference may be collected, and its click handler with it. */
  const shown = new Set<unknown>();
  return ({ title, body }, show) => {
    if (!parts.isSupported() || !parts.isWanted() || parts.hasFocus()) return;
    const notification = parts.create({ title, body });
    shown.add(notification);
    notification.on('click', show);
    notification.on('close', () => shown.delete(notification));
    // Windows reports a notification that it cannot show; that is no problem of the app.
    notification.on('failed', () => shown.delete(notification));
    notification.show();
  };
}
