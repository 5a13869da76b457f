import type { ProfileView } from '@roomtone/sdk';
import { useParts } from '../../app/app-parts.ts';
import { useUpdateProfile } from '../../app/identity/use-profile.ts';
import { useThemeChoice } from '../../app/identity/use-theme-choice.ts';
import { chooseLanguage, type Language, language, languages } from '../../strings/language.ts';
import { strings } from '../../strings.ts';
import { failureText } from '../../ui/failure-text.ts';
import { Panel } from '../../ui/panel.tsx';
import { Select } from '../../ui/select.tsx';
import { Switch } from '../../ui/switch.tsx';
import { type ThemeChoice, themeChoices, useTheme } from '../../ui/theme.ts';
import { notify } from '../../ui/toast-store.ts';

/** Theme, language and notifications. A change shows immediately, and is reverted if the server refuses it. */
export function SettingsPanel({ profile }: { readonly profile: ProfileView }) {
  const { bridge } = useParts();
  const { choice } = useTheme();
  const chooseTheme = useThemeChoice();
  const { mutate, isPending, variables } = useUpdateProfile();
  const words = strings.account.settings;
  const wanted = isPending ? variables.settings?.notifications : undefined;
  return (
    <Panel title={words.title}>
      <div className="form">
        <Select
          label={strings.frame.theme}
          value={choice}
          options={themeChoices.map((value) => ({ value, name: strings.frame.themes[value] }))}
          // The select has no other values.
          onChange={(event) => chooseTheme(event.currentTarget.value as ThemeChoice)}
        />
        <Select
          label={strings.frame.language}
          hint={words.languageHint}
          value={language}
          options={languages.map(({ code, name }) => ({ value: code, name }))}
          onChange={(event) => chooseLanguage(event.currentTarget.value as Language)}
        />
        <Switch
          label={words.notifications}
          hint={words.notificationsHint}
          checked={wanted ?? profile.settings.notifications}
          onChange={(event) => {
            const notifications = event.currentTarget.checked;
            if (notifications) void bridge.allowNotifications();
            mutate({ settings: { notifications } }, { onError: (error) => notify(failureText(error)) });
          }}
        />
      </div>
    </Panel>
  );
}
