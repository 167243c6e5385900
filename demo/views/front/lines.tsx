// Lines of this visit with the replies of the memory, and a welcome with the facts known from former visits.
import { useCell } from '../../state/cell.ts';
import type { Home } from '../../state/front/home.ts';
import type { Line } from '../../state/front/visit.ts';
import type { Imported } from '../../talk/imports.ts';
import type { Known, Reply } from '../../talk/talk.ts';
import { type FrontWords, useFront } from '../../words/front.ts';
import { useWords } from '../../words/words.ts';
import { whenOf } from './when.ts';

export function Welcome({ home }: { readonly home: Home }) {
  const { locale } = useWords();
  const { front } = useFront();
  const ids = new Set(useCell(home.known).map(({ id }) => id));
  const knownBefore = home.knownBefore.filter(({ id }) => ids.has(id));
  const [latest] = knownBefore;
  if (!latest) return null;
  const chats = knownBefore.filter(({ chat }) => chat !== undefined);
  const messages = chats.reduce((sum, { messages: count = 0 }) => sum + count, 0);
  return (
    <section class="front-welcome" data-testid="welcome">
      <p>{front.welcome(knownBefore.length - chats.length, messages, chats.length)}</p>
      <Quotation known={latest} />
      <p class="quiet">{whyOf(latest, front, locale)}</p>
    </section>
  );
}

export const whyOf = ({ time, messages }: Known, front: FrontWords['front'], locale: string): string =>
  messages === undefined ? front.said(whenOf(time, locale)) : front.chat(messages, whenOf(time, locale));

export function Lines({ home }: { readonly home: Home }) {
  const { front } = useFront();
  const lines = useCell(home.lines);
  // Rendered even while empty: a screen reader announces only additions to a log that is already there.
  return (
    <div class="front-lines" role="log" aria-label={front.log} data-testid="lines">
      {lines.map((line, at) => (
        <div key={at} class={`line-${line.kind}`}>
          <LineText line={line} />
        </div>
      ))}
    </div>
  );
}

function LineText({ line }: { readonly line: Line }) {
  if (line.kind === 'said') return <p class="front-said">{line.text}</p>;
  if (line.kind === 'imported') return <ImportedLine imported={line.imported} />;
  return <Answer reply={line.reply} />;
}

function ImportedLine({ imported }: { readonly imported: Imported }) {
  const { front } = useFront();
  const { file, conversations, read, kept, findable, refused } = imported;
  return (
    <div data-testid="imported">
      <p>{front.imported(file, conversations, read, kept)}</p>
      <p class="quiet">
        {front.findable(findable)} {refused > 0 && front.refused(refused)}
      </p>
    </div>
  );
}

function Answer({ reply }: { readonly reply: Reply }) {
  const { locale } = useWords();
  const { front } = useFront();
  if (reply.kind === 'kept') return <p class="quiet">{front.kept}</p>;
  if (reply.kind === 'forgotten') return <p>{front.forgotten(reply.count, reply.chat)}</p>;
  if (reply.kind === 'too-short') return <p>{front.tooShort(reply.text, reply.chat, reply.shortest)}</p>;
  if (reply.kind === 'listed') return <List {...reply} />;
  if (reply.kind !== 'quoted') return <p>{front[reply.kind]}</p>;
  const { chat, time } = reply.known;
  const when = whenOf(time, locale);
  return (
    <div data-testid="quotation" data-sure={reply.sure}>
      <p>{!reply.sure ? front.near : chat === undefined ? front.quoted(when) : front.quotedChat(chat, when)}</p>
      <Quotation known={reply.known} />
      {!reply.sure && <p class="quiet">{chat === undefined ? front.said(when) : front.quotedChat(chat, when)}</p>}
    </div>
  );
}

function List({ known, more, sure }: Reply & { readonly kind: 'listed' }) {
  const { locale } = useWords();
  const { front } = useFront();
  return (
    <div data-testid="listed">
      <p>{sure ? front.listed : front.near}</p>
      {known.map((one) => (
        <div key={one.id}>
          <Quotation known={one} />
          <p class="quiet">{whyOf(one, front, locale)}</p>
        </div>
      ))}
      {more > 0 && <p class="quiet">{front.more(more)}</p>}
    </div>
  );
}

const Quotation = ({ known: { text } }: { readonly known: Known }) => <blockquote>{text}</blockquote>;
