import { PanelRightClose } from 'lucide-react';
import { strings } from '../../../strings.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { countRender } from '../../../ui/render-count.ts';
import { foldPanel } from '../layout-store.ts';
import { usePanel } from '../use-panel.ts';
import { ChatForm } from './chat-form.tsx';
import { ChatList } from './chat-list.tsx';
import { TypingLine } from './typing-line.tsx';
import './chat.css';

/** What was said, and a field to say something. */
export function Chat() {
  countRender();
  const { panel, closer } = usePanel('chat');
  return (
    <aside ref={panel} className="chat" aria-label={strings.chat.title}>
      <div className="panel-head ruled">
        <h2>{strings.chat.title}</h2>
        <IconButton ref={closer} label={strings.room.hideChat} onClick={() => foldPanel('chat')}>
          <PanelRightClose />
        </IconButton>
      </div>
      <ChatList />
      <TypingLine />
      <ChatForm />
    </aside>
  );
}
