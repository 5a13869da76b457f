import { AtSign, Copy, Ellipsis, Trash2 } from 'lucide-react';
import { useParts } from '../../../app/app-parts.ts';
import { strings } from '../../../strings.ts';
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../../../ui/menu.tsx';
import { notify } from '../../../ui/toast-store.ts';
import { usePermissions } from '../moderation/use-permissions.ts';
import { useRoomParts } from '../room-parts.ts';
import { useRoom } from '../room-store.ts';
import type { MessageLine } from './chat-lines.ts';
import { useDraft } from './draft-store.ts';

/** Actions for one message. The arrow keys reach them from the list, so that Tab does not stop at every message. */
export function MessageActions({ line }: { readonly line: MessageLine }) {
  const { bridge } = useParts();
  const { chat } = useRoomParts();
  const isGuest = useRoom((state) => state.guest);
  const permissions = usePermissions();
  const words = strings.chat;
  const copy = () => {
    bridge.copyText(line.text).then(
      () => notify(words.copied),
      () => notify(words.notCopied),
    );
  };
  return (
    <Menu
      trigger={
        <button
          type="button"
          className="icon-button chat-more"
          tabIndex={-1}
          aria-label={words.more({ name: line.name })}
        >
          <Ellipsis />
        </button>
      }
    >
      <MenuItem icon={<Copy />} onSelect={copy}>
        {words.copy}
      </MenuItem>
      <MenuItem icon={<AtSign />} disabled={isGuest} onSelect={() => useDraft.getState().mention(line.name)}>
        {words.mention({ name: line.name })}
      </MenuItem>
      <MenuSeparator />
      <MenuItem icon={<Trash2 />} danger disabled={!permissions.mayModerate} onSelect={() => void chat.remove(line.id)}>
        {words.remove}
      </MenuItem>
      {!permissions.mayModerate && <MenuLabel>{words.removeHint}</MenuLabel>}
    </Menu>
  );
}
