import { useProfile } from '../../app/identity/use-profile.ts';
import { strings } from '../../strings.ts';
import { Panel, ScreenHead } from '../../ui/panel.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { BotsPanel } from './bots-panel.tsx';
import { LocalProfilePanel } from './local-profile-panel.tsx';
import { PasswordForm } from './password-form.tsx';
import { PicturePanel } from './picture-panel.tsx';
import { ProfileForm } from './profile-form.tsx';
import { SecondFactorPanel } from './second-factor-panel.tsx';
import { SessionsPanel } from './sessions-panel.tsx';
import { SettingsPanel } from './settings-panel.tsx';
import { SignOutPanel } from './sign-out-panel.tsx';
import { useIsLocal } from './use-is-local.ts';
import './account.css';

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
          <BotsPanel />
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
