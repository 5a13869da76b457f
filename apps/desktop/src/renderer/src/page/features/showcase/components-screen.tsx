import { type ReactNode, useId, useState } from 'react';
import { useTitle } from '../../ui/use-title.ts';
import { OverlaySamples } from './overlay-samples.tsx';
import { Sample } from './sample.tsx';
import './components-screen.css';
import { FolderOpen, Headphones, Plus, Trash2, Users, Volume2, VolumeX } from 'lucide-react';
import { CallError } from '../../../contract/call-error.ts';
import { playerColors } from '../../playing/stage/player-appearance.ts';
import { percent } from '../../strings/formats.ts';
import { strings } from '../../strings.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { Choice, Choices } from '../../ui/choice.tsx';
import { ChoiceChips, Swatches } from '../../ui/choice-chips.tsx';
import { Count } from '../../ui/count.tsx';
import { FileButton } from '../../ui/file-button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { Range } from '../../ui/range.tsx';
import { Select } from '../../ui/select.tsx';
import { Slider } from '../../ui/slider.tsx';
import { EmptyState, ErrorState, LoadingState, Skeleton } from '../../ui/states.tsx';
import { Switch } from '../../ui/switch.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';

const themes = ['dark', 'light'] as const;

/** Every shared component in every state, in the dark and the light theme, for working on them. */
export function ComponentsScreen({ serverSample }: { readonly serverSample: ReactNode }) {
  useTitle('Components');
  return (
    <main className="showcase">
      <h1 className="visually-hidden">Components</h1>
      {themes.map((theme) => (
        <section key={theme} className="showcase-theme" data-theme={theme} aria-label={theme}>
          <ControlSamples />
          <FieldSamples />
          <OverlaySamples />
          <StateSamples />
          <Sample name="Choosing a server">{serverSample}</Sample>
        </section>
      ))}
    </main>
  );
}

const failure = new CallError({ code: 'SERVER_ERROR', message: '', details: {}, problem: 'unreachable' });

function StateSamples() {
  return (
    <>
      <Sample name="Notice">
        <Notice>You were signed out. Please sign in again.</Notice>
        <Notice tone="bad">Can’t reach the server. Try again in a moment.</Notice>
      </Sample>
      <Sample name="Empty">
        <EmptyState icon={<Users />} title="No friends yet" hint="Add someone you have played with.">
          <Button kind="main" size="large">
            Find somebody
          </Button>
        </EmptyState>
      </Sample>
      <Sample name="Error">
        <ErrorState error={failure} onRetry={() => {}} />
      </Sample>
      <Sample name="Loading">
        <LoadingState />
        <Skeleton lines={3} />
      </Sample>
    </>
  );
}

function ControlSamples() {
  const [isMuted, setMuted] = useState(false);
  return (
    <>
      <Sample name="Button">
        <Button kind="main" size="large">
          <Plus />
          New room
        </Button>
        <Button kind="main">Main</Button>
        <Button>
          <Headphones />
          Listen
        </Button>
        <Button kind="quiet">Quiet</Button>
        <Button kind="danger">
          <Trash2 />
          Delete
        </Button>
        <p>
          In a sentence there are <Button kind="linked">buttons within words</Button>, too.
        </p>
        <FileButton accept=".mid" onFile={() => {}}>
          <FolderOpen />
          Open a file
        </FileButton>
        <Button disabled>Disabled</Button>
        <Button kind="main" busy>
          Busy
        </Button>
      </Sample>
      <Sample name="Icon button">
        <IconButton
          label={isMuted ? 'Unmute' : 'Mute'}
          aria-pressed={isMuted}
          onClick={() => setMuted((value) => !value)}
        >
          {isMuted ? <VolumeX /> : <Volume2 />}
        </IconButton>
        <IconButton label="Delete" disabled>
          <Trash2 />
        </IconButton>
      </Sample>
      <Sample name="Badge">
        <Badge>host</Badge>
        <Badge tone="good">online</Badge>
        <Badge tone="bad">banned</Badge>
      </Sample>
      <Sample name="Count">
        <Count count={3} words="3 new messages" />
        <Count count={1} words="1 new message, for you" isUrgent />
        <Count count={120} words="120 new messages" />
      </Sample>
      <Sample name="Avatar">
        {playerColors.map(({ color }, index) => (
          <Avatar key={color} name={'MTIJLKSA'.charAt(index)} color={color} />
        ))}
        <Avatar name="Guest" />
        <Avatar name="Picture" src="/favicon.svg" />
        <Avatar name="Mara" size="large" />
      </Sample>
      <Sample name="Progress bar">
        <ProgressBar label="Uploading" value={0.4} />
        <ProgressBar label="Waiting" value={null} />
      </Sample>
    </>
  );
}

