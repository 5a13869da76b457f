import type { Static } from 'typebox';
import * as Type from 'typebox';

// The app's own settings, as they are stored and as windows show them.

const closed = { additionalProperties: false } as const;

/** The sizes of everything in a window, in percent. */
export const textSizes = [80, 90, 100, 110, 125, 150, 175, 200] as const;
export type TextSize = (typeof textSizes)[number];

const fields = {
  /** Closing the last window leaves the app, and the room it hosts, running in the tray. */
  keepInTray: Type.Boolean(),
  /** Chat messages appear as system notifications while the window is not in front. */
  notifications: Type.Boolean(),
  /** The machine and its screen stay awake while the user is in a room. */
  keepAwake: Type.Boolean(),
  /** The channel for new versions. */
  updates: Type.Union([Type.Literal('stable'), Type.Literal('beta'), Type.Literal('off')]),
  textSize: Type.Unsafe<TextSize>(Type.Union(textSizes.map((size) => Type.Literal(size)))),
  /** After a start at login, the server opens for whoever was let in last. */
  hostAtLogin: Type.Boolean(),
};

/** The settings that the user chooses in the app. */
export const Settings = Type.Object(fields, closed);
export type Settings = Static<typeof Settings>;

export const SettingsChange = Type.Partial(Settings, closed);
export type SettingsChange = Static<typeof SettingsChange>;

/**
 * needs-approval: macOS asks the user to allow it in its own settings. unavailable: only installed copies can start at
 * login.
 */
export const LoginStart = Type.Union([
  Type.Literal('on'),
  Type.Literal('off'),
  Type.Literal('needs-approval'),
  Type.Literal('unavailable'),
]);
export type LoginStart = Static<typeof LoginStart>;

/** The settings, and what a window needs to show them. */
export const AppSettings = Type.Object(
  {
    settings: Settings,
    version: Type.String(),
    /** `process.platform`. */
    platform: Type.String(),
    loginStart: LoginStart,
    /** False if this copy is not a signed release. */
    hasUpdates: Type.Boolean(),
    /** The path of the folder with all of the app's data. */
    dataFolder: Type.String(),
  },
  closed,
);
export type AppSettings = Static<typeof AppSettings>;
