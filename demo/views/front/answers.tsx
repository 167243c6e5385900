// The late questions, and each lane's answer: right or wrong.
import { LANES, type Told } from '../../agent/lanes/race.ts';
import { verdicts } from '../../state/front/lanes.ts';
import type { Week } from '../../story/week/week.ts';
import { useFront } from '../../words/front.ts';

export function Answers({ story, told }: { readonly story: Week; readonly told: readonly Told[] }) {
  const { lanes } = useFront();
  const known = verdicts(story, told);
  if (known.length === 0) return null;
  return (
    <div class="answers-frame" role="region" tabIndex={0} aria-label={lanes.facts}>
      <table class="answers" data-testid="answers">
        <thead>
          <tr>
            <th scope="col">{lanes.asked}</th>
            {LANES.map((lane) => (
              <th key={lane} scope="col">
                {lanes.names[lane]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {known.map((verdict, at) => {
            const { turn, saidIn } = story.asked[at] as Week['asked'][number];
            return (
              <tr key={turn}>
                <th scope="row">
                  {story.turns[turn]} <span class="quiet">{lanes.saidAt(saidIn + 1)}</span>
                </th>
                {LANES.map((lane) => (
                  <td key={lane} data-column={lanes.names[lane]} data-verdict={verdict[lane]}>
                    <b>{lanes[verdict[lane]]}</b> {told[turn]?.answers[lane]}
                  </td>
                ))}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
