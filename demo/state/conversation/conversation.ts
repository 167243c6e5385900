// The agent's conversation for the page: messages, the latest request, the totals, the chart; kept over a reload.
import type { WorkingMemory } from 'working-memory';
import { type Agent, createAgent } from '../../agent/agent.ts';
import type { Brain, ChatMessage } from '../../brain/brain.ts';
import { type Cell, createCell } from '../cell.ts';
import { createKeeper, type Kept, keptOf, type Point, pointOf } from './kept.ts';
import type { RequestRecord, Totals } from '../../agent/request-record.ts';
import type { Story } from '../../story/story.ts';

export interface Conversation {
  readonly messages: Cell<readonly ChatMessage[]>;
  /** Text so far of the current answer; empty before it begins. */
  readonly saying: Cell<string>;
  readonly record: Cell<RequestRecord | undefined>;
  readonly totals: Cell<Totals | undefined>;
  readonly points: Cell<readonly Point[]>;
  /** Tokens of the model's window. */
  readonly contextWindow: Cell<number>;
  readonly brain: Cell<Brain>;
  agent(): Agent;
  setWindow(tokens: number): void;
  setBrain(brain: Brain): void;
  /** Reloads the conversation after another tab continued it, or from another memory. */
  reload(): Promise<void>;
  /** Writes immediately what this page has yet to write, and nothing else: another tab may have written since. */
  keep(): void;
  /** Deletes what was kept beside the memory. */
  drop(): void;
}

export interface ConversationOptions {
  readonly session: string;
  readonly story: Story;
  readonly brain: Brain;
  readonly contextWindow: number;
  readonly memory: () => WorkingMemory;
}

export async function createConversation(options: ConversationOptions): Promise<Conversation> {
  const { session, story, memory } = options;
  const keeper = createKeeper(session);
  const first = keeper.read();
  const messages = createCell<readonly ChatMessage[]>([]);
  const saying = createCell('');
  const record = createCell<RequestRecord | undefined>(first.record);
  const totals = createCell<Totals | undefined>(first.totals);
  const points = createCell<readonly Point[]>(first.points ?? []);
  const contextWindow = createCell(options.contextWindow);
  const brain = createCell(options.brain);
  let agent = await open();

  async function open(): Promise<Agent> {
    const opened = await createAgent({
      memory: memory(),
      locale: story.locale,
      system: story.system,
      appTools: story.appTools,
      brain: brain.get(),
      contextWindow: contextWindow.get(),
      onText: (text) => saying.set(text),
      onRequest(sent) {
        record.set(sent);
        totals.set(sent.totals);
        if (!sent.isRepeated) points.set([...points.get(), pointOf(sent)]);
        keepSoon();
      },
      onMessage() {
        saying.set('');
        messages.set([...agent.messages]);
        keepSoon();
      },
    });
    const kept = keeper.read();
    if (kept.totals) opened.setTotals(kept.totals);
    messages.set([...opened.messages]);
    return opened;
  }

  const shown = (): Kept => keptOf(agent, points.get(), record.get());
  const keep = (): void => {
    if (keeper.isBehind()) keeper.write(shown());
  };
  const keepSoon = (): void => keeper.writeSoon(shown);

  keeper.follow(() => {
    if (agent.isBusy) return;
    const kept = keeper.read();
    if (kept.record) record.set(kept.record);
    if (kept.totals) {
      totals.set(kept.totals);
      agent.setTotals(kept.totals);
    }
    if (kept.points) points.set(kept.points);
  });

  return {
    messages,
    saying,
    record,
    totals,
    points,
    contextWindow,
    brain,
    agent: () => agent,
    setWindow(tokens) {
      contextWindow.set(tokens);
      agent.setWindow(tokens);
    },
    setBrain(next) {
      brain.get().close?.();
      brain.set(next);
      agent.setBrain(next);
    },
    async reload() {
      keep();
      agent = await open();
    },
    keep,
    drop: () => keeper.remove(),
  };
}
