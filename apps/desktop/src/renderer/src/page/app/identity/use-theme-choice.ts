import { useEffect } from 'react';
import { chooseTheme, type ThemeChoice, useTheme } from '../../ui/theme.ts';
import { useHasAccount } from './account-store.ts';
import { useProfile, useUpdateProfile } from './use-profile.ts';

/**
 * Applies the theme that the user has chosen for the account, unless this device follows the system; without one, every device
 * follows its system. For a new account see
 * AccountController.register().
 */
export function useAccountTheme(): void {
  const settings = useProfile().data?.settings;
  const theme = settings?.themeChosen === true ? settings.theme : undefined;
  useEffect(() => {
    if (theme !== undefined && useTheme.getState().choice !== 'system') chooseTheme(theme);
  }, [theme]);
}

/** Chooses a theme. Dark and light are stored in the account; following the system applies to this device only. */
export function useThemeChoice(): (choice: ThemeChoice) => void {
  const hasAccount = useHasAccount();
  const { mutate } = useUpdateProfile();
  return (choice) => {
    chooseTheme(choice);
    // If the update fails, this device still remembers the choice.
    if (hasAccount && choice !== 'system') mutate({ settings: { theme: choice } });
  };
}
