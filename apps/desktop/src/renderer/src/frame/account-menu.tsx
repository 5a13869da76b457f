import { LogOut, Settings2 } from 'lucide-react';
import { useAccount } from '../account/account-store.ts';
import { useThemeChoice } from '../account/use-theme-choice.ts';
import { useParts } from '../app-parts.ts';
import { chooseLanguage, language, languages } from '../language.ts';
import { strings } from '../strings.ts';
import { Avatar } from '../ui/avatar.tsx';
import { Button } from '../ui/button.tsx';
import { IconButton } from '../ui/icon-button.tsx';
import { Menu, MenuChoice, MenuItem, MenuSeparator } from '../ui/menu.tsx';
import { themeChoices, useTheme } from '../ui/theme.ts';

/** Who sits here, and what belongs to them. */
export function AccountMenu() {
  const { account } = useParts();
  const state = useAccount();
  if (state.status === 'signed-in') {
    return (
      <Menu
        trigger={
          <button type="button" className="frame-person" aria-label={strings.frame.menu(state.account.username)}>
            <span>{state.account.username}</span>
            <Avatar name={state.account.username} />
          </button>
        }
      >
        <Appearance />
        <MenuSeparator />
        <MenuItem icon={<LogOut />} onSelect={() => account.logout()}>
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

/** What everybody may choose, also who is not signed in. */
export function PageMenu() {
  return (
    <Menu
      trigger={
        <IconButton label={strings.frame.guestMenu}>
          <Settings2 />
        </IconButton>
      }
    >
      <Appearance />
    </Menu>
  );
}

function Appearance() {
  const choice = useTheme((state) => state.choice ?? 'system');
  const choose = useThemeChoice();
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
