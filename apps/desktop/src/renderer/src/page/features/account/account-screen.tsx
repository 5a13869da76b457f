import { type Language, languages } from '@roomtone/words';
import { profileKey, useProfile, useUpdateProfile } from '../../app/identity/use-profile.ts';
import { strings } from '../../strings.ts';
import { Panel, ScreenHead } from '../../ui/panel.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { BotsPanel, botsKey, useBots } from './bots-panel.tsx';
import { PicturePanel } from './picture-panel.tsx';
import { ProfileForm } from './profile-form.tsx';
import { SecondFactorPanel } from './second-factor-panel.tsx';
import { SignOutPanel } from './sign-out-panel.tsx';
import './account.css';
import type { ProfileView, SessionEntry } from '@roomtone/sdk';
import { useQueryClient } from '@tanstack/react-query';
import { MonitorSmartphone } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useParts } from '../../app/app-parts.ts';
import { useAccount, userIdOf } from '../../app/identity/account-store.ts';
import { useLanguageChoice } from '../../app/identity/use-language-choice.ts';
import { useThemeChoice } from '../../app/identity/use-theme-choice.ts';
import { agoText, momentText } from '../../strings/formats.ts';
import { language } from '../../strings/language.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { failureText } from '../../ui/failure-text.ts';
import { Select } from '../../ui/select.tsx';
import { Switch } from '../../ui/switch.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { type ThemeChoice, themeChoices, useTheme } from '../../ui/theme.ts';
import { notify } from '../../ui/toast-store.ts';
import { useServerForm } from '../../ui/use-server-form.ts';
import { sessionsKey, useEndSessions, useSessions } from './use-sessions.ts';
import { deviceName } from './user-agent.ts';

/** The user's account: profile, sign-in and settings. */
export function AccountScreen() {
  const isLocal = useIsLocal();
  useTitle(strings.account.title);
  const { data: profile, error, refetch } = useProfile();
  if (profile === undefined && error !== null) return <ErrorState error={error} onRetry={() => void refetch()} />;
  return (
    <>
      <ScreenHead title={strings.account.title} />
      <div className="panels" aria-busy={profile === undefined}>
        <div>
          {profile === undefined ? <LoadingPanel title={strings.account.profile} /> : <ProfileForm profile={profile} />}
          {isLocal ? (
            <LocalProfilePanel />
          ) : (
            <>
              <PasswordForm hasPassword={profile?.hasPassword ?? true} />
              <SecondFactorPanel />
            </>
          )}
          <SessionsPanel />
          <BotsPanel asksPassword={profile?.hasPassword ?? true} />
        </div>
        <div>
          {profile === undefined ? (
            <LoadingPanel title={strings.account.picture.title} />
          ) : (
            <>
              <PicturePanel profile={profile} />
              <SettingsPanel profile={profile} />
            </>
          )}
          <SignOutPanel canDelete={!isLocal} hasPassword={isLocal || (profile?.hasPassword ?? true)} />
        </div>
      </div>
    </>
  );
}

/** As tall as the loaded panel, so that nothing jumps. */
function LoadingPanel({ title }: { readonly title: string }) {
  return (
    <Panel title={title} className="waiting">
      <Skeleton lines={3} />
    </Panel>
  );
}

/** True if the user's account is the local profile, which has no password. */
function useIsLocal(): boolean {
  const { hosting } = useParts().bridge;
  const userId = useAccount(userIdOf);
  const [isLocal, setLocal] = useState(false);
  useEffect(() => {
    if (hosting === undefined || userId === undefined) return;
    // A broken connection to the app will show in the next call.
    hosting.isLocal(userId).then(setLocal, () => {});
  }, [hosting, userId]);
  return isLocal;
}

/** Explains the local profile: it has no password, and its data is removed by deleting files. */
function LocalProfilePanel() {
  const { hosting } = useParts().bridge;
  const words = strings.account.local;
  return (
    <Panel title={words.title}>
      <p>{words.noPassword}</p>
      <p className="muted local-data">{words.data}</p>
      <Button onClick={() => void hosting?.showData()}>{words.show}</Button>
    </Panel>
  );
}

