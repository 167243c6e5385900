// Work of a page's thread by its thread clock, which stands still while the machine does something else: the longest
// task, and the work between an interaction and the next paint.
import type { Page } from 'playwright';

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly ph: string;
  /** Start and duration, µs. */
  readonly ts: number;
  readonly dur?: number;
  /** Duration by the thread clock, µs. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string; readonly data?: TimedEvent };
}

interface TimedEvent {
  readonly type?: string;
  /** 0: no interaction. */
  readonly interactionId?: number;
  /** Time until the next paint, ms. */
  readonly duration?: number;
}

export interface Worked {
  readonly name: string;
  readonly ms: number;
}

export async function longestTaskMs<Result>(
  page: Page,
  work: () => Promise<Result>,
): Promise<{ readonly value: Result; readonly longestMs: number; readonly interactions: readonly Worked[] }> {
  const devtools = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  devtools.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  const complete = new Promise((resolve) => devtools.once('Tracing.tracingComplete', resolve));
  const traceConfig = {
    includedCategories: ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'],
  };
  await devtools.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig });
  const value = await work();
  await devtools.send('Tracing.end');
  await complete;
  await devtools.detach();
  const thread = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`;
  const pages = new Set(
    events.filter(({ name, args }) => name === 'thread_name' && args?.name === 'CrRendererMain').map(thread),
  );
  const tasks = events.filter((event) => event.name === 'RunTask' && pages.has(thread(event)));
  const interactions = events
    .filter(({ name, ph, args }) => name === 'EventTiming' && ph === 'b' && (args?.data?.interactionId ?? 0) > 0)
    .map((one) => ({ name: one.args?.data?.type ?? '', ms: workUntilPaint(one, tasks) }));
  return { value, longestMs: tasks.reduce((longest, { tdur = 0 }) => Math.max(longest, tdur / 1000), 0), interactions };
}

/** Sums the work until the paint; a task that overlaps an end counts in part. */
function workUntilPaint({ ts, pid, args }: TraceEvent, tasks: readonly TraceEvent[]): number {
  const end = ts + 1000 * (args?.data?.duration ?? 0);
  const shares = tasks.map((task) => {
    const { dur = 0, tdur = 0 } = task;
    const common = Math.min(end, task.ts + dur) - Math.max(ts, task.ts);
    return task.pid === pid && common > 0 ? (tdur * common) / dur : 0;
  });
  return shares.reduce((sum, share) => sum + share, 0) / 1000;
}
