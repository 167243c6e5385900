// The longest task of a page by the clock of its thread, which stands still while the machine does something else.
import type { Page } from 'playwright';

interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Of its thread, µs. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

export async function longestTaskMs<Result>(
  page: Page,
  work: () => Promise<Result>,
): Promise<{ readonly value: Result; readonly longestMs: number }> {
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
  const tasks = events.filter((event) => event.name.endsWith('RunTask') && pages.has(thread(event)));
  return { value, longestMs: tasks.reduce((longest, { tdur = 0 }) => Math.max(longest, tdur / 1000), 0) };
}
