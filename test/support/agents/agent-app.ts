// App with an agent loop around a memory: it keeps its own messages, passes all of them for every request, and keeps
// nothing of the result.
import { noPeers } from '../../../src/ports/broadcast-peers.ts';
import { memoryStorage } from '../../../src/storage/memory.ts';
import type { WorkingMemory } from '../../../src/api/memory.ts';
import type { PrepareOptions } from '../../../src/api/context.ts';
import type { Prepared } from '../../../src/context/plan/prepared.ts';
import { openWorkingMemory, type OpenOptions } from '../../../src/entries/index.ts';
import { countingIds, fakeClock } from '../fakes/fakes.ts';
import type { MessageFormat } from '../messages/message-formats.ts';
import type { Entry } from '../messages/message-script.ts';

export interface AgentApp {
  readonly format: MessageFormat;
  /** Context window, in tokens. */
  readonly window: number;
  /** Session as currently open. */
  memory: WorkingMemory;
  system: string;
  /** Conversation without its system prompt. */
  script: Entry[];
  /** Reopens the session over the same rows. */
  reopen(): Promise<void>;
  /** Opens the session like another tab. */
  openAgain(): Promise<WorkingMemory>;
  /** Continues in a fork of the session. */
  fork(): Promise<void>;
}

export async function agentApp(
  format: MessageFormat,
  window: number,
  { context, ...options }: Partial<OpenOptions> = {},
): Promise<AgentApp> {
  const ports = { storage: memoryStorage(), clock: fakeClock(), ids: countingIds(), peers: noPeers };
  let session = 'test';
  const open = (): Promise<WorkingMemory> =>
    openWorkingMemory({ session, worker: false, ...ports, ...options, context: { ...context, window } });
  const app: AgentApp = {
    format,
    window,
    memory: await open(),
    system: 'You are careful.',
    script: [{ role: 'user', text: 'Please begin.' }],
    async reopen() {
      await app.memory.close();
      app.memory = await open();
    },
    openAgain: open,
    async fork() {
      await app.memory.sessions.fork((session += '-copy'));
      await app.reopen();
    },
  };
  return app;
}

/** Returns the whole list in the app's own format: new and frozen objects every time. */
export const listOf = ({ format, system, script }: AgentApp): readonly object[] =>
  deeplyFrozen(format.build([{ role: 'system', text: system }, ...script]));

/** Returns the options with a tool that writes, and with the system prompt where the format has no message for it. */
export const outsideOf = ({ format, system }: AgentApp): PrepareOptions => ({
  tools: [{ name: 'write' }],
  ...(!format.carries.system && { system }),
});

export const request = (app: AgentApp): Promise<Prepared<object>> =>
  app.memory.context.prepare(app.format.lens, listOf(app), outsideOf(app));

/** Typed arrays cannot be frozen. */
function deeplyFrozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value;
  for (const inner of Object.values(value)) deeplyFrozen(inner);
  return Object.freeze(value);
}
