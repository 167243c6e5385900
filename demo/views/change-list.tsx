// The difference between two texts, line by line.
import { useMemo } from 'preact/hooks';
import { changeLines } from './rows/line-change.ts';
import { useWords } from '../words/words.ts';

const SIGN = { same: '', added: '+', removed: '−', gap: '⋯' } as const;

export interface ChangeListProps {
  readonly before: string;
  readonly after: string;
  readonly label: string;
}

export function ChangeList({ before, after, label }: ChangeListProps) {
  const words = useWords();
  const lines = useMemo(() => changeLines(before, after), [before, after]);
  return (
    <div class="change" role="group" tabIndex={0} aria-label={label} data-testid="change">
      {lines.map(({ kind, text }, index) => (
        <div key={index} class={`line line-${kind}`}>
          <span class="sign">{SIGN[kind]}</span>
          <span class="line-text">{kind === 'gap' ? words.difference.unchanged(Number(text)) : text || ' '}</span>
        </div>
      ))}
    </div>
  );
}
