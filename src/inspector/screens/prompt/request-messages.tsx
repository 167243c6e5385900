// The messages of one request as text, difference or JSON, each marked as new or as in the request before.
import type { JSX } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { type ComparedRequests, comparedRequests, jsonOf, outlineOf } from '../../figures/request-diff.ts';
import { CopyButton } from '../../views/copy-button.tsx';
import { useWords } from '../../views/language.ts';
import { Pane } from '../../views/pane.tsx';
import { WindowedTable } from '../../views/windowed-table.tsx';

interface MessagesProps {
  readonly messages: readonly unknown[];
  readonly before: readonly unknown[] | undefined;
  readonly view: MessageView;
  show(view: MessageView): void;
}

interface MessageRow {
  readonly place: number;
  readonly message: unknown;
  readonly isSame: boolean;
}

export type MessageView = 'message' | 'diff' | 'json';
const VIEWS: readonly MessageView[] = ['message', 'diff', 'json'];

export function RequestMessages({ messages, before, view, show }: MessagesProps): JSX.Element {
  const words = useWords();
  const compared = useMemo(() => comparedRequests(before ?? [], messages), [before, messages]);
  const rows = useMemo(
    () => messages.map((message, place): MessageRow => ({ place, message, isSame: place < compared.common })),
    [messages, compared],
  );
  const [chosen, choose] = useState<MessageRow | undefined>(rows.at(-1));
  return (
    <div class="column">
      <div class="lead">
        {VIEWS.map((each) => (
          <button key={each} type="button" aria-pressed={view === each} onClick={() => show(each)}>
            {words.prompt.views[each]}
          </button>
        ))}
        <CopyButton title={words.prompt.copyAll} text={() => jsonOf(messages, 2)} />
      </div>
      {view === 'diff' ? (
        <Compared compared={compared} isKnown={before !== undefined} />
      ) : (
        <div class="columns">
          <WindowedTable
            caption={words.prompt.messages}
            rows={rows}
            keyOf={({ place }) => String(place)}
            chosen={String(chosen?.place)}
            onChoose={choose}
            chooser={1}
            columns={[
              { title: words.prompt.role, look: 'brief', cell: ({ message }) => outlineOf(message).role },
              { title: words.text, look: 'wide', cell: ({ message }) => outlineOf(message).text.slice(0, 200) || '…' },
              {
                title: words.prompt.state,
                look: 'spare',
                cell: ({ isSame }) => (isSame ? words.prompt.states.same : <mark>{words.prompt.states.come}</mark>),
              },
            ]}
          />
          <Pane>
            {chosen ? (
              <Message message={chosen.message} isJson={view === 'json'} />
            ) : (
              <p class="quiet">{words.prompt.choose}</p>
            )}
          </Pane>
        </div>
      )}
    </div>
  );
}

function Message({ message, isJson }: { readonly message: unknown; readonly isJson: boolean }): JSX.Element {
  if (isJson) return <pre>{jsonOf(message, 2)}</pre>;
  const { role, text } = outlineOf(message);
  return (
    <>
      <p class="quiet mono">{role}</p>
      <p class="said">{text}</p>
    </>
  );
}

const MOST_SHOWN = 100;

function Compared({
  compared,
  isKnown,
}: {
  readonly compared: ComparedRequests;
  readonly isKnown: boolean;
}): JSX.Element {
  const { prompt } = useWords();
  if (!isKnown) return <p class="stack quiet">{prompt.noBefore}</p>;
  const { common, gone, come } = compared;
  const lines = (all: readonly unknown[], kind: 'added' | 'removed', title: string): JSX.Element[] =>
    all.slice(0, MOST_SHOWN).map((message, place) => {
      const { role, text } = outlineOf(message);
      return (
        <pre key={`${kind}${place}`} class={`diff ${kind}`}>
          <span class="unseen">{title}: </span>
          {kind === 'added' ? '+' : '−'} {role}: {text.slice(0, 2000)}
        </pre>
      );
    });
  return (
    <Pane>
      <p>
        {prompt.common(common)} {gone.length === 0 && prompt.noChange}
      </p>
      {lines(gone, 'removed', prompt.gone)}
      {lines(come, 'added', prompt.come)}
    </Pane>
  );
}
