// Adds up the journal's traces of requests. Pure.
import type { MemoryReport, RecalledFact } from '../../api/watching/report.ts';
import type { Engine } from '../../boundary/engine.ts';
import type { ContextEvent } from '../../context/plan/events.ts';
import type { EpochReason } from '../../context/plan/prepared.ts';
import { summed } from '../../context/watching/own-words.ts';
import type { TracedUsage } from '../../context/watching/trace.ts';
import { OVERVIEW } from '../../tree/paths.ts';
import { REPORT } from '../../options/policy.ts';

type RequestPrepared = Extract<ContextEvent, { readonly type: 'request-prepared' }>;
type HistoryCompacted = Extract<ContextEvent, { readonly type: 'history-compacted' }>;

export type PastCommit = Awaited<ReturnType<Engine['journal']>>[number];

/** A request of the journal. */
interface Past {
  readonly time: number;
  readonly event: RequestPrepared;
  /** Provider's counts, reported after it was sent. */
  usage?: TracedUsage;
  /** Whether each of its recalled texts was used, in their order. */
  used?: readonly boolean[];
  /** Whether the model wrote its overview after it and before the next one. */
  isWritten: boolean;
}

export type AddedUp = Pick<
  MemoryReport,
  | 'requests'
  | 'from'
  | 'to'
  | 'tokens'
  | 'provider'
  | 'own'
  | 'epochs'
  | 'compactions'
  | 'recalled'
  | 'repeatedCalls'
  | 'searches'
> & { readonly reminders: Omit<MemoryReport['reminders'], 'session'> };

interface NamedEvent {
  readonly type: string;
  readonly path?: string;
  readonly source?: string;
}

/**
 * Adds up the latest requests of the journal.
 * @param entries oldest first
 * @param pending provider's counts for the latest request, where no later one has stored them
 * @param last number of requests that the report covers
 */
export function addedUp(entries: readonly PastCommit[], pending: TracedUsage | undefined, last: number): AddedUp {
  const all: Past[] = [];
  const compacted: { readonly after: number; readonly event: HistoryCompacted }[] = [];
  for (const { time, events } of entries) {
    // Writes of the model before a request are committed with it, or before it.
    for (const event of events as readonly NamedEvent[]) {
      const former = all.at(-1);
      if (event.type === 'file-written' && event.path === OVERVIEW && event.source === 'assistant' && former)
        former.isWritten = true;
      if (event.type === 'history-compacted') compacted.push({ after: all.length, event: event as HistoryCompacted });
    }
    for (const event of events as readonly NamedEvent[]) {
      if (event.type !== 'request-prepared') continue;
      const prepared = event as RequestPrepared;
      const former = all.at(-1);
      const { usage, used } = prepared.trace ?? {};
      if (former && usage) former.usage = usage;
      const asked = used && all.filter((one) => one.event.trace?.recalled?.length === used.length).at(-1);
      if (asked && used) asked.used = used;
      all.push({ time, event: prepared, isWritten: false });
    }
  }
  const latest = all.at(-1);
  if (latest && pending) latest.usage = pending;
  const first = Math.max(0, all.length - last);
  const some = all.slice(first);
  const sum = (of: (past: Past) => number): number => some.reduce((total, past) => total + of(past), 0);
  const sent = sum(({ event }) => event.tokens);
  // An entry of a former version has no trace, so no saving of it is known.
  const list = sum(({ event }) => event.trace?.list ?? event.tokens);
  const observed = some.flatMap(({ usage }) => usage ?? []);
  const [begin, end] = [some[0], some.at(-1)];
  return {
    requests: some.length,
    ...(begin && end && { from: begin.time, to: end.time }),
    tokens: {
      sent,
      list,
      saved: list - sent,
      cached: sum(({ event }) => Math.min(event.tokens, event.trace?.cached ?? 0)),
    },
    ...(observed.length > 0 && {
      provider: {
        requests: observed.length,
        input: observed.reduce((total, { input }) => total + input, 0),
        cached: observed.reduce((total, { cached = 0 }) => total + cached, 0),
        output: observed.reduce((total, { output = 0 }) => total + output, 0),
      },
    }),
    own: summed(some.map(({ event }) => event.trace?.own ?? {})),
    epochs: epochsOf(some),
    compactions: compacted
      .filter(({ after }) => after >= first)
      .map(({ event: { trigger, messages, before, after } }) => ({ trigger, messages, before, after }))
      .slice(-REPORT.mostListed),
    reminders: remindersOf(all, first),
    recalled: some.flatMap(factsOf).slice(-REPORT.mostListed),
    repeatedCalls: sum(({ event }) => event.trace?.again ?? 0),
    searches: {
      count: sum(({ event }) => event.trace?.searches ?? 0),
      hits: sum(({ event }) => event.trace?.hits?.length ?? 0),
    },
  };
}

function epochsOf(some: readonly Past[]): MemoryReport['epochs'] {
  const epochs = new Map<EpochReason, { count: number; won: number }>();
  for (const { event } of some) {
    if (event.reason === undefined) continue;
    const { count, won } = epochs.get(event.reason) ?? { count: 0, won: 0 };
    epochs.set(event.reason, { count: count + 1, won: won + (event.trace?.won ?? 0) });
  }
  return [...epochs].map(([reason, numbers]) => ({ reason, ...numbers }));
}

/**
 * Counts heeded reminders. A write after the request with the reminder heeds it within 1 request, one after the next
 * request within 2.
 */
function remindersOf(all: readonly Past[], first: number): AddedUp['reminders'] {
  const heeded = { within1: 0, within3: 0, within10: 0 };
  let [sent, unheeded] = [0, 0];
  for (let at = first; at < all.length; at++) {
    if (all[at]?.event.reminder === undefined) continue;
    sent++;
    const written = all.slice(at, at + REPORT.heededWithin.late).findIndex(({ isWritten }) => isWritten);
    if (written >= 0) {
      heeded.within10++;
      if (written < REPORT.heededWithin.soon) heeded.within3++;
      if (written < REPORT.heededWithin.atOnce) heeded.within1++;
    } else if (at + REPORT.heededWithin.late <= all.length) unheeded++;
  }
  return { sent, heeded, unheeded };
}

const factsOf = ({ time, event, used }: Past): RecalledFact[] =>
  (event.trace?.recalled ?? []).map((address, at) => {
    const isUsed = used?.[at];
    return { ...address, at: time, ...(isUsed !== undefined && { used: isUsed }) };
  });
