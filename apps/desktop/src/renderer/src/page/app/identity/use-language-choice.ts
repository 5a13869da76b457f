import type { Language } from '@roomtone/words';
import { useEffect } from 'react';
import { chooseLanguage, isLanguageChosen, language } from '../../strings/language.ts';
import { useHasAccount } from './account-store.ts';
import { useProfile, useUpdateProfile } from './use-profile.ts';

/** Longer than a server that answers takes. */
const longestMs = 1_500;

/** Tells an account that has no language yet which one was chosen on this device: the server's mails are written in it. */
export function useAccountLanguage(): void {
  const stored = useProfile().data?.settings.language;
  const { mutate } = useUpdateProfile();
  useEffect(() => {
    if (stored === '' && isLanguageChosen) mutate({ settings: { language } });
  }, [stored, mutate]);
}

/** Chooses a language for this device and the account. The page is loaded again in it. */
export function useLanguageChoice(): (chosen: Language) => void {
  const hasAccount = useHasAccount();
  const { mutateAsync } = useUpdateProfile();
  return (chosen) => {
    // This device remembers the choice even if the server does not.
    const told = hasAccount ? mutateAsync({ settings: { language: chosen } }).catch(() => {}) : undefined;
    const late = new Promise((done) => setTimeout(done, longestMs));
    void Promise.race([told, late]).then(() => chooseLanguage(chosen));
  };
}