/** Theme, language and notifications. A change shows immediately, and is reverted if the server refuses it. */
function SettingsPanel({ profile }: { readonly profile: ProfileView }) {
  const { bridge } = useParts();
  const { choice } = useTheme();
  const chooseTheme = useThemeChoice();
  const chooseLanguage = useLanguageChoice();
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

/** Lists the signed-in devices, and signs them out. */
function SessionsPanel() {
  const { sessions, error, refetch } = useSessions();
  const end = useEndSessions();
  const words = strings.account.sessions;
  const others = sessions?.filter(({ current }) => !current) ?? [];
  return (
    <Panel
      title={words.title}
      hint={words.hint}
      action={others.length > 1 && <Button onClick={() => end(others)}>{words.endOthers}</Button>}
    >
      {sessions === undefined && error !== null && <ErrorState error={error} onRetry={() => void refetch()} />}
      {sessions === undefined && error === null && <Skeleton lines={3} />}
      <ul className="rows">
        {sessions?.map((session) => (
          <SessionRow key={session.sid} session={session} onEnd={() => end([session])} />
        ))}
      </ul>
    </Panel>
  );
}

function SessionRow({ session, onEnd }: { readonly session: SessionEntry; readonly onEnd: () => void }) {
  const words = strings.account.sessions;
  const device = deviceName(session.userAgent);
  return (
    <li>
      <MonitorSmartphone className="muted" />
      <span className="row-words">
        <span className="row-name">{device}</span>
        <span className="muted">
          {words.from({ address: session.address })} ·{' '}
          <time title={momentText(session.lastUsed)}>{agoText(session.lastUsed)}</time>
        </span>
      </span>
      {session.current ? (
        <Badge tone="good">{words.thisOne}</Badge>
      ) : (
        <Button aria-label={words.endOne({ device })} onClick={onEnd}>
          {words.end}
        </Button>
      )}
    </li>
  );
}

const empty = { currentPassword: '', newPassword: '', endBots: false };

/** Changes the password, which signs out all other devices, or sets the first one. */
function PasswordForm({ hasPassword }: { readonly hasPassword: boolean }) {
  const { client } = useParts();
  const queries = useQueryClient();
  const words = strings.account.password;
  const hasBots = useBots().data?.bots.some(({ hasToken }) => hasToken) === true;
  const { register, submit, errorOf, failure, isBusy, reset } = useServerForm({
    defaultValues: empty,
    send: async ({ newPassword, currentPassword, endBots }) => {
      await client.api.account.changePassword({ newPassword, ...(hasPassword && { currentPassword }), endBots });
      reset(empty);
      notify(hasPassword ? words.changed : words.set);
      await queries.invalidateQueries({ queryKey: profileKey });
      await queries.invalidateQueries({ queryKey: sessionsKey });
      await queries.invalidateQueries({ queryKey: botsKey });
    },
  });
  return (
    <Panel title={hasPassword ? words.title : words.setTitle} hint={hasPassword ? words.hint : words.setHint}>
      <form className="form" onSubmit={submit} noValidate>
        <div className="two-fields">
          {hasPassword && (
            <TextField
              {...register('currentPassword')}
              type="password"
              label={words.current}
              error={errorOf('currentPassword')}
              autoComplete="current-password"
            />
          )}
          <TextField
            {...register('newPassword')}
            type="password"
            label={words.next}
            hint={strings.welcome.passwordHint}
            error={errorOf('newPassword')}
            autoComplete="new-password"
          />
        </div>
        {hasBots && <Checkbox {...register('endBots')}>{words.endBots}</Checkbox>}
        <FailureNotice error={failure} />
        <div className="form-actions">
          <Button type="submit" busy={isBusy}>
            {hasPassword ? words.change : words.setTitle}
          </Button>
        </div>
      </form>
    </Panel>
  );
}
