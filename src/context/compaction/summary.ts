// The summary of hidden history without an LLM: an extract, and the names that later calls will need. Pure.
import { freeText } from '../../tree/overview/system-blocks.ts';
import type { Range, ResultStub } from './compaction.ts';
import type { History } from '../view/history.ts';
import type { PlanningContext } from '../planning-context.ts';
import type { Steps } from '../steps.ts';
import { hiddenAt } from '../view/view.ts';

/** Share of the window that a summary may take, up to a limit… */
const SUMMARY_SHARE = 0.06;
const LONGEST_SUMMARY_TOKENS = 800;
/** …but a summary below this length could not name what later calls need, so in a small window it may take more… */
const USEFUL_SUMMARY_TOKENS = 540;
/** …up to this share. */
const MOST_OF_SMALL_WINDOW = 0.2;

/** Returns the tokens that the summary of everything hidden may have. */
export const summaryTokens = (window: number): number =>
  Math.floor(
    Math.min(
      LONGEST_SUMMARY_TOKENS,
      Math.max(window * SUMMARY_SHARE, Math.min(USEFUL_SUMMARY_TOKENS, window * MOST_OF_SMALL_WINDOW)),
    ),
  );

export interface SummaryInput {
  readonly history: History;
  /** Ranges of hidden messages. */
  readonly ranges: readonly Range[];
  /** Results that the view shows as excerpts. */
  readonly stubs: readonly Pick<ResultStub, 'index' | 'callId'>[];
  /** Overview, which stays visible: the names in it are not listed again. */
  readonly overview: string;
  readonly maxTokens: number;
  readonly planning: PlanningContext;
}

/**
 * Returns a summary of at most `maxTokens`; empty when nothing fits. The extract gets the room that the names leave.
 * Both halves are words of the conversation; nothing is inferred. Earlier summaries are not summed up again: this one
 * is made from the messages, so no error adds up.
 */
export function* summaryOf({ history, ranges, stubs, overview, maxTokens, planning }: SummaryInput): Steps<string> {
  const { wording, count } = planning;
  const reading = planning.reading();
  const headings = [wording.summary.said, wording.summary.names];
  // Each heading takes a line break, and so does the gap between the halves.
  const room = maxTokens - headings.reduce((sum, heading) => sum + count(heading) + 1, 1);
  if (room <= 0) return '';
  const { stored: messages } = history;
  const marks = hiddenAt(history, ranges);
  const stubbed = new Set(stubs.map(({ index, callId }) => `${index} ${callId}`));
  const hidden = messages.map((message, index) => ({ ...message, index })).filter(({ index }) => marks[index] === 1);
  // Messages and single results are hidden independently of each other, so both are sorted into what is gone and what
  // is still seen. The excerpt in a stub counts as gone: a name too many costs less than one that is lost.
  const gone: { index: number; text: string }[] = [];
  const seen = [freeText(overview)];
  for (const [index, { text, calls = [], results = [] }] of messages.entries()) {
    const isHidden = marks[index] === 1;
    const words = [text, ...calls.map((call) => call.arguments)].join('\n');
    if (isHidden) gone.push({ index, text: words });
    else seen.push(words);
    for (const { id, text: result } of results) {
      if (isHidden || stubbed.has(`${index} ${id}`)) gone.push({ index, text: result });
      else seen.push(result);
    }
  }
  const visible = seen.join('\n');
  yield;
  // Names first, because they must be verbatim; the extract can make do with what they leave. With more than half of
  // the room decisions are lost, with less ids (docs/replay.md).
  const names = yield* reading.names({ ...planning, hidden: gone, visible, messages, maxTokens: Math.floor(room / 2) });
  yield;
  const said = yield* reading.said(hidden, { maxTokens: room - count(names.text), count });
  return [said && `${headings[0]}\n${said}`, names.text && `${headings[1]}\n${names.text}`].filter(Boolean).join('\n');
}
