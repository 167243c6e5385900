// One message of the prompt, and the row for a run of hidden messages.
import type { Numbers } from '../../words/numbers.ts';
import { numbersOf } from '../../words/numbers.ts';
import type { Block } from '../../agent/request-record.ts';
import { firstLine, type Fold, linesOf, notesIn } from '../rows/ribbon-rows.ts';
import { useWords } from '../../words/words.ts';
import { memo } from '../memo.ts';

export interface RibbonBlockProps {
  readonly block: Block;
  readonly onShow: (block: Block, element: HTMLElement) => void;
  readonly onHide: () => void;
  readonly onOpen: (block: Block) => void;
}

/** Characters that are laid out; more would never be seen. */
const MOST_SHOWN = 320;

export const RibbonBlock = memo(
  ({ block, onShow, onHide, onOpen }: RibbonBlockProps) => {
    const words = useWords();
    const numbers = numbersOf(words.locale);
    const { kind, role, state, isCached, own, tokens, chips, tools, isStub } = block;
    const name = kind === 'message' ? words.roles[role] : words.ribbon[kind];
    const lines = kind === 'system' ? 1 : kind === 'overview' ? 3 : linesOf(tokens);
    return (
      <button
        type="button"
        class={`block state-${state} role-${role} kind-${kind} lines-${lines}`}
        data-cached={isCached}
        data-key={block.key}
        onPointerEnter={({ currentTarget }) => onShow(block, currentTarget)}
        onFocus={({ currentTarget }) => onShow(block, currentTarget)}
        onBlur={onHide}
        onClick={() => onOpen(block)}
      >
        <span class="block-name">{name}</span>
        <span class="visually-hidden">, {words.states[state]}</span>
        <span class="block-text">
          {role === 'tool' && <b>{tools.join(', ')} </b>}
          {kind !== 'ride' && firstLine(kind === 'overview' ? notesIn(own) : own, MOST_SHOWN)}
        </span>
        <span class="chips">
          {isStub && <span class="chip chip-stub">{words.ribbon.stub}</span>}
          {chips.map((chip, index) => (
            <span key={index} class={`chip chip-${chip.kind}`} data-new={chip.isNew}>
              {words.chips[chip.kind]}
              {chip.kind === 'meta' && percentIn(chip.text)}
            </span>
          ))}
        </span>
        <span class="block-tokens number">{numbers.short(tokens)}</span>
      </button>
    );
  },
  (before, after) =>
    before.block.state === after.block.state &&
    before.block.text === after.block.text &&
    before.block.isCached === after.block.isCached &&
    before.block.former === after.block.former &&
    before.block.chips.length === after.block.chips.length &&
    before.block.chips.every(({ isNew }, index) => isNew === after.block.chips[index]?.isNew),
);

function percentIn(meter: string): string {
  const found = /"tokens_percent":\s*(\d+)/.exec(meter)?.[1];
  return found === undefined ? '' : ` ${found} %`;
}

export interface FoldRowProps {
  readonly fold: Fold;
  readonly numbers: Numbers;
  readonly onOpen: (fold: Fold) => void;
}

export function FoldRow({ fold, numbers, onOpen }: FoldRowProps) {
  const words = useWords();
  const { first, last, tokens, paths, blocks } = fold;
  return (
    <button type="button" class={`fold lines-${linesOf(tokens / 8)}`} data-testid="fold" onClick={() => onOpen(fold)}>
      <b>{words.ribbon.fold(first, last, blocks.length)}</b>
      <span>
        {words.ribbon.foldTokens(numbers.short(tokens))}
        {paths.length > 0 && ` → ${paths.length === 1 ? paths[0] : words.ribbon.files(paths.length)}`}
      </span>
    </button>
  );
}
