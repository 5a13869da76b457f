import { closeSettings, openSettings, useSettings } from '../../app/settings-store.ts';
import { strings } from '../../strings.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { AppSettingsView } from './app-settings-view.tsx';
import { MidiSettings } from './midi-settings.tsx';
import { SoundSettings } from './sound-settings.tsx';
import '../../ui/panel.css';
import './settings.css';

const words = strings.settings;

/** Everything that can be set on this device, open over any screen. */
export function SettingsDialog() {
  const tab = useSettings((state) => state.tab) ?? 'sound';
  return (
    <Dialog title={words.title} className="settings-dialog" onClose={closeSettings}>
      <Tabs
        label={words.title}
        value={tab}
        onChange={openSettings}
        tabs={[
          { value: 'sound', name: words.tabs.sound, content: <SoundSettings /> },
          { value: 'midi', name: words.tabs.midi, content: <MidiSettings /> },
          { value: 'app', name: words.tabs.app, content: <AppSettingsView /> },
        ]}
      />
    </Dialog>
  );
}
