import { useEffect } from 'react';
import { chooseTheme, type ThemeChoice, useTheme } from '../../ui/theme.ts';
import { useHasAccount } from './account-store.ts';
import { useProfile, useUpdateProfile } from './use-profile.ts';

/**
 * Shows the account's theme on this device, unless it is to be as the system here. Of an account that knows none of this
 * device's yet, see AccountController.register().
 */
export function useAccountTheme(): void {
  const theme = useProfile().data?.settings.theme;
  useEffect(() => {
    if (theme !== undefined && useTheme.getState().choice !== 'system') chooseTheme(theme);
  }, [theme]);
}

/** Chooses a theme: dark and light for the account, as the system for this device alone. */
export function useThemeChoice(): (choice: ThemeChoice) => void {
  const hasAccount = useHasAccount();
  const { mutate } = useUpdateProfile();
  return (choice) => {
    chooseTheme(choice);
    // Should the account not hear of it, this device still remembers.
    if (hasAccount && choice !== 'system') mutate({ settings: { theme: choice } });
  };
}
