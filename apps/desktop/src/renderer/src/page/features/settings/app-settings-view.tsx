import { useEffect, useState } from 'react';
import {
  type AppSettings,
  type Settings,
  type SettingsChange,
  type TextSize,
  textSizes,
} from '../../../../../shared/app-settings.ts';
import { useParts } from '../../app/app-parts.ts';
import type { AppPort } from '../../app/bridge.ts';
import { percent } from '../../strings/formats.ts';
import { strings } from '../../strings.ts';
import { Button } from '../../ui/button.tsx';
import { Select } from '../../ui/select.tsx';
import { Switch } from '../../ui/switch.tsx';
import { notify } from '../../ui/toast-store.ts';

const words = strings.settings;

/** The settings of the desktop app; elsewhere, where to find them. */
export function AppSettingsView() {
  const { app, elsewhere } = useParts().bridge;
  if (app !== undefined) return <OwnApp app={app} />;
  return <p>{elsewhere === undefined ? words.inBrowser : words.elsewhere}</p>;
}

function OwnApp({ app }: { readonly app: AppPort }) {
  const [now, setNow] = useState<AppSettings>();
  useEffect(() => app.watch(setNow), [app]);
  if (now === undefined) return null;
  const change = (made: SettingsChange) => {
    // Shown at once; the app's answer follows.
    setNow({ ...now, settings: { ...now.settings, ...made } });
    app.change(made).catch(() => notify(words.failed));
  };
  const { settings } = now;
  return (
    <>
      <div className="settings-group">
        <Select
          layout="row"
          label={words.textSize}
          value={settings.textSize}
          options={textSizes.map((size) => ({ value: size, name: percent(size / 100) }))}
          // The select has no other values.
          onChange={(event) => change({ textSize: Number(event.currentTarget.value) as TextSize })}
        />
        <Choice name="notifications" hint={words.notificationsHint} now={now} onChange={change} />
        <Choice name="keepAwake" now={now} onChange={change} />
        {/* On macOS apps keep running without a window anyway. */}
        {now.platform !== 'darwin' && (
          <Choice name="keepInTray" hint={words.keepInTrayHint} now={now} onChange={change} />
        )}
      </div>
      <Login app={app} now={now} onChange={change} />
      <Updates app={app} now={now} onChange={change} />
      <div className="settings-group">
        <h3>{words.data}</h3>
        <p className="muted">{words.dataHint}</p>
        <p className="path">{now.dataFolder}</p>
        <p>
          <Button onClick={() => void app.showData()}>{words.showData}</Button>
        </p>
      </div>
    </>
  );
}

interface PartProps {
  readonly now: AppSettings;
  readonly onChange: (change: SettingsChange) => void;
}

interface ChoiceProps extends PartProps {
  readonly name: 'notifications' | 'keepAwake' | 'keepInTray' | 'hostAtLogin';
  readonly hint?: string;
}

function Choice({ name, hint, now, onChange }: ChoiceProps) {
  return (
    <Switch
      label={words[name]}
      hint={hint}
      checked={now.settings[name]}
      onChange={(event) => onChange({ [name]: event.currentTarget.checked })}
    />
  );
}

function Login({ app, now, onChange }: PartProps & { readonly app: AppPort }) {
  const { loginStart } = now;
  const hint = {
    on: words.startAtLoginHint,
    off: words.startAtLoginHint,
    'needs-approval': words.loginNeedsApproval,
    unavailable: words.loginNotInstalled,
  }[loginStart];
  const isOn = loginStart === 'on' || loginStart === 'needs-approval';
  return (
    <div className="settings-group">
      <Switch
        label={words.startAtLogin}
        hint={hint}
        checked={isOn}
        disabled={loginStart === 'unavailable'}
        onChange={(event) => {
          app.startAtLogin(event.currentTarget.checked).catch(() => notify(words.loginFailed));
        }}
      />
      {isOn && <Choice name="hostAtLogin" hint={words.hostAtLoginHint} now={now} onChange={onChange} />}
    </div>
  );
}

function Updates({ app, now, onChange }: PartProps & { readonly app: AppPort }) {
  const { version, hasUpdates, settings } = now;
  return (
    <div className="settings-group">
      <h3>{words.updates}</h3>
      <p className="muted">{words.version({ version })}</p>
      {hasUpdates ? (
        <div className="settings-acts">
          <Select
            layout="bare"
            label={words.updates}
            value={settings.updates}
            options={updateChoices.map((value) => ({ value, name: words.updateChoices[value] }))}
            // The select has no other values.
            onChange={(event) => onChange({ updates: event.currentTarget.value as Settings['updates'] })}
          />
          <Button onClick={() => void app.checkForUpdates()}>{words.checkNow}</Button>
        </div>
      ) : (
        <p>{words.noUpdates}</p>
      )}
    </div>
  );
}

const updateChoices = ['stable', 'beta', 'off'] as const;
