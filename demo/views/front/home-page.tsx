// The first screen: claim, picture, lines of this visit, an input that stays in sight, and known facts with sources.
import { useEffect, useRef } from 'preact/hooks';
import { firstSession, queryOf } from '../../state/address.ts';
import { useCell } from '../../state/cell.ts';
import type { Home } from '../../state/front/home.ts';
import { useFront } from '../../words/front.ts';
import { FrontFrame } from './front-frame.tsx';
import { Lines, Welcome } from './lines.tsx';
import { Strata } from './strata.tsx';
import { useDrop } from './use-drop.ts';
import { WhyList } from './why-list.tsx';

export function HomePage({ home }: { readonly home: Home }) {
  const { address } = home;
  const { front } = home.front;
  const isOver = useDrop(home.drop);
  return (
    <FrontFrame of={home} isOver={isOver}>
      <main>
        <div class="front-claim">
          <h1>{front.claim}</h1>
          <p>{front.about}</p>
        </div>
        <Strata home={home} />
        <Welcome home={home} />
        <Lines home={home} />
        <ReadingLine home={home} />
        <Input home={home} />
        <Choices home={home} />
        <WhyList home={home} />
      </main>
      <nav class="front-links" aria-labelledby="further">
        <h2 id="further">{front.further}</h2>
        <a href={queryOf({ ...address, view: 'week' })} data-testid="week">
          {front.links.week}
        </a>
        <a href={queryOf({ ...address, view: 'short' })} data-testid="short">
          {front.links.short}
        </a>
        <a href={queryOf({ ...address, view: 'simulate' })} data-testid="simulate">
          {front.links.simulate}
        </a>
        <a href={queryOf({ ...address, view: 'inside', session: firstSession(address.language) })} data-testid="inside">
          {front.links.inside}
        </a>
      </nav>
    </FrontFrame>
  );
}

/** Progress of the file that is being read. */
function ReadingLine({ home }: { readonly home: Home }) {
  const { front } = useFront();
  const reading = useCell(home.reading);
  if (!reading) return null;
  return (
    <p class="front-reading" role="status">
      {front.reading(reading.file)} <progress aria-label={front.reading(reading.file)} value={reading.share} />
    </p>
  );
}

function Input({ home }: { readonly home: Home }) {
  const { front } = useFront();
  const input = useRef<HTMLInputElement>(null);
  const isPrivate = useCell(home.isPrivate);
  return (
    <form
      class="front-input"
      data-private={isPrivate}
      onSubmit={(event) => {
        event.preventDefault();
        const text = input.current?.value.trim() ?? '';
        if (!input.current || text === '') return;
        void home.say(text);
        input.current.value = '';
      }}
    >
      <input
        ref={input}
        type="text"
        autocomplete="off"
        aria-label={front.input}
        placeholder={front.input}
        data-testid="tell"
      />
      <button type="submit" class="primary" data-testid="send">
        {front.send}
      </button>
    </form>
  );
}

/** Examples, file and private chat: further choices below the input, scrolled into sight after each line. */
function Choices({ home }: { readonly home: Home }) {
  const { front } = useFront();
  const place = useRef<HTMLDivElement>(null);
  const file = useRef<HTMLInputElement>(null);
  const isPrivate = useCell(home.isPrivate);
  const { length } = useCell(home.lines);
  useEffect(() => {
    if (length > 0) place.current?.scrollIntoView({ block: 'nearest' });
  }, [length]);
  return (
    <div class="front-choices" ref={place}>
      <p class="front-examples">
        <span>{front.try}</span>
        {front.examples.map((example) => (
          <button key={example} type="button" onClick={() => void home.say(example)}>
            {example}
          </button>
        ))}
      </p>
      <button type="button" class="plain" onClick={() => file.current?.click()}>
        {front.drop}
      </button>
      <input
        ref={file}
        type="file"
        hidden
        multiple
        data-testid="file"
        onChange={({ currentTarget }) => {
          void home.drop([...(currentTarget.files ?? [])]);
          currentTarget.value = '';
        }}
      />
      <button
        type="button"
        class="switch"
        role="switch"
        aria-checked={isPrivate}
        data-testid="private"
        onClick={() => home.setPrivate(!isPrivate)}
      >
        {front.privateLabel}
      </button>
    </div>
  );
}
