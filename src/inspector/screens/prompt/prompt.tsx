// The prompt: the latest requests, with the content, the changes and the price of the chosen one.
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ShownRequest } from '../../model/request-log.ts';
import type { ScreenProps } from '../../views/screen-props.ts';
import { useFollowed } from '../../views/follow.ts';
import { useWords } from '../../views/language.ts';
import { Pane } from '../../views/pane.tsx';
import { change, clock, count } from '../../views/show-in.ts';
import { type MessageView, RequestMessages } from './request-messages.tsx';
import { Strata } from './strata.tsx';

/** Prices as docs/replay.md reckons them, in tokens at full price. */
const PRICE_OF_CACHED = 0.1;
const PRICE_OF_NEW = 1.25;

export function PromptScreen({ inspected }: ScreenProps): JSX.Element {
  const words = useWords();
  const requests = useFollowed(inspected.requests.requests);
  // Undefined means the latest, also when others come.
  const [picked, pick] = useState<number>();
  const [view, show] = useState<MessageView>('message');
  const found = requests.findIndex(({ number }) => number === picked);
  const place = found >= 0 ? found : requests.length - 1;
  const request = requests[place];
  if (!request) return <p class="stack quiet">{words.prompt.none}</p>;
  const before = requests[place - 1];
  const choose = (at: number): void => pick(at === requests.length - 1 ? undefined : requests[at]?.number);
  return (
    <div class="prompt">
      <Strata requests={requests} chosen={place} choose={choose} />
      <div class="lead">
        <span class="figure">{count(request.tokens.sent, words)}</span>
        <div>
          <p>
            {words.prompt.line(
              count(request.tokens.sent, words),
              count(request.tokens.cached, words),
              count(request.hiddenMessages, words),
            )}{' '}
            {reasonLine(request, words)}
          </p>
          <p class="quiet">
            {priceLine(request, before, words)} {clock(request.time, words)}
          </p>
        </div>
      </div>
      <div class="columns">
        {request.news?.messages ? (
          <RequestMessages
            key={request.number}
            messages={request.news.messages}
            before={before?.news?.messages}
            view={view}
            show={show}
          />
        ) : (
          <p class="stack quiet">{words.prompt.notKept}</p>
        )}
        <OwnWords request={request} />
      </div>
    </div>
  );
}

type Worded = ReturnType<typeof useWords>;

const reasonLine = ({ epoch, reason }: ShownRequest, { prompt }: Worded): string =>
  reason ? prompt.epoch(epoch, prompt.reasons[reason]) : prompt.within(epoch);

/**
 * Writes the price. Without a memory, the list of the request before would be cached, at most as much as the list holds
 * now.
 */
function priceLine({ tokens }: ShownRequest, before: ShownRequest | undefined, words: Worded): string {
  const price = tokens.cached * PRICE_OF_CACHED + tokens.fresh * PRICE_OF_NEW;
  const cached = Math.min(tokens.list, before?.tokens.list ?? 0);
  const whole = cached * PRICE_OF_CACHED + (tokens.list - cached) * PRICE_OF_NEW;
  const percent = whole > 0 ? price / whole - 1 : 0;
  return words.prompt.price(count(price, words), count(whole, words), change(percent, words));
}

function OwnWords({ request }: { readonly request: ShownRequest }): JSX.Element {
  const words = useWords();
  const parts = Object.entries(request.own) as [keyof typeof words.prompt.parts, number][];
  const texts = request.news?.texts ?? [];
  return (
    <Pane>
      <h3>{words.prompt.own}</h3>
      {parts.length === 0 && <p class="quiet">{words.nothing}</p>}
      {parts.length > 0 && (
        <table class="facts">
          <caption class="unseen">{words.prompt.own}</caption>
          <thead>
            <tr>
              <th scope="col">{words.prompt.part}</th>
              <th scope="col">{words.tokens}</th>
            </tr>
          </thead>
          <tbody>
            {parts.map(([part, tokens]) => (
              <tr key={part}>
                <th scope="row">{words.prompt.parts[part]}</th>
                <td>{count(tokens, words)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {texts.map(({ kind, text }, place) => (
        <pre key={`${place} ${kind}`} class={kind === 'notes' ? 'diff added' : 'diff'}>
          {text}
        </pre>
      ))}
    </Pane>
  );
}
