import { PanelRightClose } from 'lucide-react';
import { strings } from '../../../strings.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { countRender } from '../../../ui/render-count.ts';
import { hidePanel } from '../layout-store.ts';
import { usePanel } from '../use-panel.ts';
import { ChatForm } from './chat-form.tsx';
import { ChatList } from './chat-list.tsx';
import { TypingLine } from './typing-line.tsx';
import './chat.css';

export function Chat() {
  countRender();
  const { panel, hideButton } = usePanel('chat');
  return (
    <aside ref={panel} className="chat" aria-label={strings.chat.title}>
      <div className="panel-head ruled">
        <h2>{strings.chat.title}</h2>
        <IconButton ref={hideButton} label={strings.room.hideChat} onClick={() => hidePanel('chat')}>
          <PanelRightClose />
        </IconButton>
      </div>
      <ChatList />
      <TypingLine />
      <ChatForm />
    </aside>
  );
}
