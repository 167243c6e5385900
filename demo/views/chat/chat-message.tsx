// One message of the conversation.
import { useEffect, useState } from 'preact/hooks';
import type { ChatEntry, ShownCall } from '../rows/chat-entries.ts';
import { markup, mayBeMarkdown } from '../rows/markup.ts';
import { useWords } from '../../words/words.ts';
import { memo } from '../memo.ts';

export const ChatMessageView = memo(
  ({ entry }: { readonly entry: ChatEntry }) => {
    const { role, text, calls } = entry;
    return (
      <div class={`message message-${role}`} data-testid={`message-${role}`}>
        {text !== '' && (role === 'user' ? <p class="bubble">{text}</p> : <Markdown text={text} />)}
        {calls.map((call) => (
          <CallView key={call.id} call={call} />
        ))}
      </div>
    );
  },
  ({ entry: before }, { entry: after }) =>
    before.text === after.text &&
    before.calls.length === after.calls.length &&
    before.calls.every(({ result }, index) => result === after.calls[index]?.result),
);

/** Shows plain text until the markup is ready. */
function Markdown({ text }: { readonly text: string }) {
  const [html, show] = useState<string>();
  useEffect(() => {
    let isCurrent = true;
    if (mayBeMarkdown(text)) void markup(text).then((made) => isCurrent && show(made));
    return () => {
      isCurrent = false;
    };
  }, [text]);
  if (html === undefined) return <p class="bubble prose plain-text">{text}</p>;
  return <div class="bubble prose" dangerouslySetInnerHTML={{ __html: html }} />;
}

/** Tools that write to the memory, shown differently from lookups. */
const WRITING = ['write', 'edit', 'memorize', 'compact_history', 'forget'];

function CallView({ call }: { readonly call: ShownCall }) {
  const words = useWords();
  return (
    <details class="call" data-writing={WRITING.includes(call.name)}>
      <summary aria-label={`${words.chat.call(call.name)} ${call.subject}`}>
        <b>{call.name}</b> <span>{call.subject}</span>
      </summary>
      <p>{words.chat.arguments}</p>
      <pre tabIndex={0}>{indented(call.input)}</pre>
      {call.result !== undefined && (
        <>
          <p>{words.chat.result}</p>
          <pre tabIndex={0}>{call.result}</pre>
        </>
      )}
    </details>
  );
}

function indented(json: string): string {
  try {
    return JSON.stringify(JSON.parse(json), null, 2).replaceAll(String.raw`\n`, '\n  ');
  } catch {
    return json;
  }
}
