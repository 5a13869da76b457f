import { useProfile } from '../../app/identity/use-profile.ts';
import { strings } from '../../strings.ts';
import { Panel, ScreenHead } from '../../ui/panel.tsx';
import { ErrorState, Skeleton } from '../../ui/states.tsx';
import { useTitle } from '../../ui/use-title.ts';
import { LeavingPanel } from './leaving-panel.tsx';
import { LocalProfilePanel } from './local-profile-panel.tsx';
import { PasswordForm } from './password-form.tsx';
import { PicturePanel } from './picture-panel.tsx';
import { ProfileForm } from './profile-form.tsx';
import { SessionsPanel } from './sessions-panel.tsx';
import { SettingsPanel } from './settings-panel.tsx';
import { useIsLocal } from './use-is-local.ts';
import './account.css';

/** One's own account: who one is to others, how one signs in, and how Roomtone is to be. */
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
          {profile === undefined ? <Waiting title={strings.account.profile} /> : <ProfileForm profile={profile} />}
          {isLocal ? <LocalProfilePanel /> : <PasswordForm />}
          <SessionsPanel />
        </div>
        <div>
          {profile === undefined ? (
            <Waiting title={strings.account.picture.title} />
          ) : (
            <>
              <PicturePanel profile={profile} />
              <SettingsPanel profile={profile} />
            </>
          )}
          <LeavingPanel canDelete={!isLocal} />
        </div>
      </div>
    </>
  );
}

/** As tall as what comes, so that nothing jumps. */
function Waiting({ title }: { readonly title: string }) {
  return (
    <Panel title={title} className="waiting">
      <Skeleton lines={3} />
    </Panel>
  );
}
