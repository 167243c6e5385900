// Frame of the first screen, the lanes and the simulator: wording, header, and notices.
import type { ComponentChildren } from 'preact';
import type { Address } from '../../state/address.ts';
import type { Notices } from '../../state/notices.ts';
import { FrontContext, type FrontWords } from '../../words/front.ts';
import { type Words, WordsContext } from '../../words/words.ts';
import { NoticeLine } from '../notice-line.tsx';
import { Brand, PageButtons } from '../page-buttons.tsx';

export interface FrontFrameProps {
  readonly of: {
    readonly address: Address;
    readonly words: Words;
    readonly front: FrontWords;
    readonly notices: Notices;
  };
  /** Whether a file is dragged over the page. */
  readonly isOver?: boolean;
  readonly children: ComponentChildren;
}

export function FrontFrame({ of: { address, words, front, notices }, isOver, children }: FrontFrameProps) {
  return (
    <WordsContext.Provider value={words}>
      <FrontContext.Provider value={front}>
        <div class="front" data-over={isOver}>
          <header class="toolbar">
            <Brand address={address}>
              <p class="front-name">{words.title}</p>
            </Brand>
            <nav aria-label={words.toolbar.label}>
              <PageButtons address={address} />
            </nav>
          </header>
          {children}
        </div>
        <NoticeLine notices={notices} />
      </FrontContext.Provider>
    </WordsContext.Provider>
  );
}
