// Table of the facts that at least one policy had lost when an answer needed them, with the words around them.
import { type Fate, POLICIES, type Step } from '../../agent/replay/replay.ts';
import { messageText } from '../../agent/message-text.ts';
import { useCell } from '../../state/cell.ts';
import type { Simulation } from '../../state/front/simulation.ts';
import { useFront } from '../../words/front.ts';
import { isOut } from './verdict.ts';

const VERDICTS: Readonly<Record<Fate, string>> = {
  shown: 'right',
  found: 'right',
  summarized: 'unknown',
  lost: 'wrong',
};
/** Most rows shown; nobody would read more. */
const MOST = 60;
/** Letters of the message shown around the fact. */
const AROUND = 60;

export function LostFacts({ steps, state }: { readonly steps: readonly Step[]; readonly state: Simulation }) {
  const { simulate } = useFront();
  const list = useCell(state.chosen)?.list ?? [];
  const needs = steps.flatMap((step) => step.needs);
  const lost = needs.filter(({ fates }) => POLICIES.some((policy) => isOut(fates[policy])));
  if (lost.length === 0) return <p>{simulate.nothingLost(needs.length)}</p>;
  return (
    <div class="answers-frame" role="region" tabIndex={0} aria-label={simulate.facts}>
      <table class="answers lost-facts" data-testid="lost-facts">
        <thead>
          <tr>
            <th scope="col">{simulate.facts}</th>
            {POLICIES.map((policy) => (
              <th key={policy} scope="col">
                {simulate.names[policy]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lost.slice(0, MOST).map(({ fact, saidAt, neededAt, fates }) => (
            <tr key={fact}>
              <th scope="row">
                <b>{fact}</b> <span class="quiet">{simulate.saidAndNeeded(saidAt + 1, neededAt + 1)}</span>
                <br />
                <span class="quiet">{around(list[saidAt] ? messageText(list[saidAt]) : '', fact)}</span>
              </th>
              {POLICIES.map((policy) => (
                <td key={policy} data-column={simulate.names[policy]} data-verdict={VERDICTS[fates[policy]]}>
                  <b>{simulate.fates[fates[policy]]}</b>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {lost.length > MOST && <p class="quiet">{simulate.more(lost.length - MOST)}</p>}
    </div>
  );
}

function around(text: string, fact: string): string {
  const at = text.indexOf(fact);
  const from = Math.max(0, at - AROUND);
  const part = text.slice(from, at + fact.length + AROUND).replaceAll(/\s+/g, ' ');
  return `${from > 0 ? '…' : ''}${part}${at + fact.length + AROUND < text.length ? '…' : ''}`;
}
