// The objects that every group of engine methods works with, and the shared pipeline of commands on items.
import type { Commit } from '../api/memory.ts';
import type { Order } from '../items/order.ts';
import { decideLimits } from '../items/capacity/set-limits.ts';
import { expire } from '../items/expiry.ts';
import { type Limits, over, type Usage } from '../items/limits.ts';
import { longTailExcess, longTailOverflow } from '../items/long-tail.ts';
import type { Kernel } from '../kernel/kernel.ts';
import type { KernelPool } from '../kernel/pool.ts';
import type { Settings } from '../options/options.ts';
import type { Ids } from '../ports/ids.ts';
import type { TokenCounter } from '../ports/tokenizer.ts';
import type { JournalEvent } from './session/apply.ts';
import type { SessionTime } from './session/session-time.ts';
import { itemOrder } from './items/order.ts';
import type { RecallIndex } from './recall/recall-index.ts';
import type { Session } from './session/session.ts';
import type { Decision, SessionPorts } from './session/session-ports.ts';
import type { TranscriptIndex } from './recall/transcript-index.ts';
import type { VectorStore } from './recall/vectors/vector-store.ts';
import type { OpenWorkspaces } from './workspace/open-workspaces.ts';

export interface EnginePorts extends SessionPorts {
  readonly ids: Ids;
  readonly tokenizer: TokenCounter;
  /** Makes a kernel; called again after a trap. */
  readonly kernel: () => Kernel;
  /** Kernels shared by the sessions of one worker; absent: every session keeps its own. */
  readonly pool?: KernelPool | undefined;
  /** Text of a new overview.md. */
  readonly newOverview: string;
  /** Workspace indexes shared by the sessions of one storage and thread; absent: each session has its own. */
  readonly workspaces?: OpenWorkspaces | undefined;
  /** Takes over files that another program changed; absent if only this library can reach them. */
  readonly adoptEdits?: ((context: EngineContext) => Promise<void>) | undefined;
  /** Called after every commit to the session. Contract: must not throw. */
  readonly onCommit: (commit: Commit) => void;
}

export interface EngineContext {
  readonly settings: Settings;
  /** Limits of the store in this opening: those of the settings until `setLimits` changes them. */
  readonly limits: { current: Limits };
  readonly ports: EnginePorts;
  readonly session: Session;
  readonly index: RecallIndex;
  readonly transcript: TranscriptIndex;
  readonly vectors: VectorStore;
  /** The branch of the conversation that this owner used last. */
  readonly branch: { used: string | undefined };
}

/** Runs a command on items: passes it the kernel's order at its time, and trims the long tail afterwards. */
export function itemCommand<Gathered, Result, Sought = unknown>(
  context: EngineContext,
  gather: (sought?: Sought) => Promise<Gathered> | Gathered,
  decide: (gathered: Gathered, order: Order, moment: SessionTime) => Decision<Result, Sought>,
): Promise<Result> {
  return context.session.command(gather, (gathered, moment) =>
    withinTail(context, decide(gathered, itemOrder(context.index, moment), moment)),
  );
}

/** Decides what to commit before any command: evictions, if another owner or opening had larger limits. */
export function decideOverdue(context: EngineContext, moment: SessionTime): Decision<unknown> {
  const { session, index, limits } = context;
  const isOver = (usage: Usage): boolean => {
    const { overItems, overTokens } = over(usage, limits.current);
    return overItems > 0 || overTokens > 0;
  };
  // Items past their hard TTL no longer count; their rows leave with the command itself.
  if (!isOver(session.state.usage) || !isOver(index.askAt(moment.now, () => index.items.usage())))
    return { events: [], result: undefined };
  return withinTail(context, decideLimits(session.state, limits.current, itemOrder(index, moment)));
}

/** Returns the events that begin a command: items past the hard TTL leave the store. */
export function expiryEvents(context: EngineContext, moment: SessionTime): readonly JournalEvent[] {
  const { events } = expire(context.session.state.usage, itemOrder(context.index, moment));
  return withinTail(context, { events, result: undefined }).events;
}

function withinTail<Result, Sought>(
  { session, settings }: EngineContext,
  decision: Decision<Result, Sought>,
): Decision<Result, Sought> {
  const { tail, tailBytes } = session.state;
  const { maxItems, maxBytes } = settings.longTail;
  const events = [...decision.events, ...longTailOverflow(tail, decision.events, maxItems)];
  return { ...decision, events: [...events, ...longTailExcess(tail, tailBytes, events, maxBytes)] };
}

/** Returns the session's time for a read. @throws closed */
export function reading({ session }: EngineContext): SessionTime {
  session.refuseIfClosed();
  return session.moment();
}
