import { create } from 'zustand';

export type SettingsTab = 'sound' | 'midi' | 'app';

/** The part of the settings that is open, over whatever screen there is; undefined while they are closed. */
export const useSettings = create<{ readonly tab: SettingsTab | undefined }>()(() => ({ tab: undefined }));

export function openSettings(tab: SettingsTab = 'sound'): void {
  useSettings.setState({ tab });
}

export function closeSettings(): void {
  useSettings.setState({ tab: undefined });
}

/** The address that opens the settings with the page. */
const address = '#settings';

/** Opens the settings if the page was opened for them. */
export function openSettingsByAddress(): void {
  if (location.hash !== address) return;
  history.replaceState(null, '', location.pathname);
  openSettings();
}
