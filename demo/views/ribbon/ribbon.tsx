// The prompt itself: what was sent with the latest request, message by message.
import type { EpochReason } from 'working-memory';
import { useMemo, useRef, useState } from 'preact/hooks';
import { useCell } from '../../state/cell.ts';
import { numbersOf } from '../../words/numbers.ts';
import type { Block } from '../../agent/request-record.ts';
import { type Fold, rowsOf } from '../rows/ribbon-rows.ts';
import type { Stage } from '../../state/stage.ts';
import { useWords } from '../../words/words.ts';
import { DifferenceDialog } from './difference-dialog.tsx';
import { useFollowEnd } from '../keys/follow-end.ts';
import { useOneTabStop } from '../keys/one-tab-stop.ts';
import { type Hovered, HoverCard } from './hover-card.tsx';
import { FoldRow, RibbonBlock } from './ribbon-block.tsx';
import { Tube } from './tube.tsx';

export function Ribbon({ stage }: { readonly stage: Stage }) {
  const words = useWords();
  const numbers = numbersOf(words.locale);
  const record = useCell(stage.conversation.record);
  const limit = useCell(stage.conversation.contextWindow);
  const [hovered, hover] = useState<Hovered>();
  const [opened, open] = useState<Block>();
  const list = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => record && rowsOf(record), [record]);

  // Requests that go on in an epoch do not say again why it began.
  const epoch = useRef<{ number: number; reason: EpochReason }>(undefined);
  if (record?.epochReason) epoch.current = { number: record.epoch, reason: record.epochReason };
  const reason = epoch.current?.number === record?.epoch ? epoch.current?.reason : undefined;

  const { onScroll } = useFollowEnd(list, record);
  const body = useRef<HTMLDivElement>(null);
  useOneTabStop(body, rows, { entries: '.block, .fold', enters: 'last' });

  const ended = (): void => hover(undefined);
  const show = (block: Block, element: HTMLElement): void => hover({ block, place: element.getBoundingClientRect() });
  const showFold = (fold: Fold): void => {
    const path = fold.paths.at(-1);
    if (path !== undefined) stage.chosenFile.set(path);
    else open(fold.blocks[0]);
  };

  return (
    <section class="part ribbon" id="ribbon" tabIndex={-1} aria-labelledby="ribbon-heading" data-testid="ribbon">
      <header class="part-head">
        <h2 id="ribbon-heading">{words.ribbon.heading}</h2>
        {record && (
          <span class="number quiet" data-testid="request">
            {words.ribbon.request(record.number)}
          </span>
        )}
        <ul class="legend" aria-label={words.ribbon.legend}>
          {(['cached', 'new', 'injected', 'hidden'] as const).map((state) => (
            <li key={state} class={`key state-${state}`}>
              {words.states[state]}
            </li>
          ))}
        </ul>
      </header>
      {!record || !rows ? (
        <RibbonGuide />
      ) : (
        <div class="ribbon-body" ref={body} onPointerLeave={ended}>
          <Tube record={record} limit={limit} />
          <div class="ribbon-rows" role="group" aria-label={words.ribbon.blocks}>
            <div class="ribbon-pinned">
              <p class="tools-line quiet">
                {words.ribbon.tools} <span class="number">{numbers.short(record.toolTokens)}</span>
              </p>
              {rows.head.map((block) => (
                <RibbonBlock key={block.key} block={block} onShow={show} onHide={ended} onOpen={open} />
              ))}
              <p class="epoch" data-testid="epoch" key={record.epoch}>
                <span>
                  <b>{words.ribbon.epoch(record.epoch)}</b>
                  {reason !== undefined && ` · ${words.epochs[reason]}`}
                </span>
              </p>
              {rows.fold && <FoldRow fold={rows.fold} numbers={numbers} onOpen={showFold} />}
            </div>
            <div
              class="ribbon-history"
              ref={list}
              onScroll={(event) => {
                onScroll(event);
                ended();
              }}
            >
              {rows.history.map((row) =>
                row.kind === 'fold' ? (
                  <FoldRow key={row.fold.key} fold={row.fold} numbers={numbers} onOpen={showFold} />
                ) : (
                  <RibbonBlock key={row.block.key} block={row.block} onShow={show} onHide={ended} onOpen={open} />
                ),
              )}
            </div>
          </div>
        </div>
      )}
      {hovered && !opened && <HoverCard {...hovered} />}
      {opened && <DifferenceDialog block={opened} stage={stage} onClose={() => open(undefined)} />}
    </section>
  );
}

/** What the colours will say, before there is anything to colour. */
function RibbonGuide() {
  const words = useWords();
  return (
    <div class="guide">
      <p>{words.ribbon.none}</p>
      <ol>
        <li class="block kind-overview">{words.ribbon.guide.overview}</li>
        <li class="fold">{words.ribbon.guide.hidden}</li>
        <li class="block state-cached">{words.ribbon.guide.cached}</li>
        <li class="block state-injected">{words.ribbon.guide.injected}</li>
        <li class="block state-new">{words.ribbon.guide.new}</li>
      </ol>
    </div>
  );
}
