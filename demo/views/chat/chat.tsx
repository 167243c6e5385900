// The conversation with its tool calls, above the story's controls.
import { useMemo, useRef } from 'preact/hooks';
import { useCell } from '../../state/cell.ts';
import { answerSoFar, chatEntries } from '../rows/chat-entries.ts';
import type { Stage } from '../../state/stage.ts';
import { useWords } from '../../words/words.ts';
import { ChatMessageView } from './chat-message.tsx';
import { useFollowEnd } from '../keys/follow-end.ts';
import { PlayerBar } from './player-bar.tsx';

export function Chat({ stage }: { readonly stage: Stage }) {
  const words = useWords();
  const messages = useCell(stage.conversation.messages);
  const saying = useCell(stage.conversation.saying);
  const { isBusy } = useCell(stage.player.state);
  const said = useMemo(() => chatEntries(messages), [messages]);
  const entries = useMemo(
    () => (isBusy && saying !== '' ? [...said, answerSoFar(messages.length, saying)] : said),
    [said, isBusy, saying],
  );
  const list = useRef<HTMLDivElement>(null);
  const { isAtEnd, toEnd, onScroll } = useFollowEnd(list, entries);

  return (
    <section class="part chat" aria-labelledby="chat-heading" data-testid="chat">
      <header class="part-head">
        <h2 id="chat-heading">{words.chat.heading}</h2>
        {isBusy && <span class="working" role="status" aria-label={words.chat.thinking} title={words.chat.thinking} />}
      </header>
      <div
        class="messages"
        ref={list}
        role="log"
        aria-label={words.chat.log}
        aria-live="off"
        tabIndex={0}
        onScroll={onScroll}
      >
        {entries.length === 0 && <p class="empty">{words.chat.empty}</p>}
        {entries.map((entry) => (
          <ChatMessageView key={entry.index} entry={entry} />
        ))}
      </div>
      {!isAtEnd && (
        <button type="button" class="to-end" onClick={toEnd}>
          ↓ {words.chat.jump}
        </button>
      )}
      <PlayerBar stage={stage} />
      <Composer stage={stage} isBusy={isBusy} />
    </section>
  );
}

function Composer({ stage, isBusy }: { readonly stage: Stage; readonly isBusy: boolean }) {
  const words = useWords();
  const input = useRef<HTMLTextAreaElement>(null);
  const send = (): void => {
    const text = input.current?.value.trim() ?? '';
    if (text === '' || isBusy || !input.current) return;
    input.current.value = '';
    stage.player.say(text);
  };
  return (
    <form
      class="composer"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <textarea
        ref={input}
        rows={1}
        aria-label={words.chat.input}
        placeholder={words.chat.placeholder}
        data-testid="say"
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
          event.preventDefault();
          send();
        }}
      />
      <button type="submit" disabled={isBusy} data-testid="send">
        {words.chat.send}
      </button>
    </form>
  );
}
