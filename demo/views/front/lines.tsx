// What was said in this visit and what the memory answered; before that, what it knows from former ones.
import { useEffect, useRef } from 'preact/hooks';
import { useCell } from '../../state/cell.ts';
import type { Home, Line } from '../../state/front/home.ts';
import type { Known, Reply } from '../../talk/talk.ts';
import { type FrontWords, useFront } from '../../words/front.ts';
import { useWords } from '../../words/words.ts';
import { whenOf } from './when.ts';

export function Welcome({ home: { knownBefore } }: { readonly home: Home }) {
  const { locale } = useWords();
  const { front } = useFront();
  const [latest] = knownBefore;
  if (!latest) return null;
  const files = new Set(knownBefore.flatMap(({ file }) => file ?? []));
  const said = knownBefore.filter(({ file }) => file === undefined).length;
  return (
    <section class="front-welcome" data-testid="welcome">
      <p>{front.welcome(knownBefore.length, said, files.size)}</p>
      <Quotation known={latest} />
      <p class="quiet">{whyOf(latest, front, locale)}</p>
    </section>
  );
}

export const whyOf = ({ file, time }: Known, front: FrontWords['front'], locale: string): string =>
  file === undefined ? front.said(whenOf(time, locale)) : front.read(file, whenOf(time, locale));

export function Lines({ home }: { readonly home: Home }) {
  const { front } = useFront();
  const lines = useCell(home.lines);
  const end = useRef<HTMLSpanElement>(null);
  useEffect(() => end.current?.scrollIntoView({ block: 'nearest' }), [lines]);
  if (lines.length === 0) return null;
  return (
    <div class="front-lines" role="log" aria-label={front.log} data-testid="lines">
      {lines.map((line, at) => (
        <div key={at} class={`line-${line.kind}`}>
          <LineText line={line} />
        </div>
      ))}
      <span ref={end} />
    </div>
  );
}

function LineText({ line }: { readonly line: Line }) {
  const { front } = useFront();
  if (line.kind === 'said') return <p class="front-said">{line.text}</p>;
  if (line.kind === 'dropped') return <p>{front.dropped(line.file, line.kept, line.skipped)}</p>;
  return <Answer reply={line.reply} />;
}

function Answer({ reply }: { readonly reply: Reply }) {
  const { locale } = useWords();
  const { front } = useFront();
  if (reply.kind === 'kept') return <p class="quiet">{front.kept}</p>;
  if (reply.kind === 'forgotten') return <p>{front.forgotten(reply.count)}</p>;
  if (reply.kind !== 'quoted') return <p>{front[reply.kind]}</p>;
  const { file, time } = reply.known;
  const when = whenOf(time, locale);
  return (
    <div data-testid="quotation" data-sure={reply.sure}>
      <p>{!reply.sure ? front.near : file === undefined ? front.quoted(when) : front.quotedFile(file, when)}</p>
      <Quotation known={reply.known} />
      {!reply.sure && <p class="quiet">{whyOf(reply.known, front, locale)}</p>}
    </div>
  );
}

const Quotation = ({ known: { text } }: { readonly known: Known }) => <blockquote>{text}</blockquote>;
