import { Ellipsis, LogOut, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { ContextMenu, Menu, MenuChoice, MenuItem, MenuSeparator } from '../../ui/menu.tsx';
import { AnchoredPopover, Popover } from '../../ui/popover.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { doUnlessUndone, notify } from '../../ui/toast-store.ts';
import { Tooltip } from '../../ui/tooltip.tsx';
import { Sample } from './sample.tsx';

export function OverlaySamples() {
  const [isOpen, setOpen] = useState(false);
  const [isAnchored, setAnchored] = useState(false);
  return (
    <>
      <Sample name="Menu">
        <Menu
          align="start"
          trigger={
            <IconButton label="More">
              <Ellipsis />
            </IconButton>
          }
        >
          <SampleItems />
        </Menu>
        <ContextMenu target={<p className="sample-target">Right-click here</p>}>
          <SampleItems />
        </ContextMenu>
      </Sample>
      <Sample name="Popover, tooltip">
        <Popover label="Timing" trigger={<Button>Open a popover</Button>}>
          <p>You hear Teo 12 ms after he presses a key.</p>
        </Popover>
        <AnchoredPopover
          label="Adjust how you hear Teo"
          isTitled
          isOpen={isAnchored}
          onClose={() => setAnchored(false)}
          anchor={
            <Menu trigger={<Button>Open from a menu</Button>}>
              <MenuItem movesFocus onSelect={() => setAnchored(true)}>
                Adjust how you hear Teo
              </MenuItem>
            </Menu>
          }
        >
          <p>As loud as he plays.</p>
        </AnchoredPopover>
        <Tooltip text="More about this">
          <Button>Hover over this</Button>
        </Tooltip>
      </Sample>
      <Sample name="Dialog, toast">
        <Button onClick={() => setOpen(true)}>Open a dialog</Button>
        <Button onClick={() => notify('Link copied')}>Show a toast</Button>
        <Button
          onClick={() =>
            doUnlessUndone(
              'Thursday trio was deleted.',
              () => notify('Done.'),
              () => notify('Undone.'),
            )
          }
        >
          Delete something
        </Button>
        {isOpen && (
          <Dialog title="New room" description="Anyone with the link can join." onClose={() => setOpen(false)}>
            <Button kind="main" onClick={() => setOpen(false)}>
              Open the room
            </Button>
          </Dialog>
        )}
      </Sample>
      <Sample name="Tabs">
        <Tabs
          label="Sign in or create an account"
          tabs={[
            { value: 'in', name: 'Sign in', content: <p>Username and password</p> },
            { value: 'up', name: 'Create account', content: <p>A new name</p> },
          ]}
        />
      </Sample>
    </>
  );
}

function SampleItems() {
  const [size, setSize] = useState<'small' | 'large'>('small');
  return (
    <>
      <MenuChoice
        label="Keys"
        value={size}
        options={[
          { value: 'small', name: 'Small' },
          { value: 'large', name: 'Large' },
        ]}
        onChange={setSize}
      />
      <MenuSeparator />
      <MenuItem icon={<LogOut />} onSelect={() => {}}>
        Leave
      </MenuItem>
      <MenuItem icon={<Trash2 />} danger onSelect={() => {}}>
        Delete
      </MenuItem>
      <MenuItem disabled onSelect={() => {}}>
        Not for guests
      </MenuItem>
    </>
  );
}
