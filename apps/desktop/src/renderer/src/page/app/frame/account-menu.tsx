import { languages } from '@roomtone/words';
import { CircleQuestionMark, CircleUserRound, LogOut, ScrollText, Server, Settings, Sparkles } from 'lucide-react';
import { language } from '../../strings/language.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Menu, MenuChoice, MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import { themeChoices, useTheme } from '../../ui/theme.ts';
import { notify } from '../../ui/toast-store.ts';
import { useParts } from '../app-parts.ts';
import { useAccount } from '../identity/account-store.ts';
import { Picture } from '../identity/picture.tsx';
import { useLanguageChoice } from '../identity/use-language-choice.ts';
import { useKnowsPro } from '../identity/use-pro.ts';
import { useProfile } from '../identity/use-profile.ts';
import { useThemeChoice } from '../identity/use-theme-choice.ts';
import { navigate, pathTo } from '../router.ts';
import { openSettings } from '../settings-store.ts';

/** The user's account and its menu. */
export function AccountMenu() {
  const { account } = useParts();
  const state = useAccount();
  const { data: profile } = useProfile();
  const knowsPro = useKnowsPro();
  if (state.status === 'signed-in') {
    return (
      <Menu
        trigger={
          <button
            type="button"
            className="frame-person"
            aria-label={strings.frame.menu({ name: state.account.displayName })}
          >
            <span>{state.account.displayName}</span>
            <Picture name={state.account.displayName} path={profile?.avatarUrl} />
          </button>
        }
      >
        <MenuItem icon={<CircleUserRound />} onSelect={() => navigate(pathTo('account'))}>
          {strings.account.title}
        </MenuItem>
        {knowsPro && (
          <MenuItem icon={<Sparkles />} onSelect={() => navigate(pathTo('pro'))}>
            {strings.pro.title}
          </MenuItem>
        )}
        {state.account.roles.includes('admin') && (
          <>
            <MenuItem icon={<Server />} onSelect={() => navigate(pathTo('host'))}>
              {strings.host.title}
            </MenuItem>
            <MenuItem icon={<ScrollText />} onSelect={() => navigate(pathTo('audit'))}>
              {strings.audit.title}
            </MenuItem>
          </>
        )}
        <MenuSeparator />
        <Tools />
        <MenuSeparator />
        <Appearance />
        <MenuSeparator />
        <MenuItem
          icon={<LogOut />}
          onSelect={() => {
            // Nobody could sign in to it again.
            if (profile?.hasPassword === false) {
              navigate(pathTo('account'));
              notify(strings.account.leaving.noPassword);
            } else account.logout();
          }}
        >
          {strings.frame.signOut}
        </MenuItem>
      </Menu>
    );
  }
  return (
    <div className="frame-guest">
      {state.status === 'guest' && <span className="muted">{strings.frame.asGuest}</span>}
      <PageMenu />
      {state.status === 'guest' && <Button onClick={() => account.leaveGuest()}>{strings.frame.signIn}</Button>}
    </div>
  );
}

/** Settings that need no account. */
export function PageMenu() {
  return (
    <Menu
      trigger={
        <IconButton label={strings.frame.guestMenu}>
          <Settings />
        </IconButton>
      }
    >
      <Tools />
      <MenuSeparator />
      <Appearance />
    </Menu>
  );
}

function Tools() {
  const { bridge } = useParts();
  return (
    <>
      <MenuItem icon={<Settings />} onSelect={() => openSettings()}>
        {strings.settings.title}
      </MenuItem>
      <MenuItem icon={<CircleQuestionMark />} onSelect={() => bridge.openHelp()}>
        {strings.frame.help}
      </MenuItem>
    </>
  );
}

/** The choice of theme and language, for a menu. */
export function Appearance() {
  const choice = useTheme((state) => state.choice ?? 'system');
  const choose = useThemeChoice();
  const chooseLanguage = useLanguageChoice();
  return (
    <>
      <MenuChoice
        label={strings.frame.theme}
        value={choice}
        options={themeChoices.map((value) => ({ value, name: strings.frame.themes[value] }))}
        onChange={choose}
      />
      <MenuSeparator />
      <MenuChoice
        label={strings.frame.language}
        value={language}
        options={languages.map(({ code, name }) => ({ value: code, name }))}
        onChange={chooseLanguage}
      />
    </>
  );
}
