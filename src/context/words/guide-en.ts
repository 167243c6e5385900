// The guide's English.
import { OVERVIEW } from '../../tree/paths.ts';
import { actionHintOf, bandRange, percentAt } from '../reminder/pressure.ts';
import { ADVICE } from './advice.ts';
import type { GuideFacts } from './guide.ts';
import { OVERVIEW_PATH } from './shown-paths.ts';

const BANDS_WITH_ADVICE = (['light', 'medium', 'heavy'] as const)
  .map((pressure) => `- ${bandRange(pressure)}%, ${actionHintOf(pressure)}: ${ADVICE.en[pressure]}`)
  .join('\n');

const and = (names: readonly string[], word = 'and'): string =>
  [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(` ${word} `);

export const guide = (facts: GuideFacts): string => (facts.full ? fullGuide(facts) : shortGuide(facts));

function shortGuide({ autonomy, fallbackPercent, tools }: GuideFacts): string {
  const { notes, files, items, lookUp, compacts, folder } = tools;
  const keeps = [
    ...(notes.length > 0
      ? [
          `- ${folder}${OVERVIEW}: your notes, always shown${folder && ` as ${OVERVIEW_PATH}`}. Keep them current with ${and(notes)}: ` +
            'task and next step, decisions with reasons, open problems, in short bullet points.',
        ]
      : []),
    ...(files.length > 0
      ? [
          `- ${folder}detail/ and ${folder}archive/: longer notes and the full text of what was hidden. Not shown; use ${and(files)}.`,
        ]
      : []),
    ...(items.length > 0 ? [`- Items: lasting facts and preferences. Use ${and(items)}.`] : []),
  ];
  const decides =
    autonomy === 'auto'
      ? 'The system compacts as the context fills up; compact_history does it earlier.'
      : `When to make room with compact_history is your decision; from ${fallbackPercent}% the system does it, less well.`;
  return [
    '## Working memory',
    '',
    `Older messages get hidden as the context fills up.${keeps.length > 0 ? ' What you keep here stays:' : ''}`,
    ...keeps,
    ...(lookUp.length > 0 ? [`Before you answer that you do not know, try ${and(lookUp, 'or')}.`] : []),
    ...(compacts ? [decides] : []),
  ].join('\n');
}

const DECIDES: Record<GuideFacts['autonomy'], string> = {
  llm: 'When and what to compact is your decision.',
  assisted: 'When and what to compact is your decision; you are asked when a new band begins.',
  auto: 'The system compacts when a new band begins; you may compact earlier.',
};

function fullGuide(facts: GuideFacts): string {
  const { notes, files, items, compacts, folder } = facts.tools;
  const given = [
    ...(notes.length > 0 ? [`${and(notes)} for ${folder}${OVERVIEW}`] : []),
    ...(files.length > 0 ? [`${and(files)} for files`] : []),
    ...(items.length > 0 ? [`${and(items)} for single facts`] : []),
    ...(compacts ? ['compact_history'] : []),
  ];
  const places = [
    ...(notes.length > 0
      ? [
          `- ${folder}${OVERVIEW} is shown in every request${folder && `, as ${OVERVIEW_PATH}`}. Bullet points, not paragraphs, on the present: task and next step, ` +
            `key decisions with reasons, project facts, open problems. Delete what is out of date${files.length > 0 ? '; point to detail/ for more' : ''}.`,
        ]
      : []),
    ...(files.length > 0
      ? [`- ${folder}detail/ holds longer notes, ${folder}archive/ finished work. Neither is shown: use ${and(files)}.`]
      : []),
  ];
  return [
    '## Working memory',
    'You have a memory outside this conversation. Maintaining it is your job: what you leave out may be hidden when history is compacted.',
    ...(places.length > 0 ? [places.join('\n')] : []),
    ...(notes.length > 0
      ? [
          `Update ${OVERVIEW} when a task starts, advances or ends, you make an important design decision, you find a problem or limit, ` +
            'the project changes (dependency, command, path), and after compacting. Not for small talk and simple questions, nor for ' +
            'debugging attempts without a major finding, nor to repeat what it says.',
        ]
      : []),
    ...(given.length > 0 ? [`Tools: ${given.join('; ')}.`] : []),
    ...(compacts ? strategy(facts) : []),
  ].join('\n\n');
}

function strategy({ autonomy, fallbackPercent, showsBlock }: GuideFacts): string[] {
  const from = percentAt('emergency');
  const emergency =
    fallbackPercent > from
      ? `${ADVICE.en.emergency}; from ${fallbackPercent}% the system compacts for you, less well`
      : `the system compacts for you${fallbackPercent < from ? ` from ${fallbackPercent}%` : ''}, less well; compact before that`;
  const meter = showsBlock
    ? 'A context_meta block shows how full the context window is (tokens_percent) and what to do (action_hint):'
    : 'A meter in the newest message shows how full the context window is. What to do:';
  return [
    [
      meter,
      `- below ${percentAt('light')}%: keep working, compact nothing`,
      BANDS_WITH_ADVICE,
      `- from ${from}%, ${actionHintOf('emergency')}: ${emergency}`,
    ].join('\n'),
    `${DECIDES[autonomy]} compact_history hides conversation, or tool results, which are large and quickly outdated. ` +
      'Always keep the last 3–5 turns, the state of the task with its next step, and key decisions with their reasons; ' +
      'recent tool results as long as they are useful.',
  ];
}
