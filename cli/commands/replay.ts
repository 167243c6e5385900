import { fixedWindow, shareWindow, type WindowRule } from '../../replay/runs/windows.ts';
import { type Command, EXIT, FROM, JSON_LINE, SESSION, UsageError, WORKSPACE } from '../command.ts';
import { answersIn, type PolicyCost, replayed } from '../replay/policies.ts';
import { transcriptsOf } from '../replay/transcripts.ts';
import { counted, oneLine, rows } from '../wording.ts';

/** Window as a share of the conversation where none is named: small enough that every policy must drop something. */
const SHARE = 0.5;
const SMALLEST = 1000;
/** Lost facts printed per policy. */
const SHOWN = 5;

export const replay: Command = {
  on: '<transcript>',
  takes: '',
  options: {
    from: FROM,
    windows: 'context windows in tokens, e.g. 8000,32000; default: half of the transcript',
    limit: 'most lost facts to list; default 5',
    workspace: WORKSPACE,
    session: SESSION,
    json: JSON_LINE,
  },
  more: [
    'The transcript is a file of messages (--from, default openai-chat; a list, JSON Lines or an export), or the folder of a',
    'memory. Each answer of a model in it is requested again under each policy; no model is called, and nothing is stored.',
    'Costs are estimates in plain input tokens. The words of a summary are unknown, so its facts are a minimum.',
    'docs/replay.md names the policies and the prices, and says how facts are found.',
  ].join('\n'),
  async run(call) {
    const { folder: path, values, terminal } = call;
    const limit = values.limit === undefined ? SHOWN : Number(values.limit);
    if (!(Number.isInteger(limit) && limit >= 0))
      throw new UsageError(`--limit must be a whole number; got ${values.limit}.`);
    const windows = windowsOf(values.windows);
    const runs = await transcriptsOf(call);
    const answers = answersIn(runs);
    const found =
      answers === 0 ? [] : await replayed(runs, windows, (line) => terminal.progress(line), terminal.signal);
    if (values.json) terminal.out(JSON.stringify({ conversations: runs.length, answers, policies: found }));
    else if (found.length > 0) shown(found, limit).forEach((line) => terminal.out(line));
    if (found.length > 0) return EXIT.ok;
    terminal.note(
      answers === 0
        ? `${path} contains no answer of a model to a user.`
        : `${path} is too short for half of it to be a window; name one with --windows.`,
    );
    return EXIT.notAll;
  },
};

/** @throws UsageError */
function windowsOf(given: string | undefined): WindowRule[] {
  if (given === undefined) return [shareWindow(SHARE)];
  return given.split(',').map((text) => {
    const tokens = Number(text);
    if (!(Number.isInteger(tokens) && tokens >= SMALLEST))
      throw new UsageError(`--windows must be numbers of tokens from ${SMALLEST}, separated by commas; got ${given}.`);
    return fixedWindow(tokens);
  });
}

const percent = (share: number): string => `${Math.round(100 * share)} %`;

function shown(found: readonly PolicyCost[], limit: number): string[] {
  const head = ['window', 'policy', 'requests', 'from cache', 'cost', 'of unlimited', 'facts in view', 'found', 'lost'];
  const cells = found.map(({ window, policy, requests, refused, cached, cost, ratio, facts }) => [
    window,
    policy,
    refused > 0 ? `${requests} (${refused} refused)` : String(requests),
    percent(cached),
    String(cost),
    `${ratio.toFixed(2)} ×`,
    `${facts.inView} of ${facts.needed}`,
    String(facts.found),
    String(facts.needed - facts.inView - facts.found),
  ]);
  const lists = found.flatMap(({ window, policy, lost }) => {
    const gone = lost.filter(({ found: how }) => how === 'no');
    if (gone.length === 0 || limit === 0) return [];
    const more = gone.length - limit;
    return [
      '',
      `${policy}, ${window}: ${counted(gone.length, 'lost fact')}`,
      ...gone
        .slice(0, limit)
        .map(
          ({ at, cutAt, cutBy, fact }) => `  message ${at} needed "${oneLine(fact, 80)}"; ${cutBy} at message ${cutAt}`,
        ),
      ...(more > 0 ? [`  and ${more} more: --limit shows them, --json all`] : []),
    ];
  });
  return [...rows(head, cells), ...lists];
}
