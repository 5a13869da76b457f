import { FolderOpen, Headphones, Plus, Trash2, Volume2, VolumeX } from 'lucide-react';
import { useState } from 'react';
import { playerColors } from '../../playing/stage/player-appearance.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Count } from '../../ui/count.tsx';
import { FileButton } from '../../ui/file-button.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ProgressBar } from '../../ui/progress-bar.tsx';
import { Sample } from './sample.tsx';

export function ControlSamples() {
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