const instruments = ['Piano', 'Organ', 'Vibraphone'].map((name) => ({ value: name, name }));

function FieldSamples() {
  const id = useId();
  const [volume, setVolume] = useState(1);
  const [instrument, setInstrument] = useState('Piano');
  const [color, setColor] = useState<string>(playerColors[0].color);
  return (
    <>
      <Sample name="Text field">
        <TextField label="Name" placeholder="Thursday trio" />
        <TextField label="Password" type="password" hint="At least 8 characters" defaultValue="a brass lamp" />
        <TextField label="Username" error="This is already taken. Try another one." defaultValue="mara" />
        <TextField label="Email" disabled defaultValue="mara@example.org" />
      </Sample>
      <Sample name="Text area">
        <TextArea label="Welcome message" hint="Shown to everyone who joins" />
        <TextArea label="Welcome message" error="Use at most 500 characters." defaultValue="Come in." />
      </Sample>
      <Sample name="Select">
        <Select label="Instrument" options={instruments} />
        <Select label="Instrument" options={instruments} disabled />
        <Select label="Touch" layout="row" options={[{ name: 'Curves', options: instruments }]} />
      </Sample>
      <Sample name="Choices">
        <Choices legend="How you hear the others">
          <Choice name={`${id}-way`} defaultChecked>
            As soon as they can be heard <span className="muted">each by their own way</span>
          </Choice>
          <Choice name={`${id}-way`}>
            Steadier <span className="muted">a little later</span>
          </Choice>
          <Choice name={`${id}-way`} disabled>
            Everybody alike <span className="muted">for the host to choose</span>
          </Choice>
        </Choices>
      </Sample>
      <Sample name="Picks, swatches">
        <div className="sample-column">
          <ChoiceChips name={`${id}-pick`} options={instruments} value={instrument} onChange={setInstrument} />
        </div>
        <div className="sample-column">
          <Swatches
            name={`${id}-color`}
            options={playerColors.map(({ color: value }, index) => ({
              value,
              name: strings.room.colors[index] ?? value,
            }))}
            value={color}
            onChange={setColor}
          />
        </div>
      </Sample>
      <Sample name="Checkbox">
        <Checkbox defaultChecked>Stay signed in</Checkbox>
        <Checkbox>Count in</Checkbox>
        <Checkbox disabled>Play to the room</Checkbox>
      </Sample>
      <Sample name="Switch">
        <Switch label="Chat" hint="Everyone with an account can write" defaultChecked />
        <Switch label="Guests can listen" />
        <Switch label="Auto moderation" hint="For Pro accounts" disabled />
      </Sample>
      <Sample name="Slider">
        <Slider
          label="Volume"
          min={0}
          max={1.5}
          step={0.01}
          neutral={1}
          value={volume}
          text={percent(volume)}
          onChange={setVolume}
        />
        <Range aria-label="Click volume" min={0} max={1} step={0.01} defaultValue={0.7} onChange={() => {}} />
        <Slider label="Pan" min={-1} max={1} value={0} text="center" disabled onChange={() => {}} />
      </Sample>
    </>
  );
}
