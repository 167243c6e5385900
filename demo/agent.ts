// The agent of the demo: the loop that an app writes around a memory, on the package's public entries alone. No DOM.
import type { WorkingMemory } from 'working-memory';
import type { AssistantMessage, Brain, ChatMessage } from './brain/brain.ts';
import type { AppTool } from './app-tools.ts';
import type { RequestRecord, Totals } from './request-record.ts';

export interface AgentOptions {
  readonly memory: WorkingMemory;
  readonly locale: 'en' | 'zh-CN';
  readonly brain: Brain;
  /** What the model can do beside its memory. */
  readonly appTools?: readonly AppTool[];
  /** Tokens; can be changed at any time with `setWindow`. Default: the memory's own option. */
  readonly contextWindow?: number;
  /** What an earlier page kept of this conversation: see `Agent.unsent`. */
  readonly unsent?: Unsent;
  readonly totals?: Totals;
  /** Before the brain is asked: what is being sent. */
  readonly onRequest?: (record: RequestRecord) => void;
  /** The list has grown: a message of the user, an answer, a tool's result. */
  readonly onMessage?: (message: ChatMessage, index: number) => void;
}

/** Messages that no request has brought to the memory's transcript yet, such as the last answer. */
export interface Unsent {
  /** Length of the transcript that they follow. */
  readonly after: number;
  readonly messages: readonly ChatMessage[];
}

export interface Agent {
  /** The app's own list, system prompt first; it only grows. */
  readonly messages: readonly ChatMessage[];
  readonly records: readonly RequestRecord[];
  readonly totals: Totals;
  /** Keep this where a reload does not reach it, after each `onMessage`, and hand it to the next `createAgent`. */
  readonly unsent: Unsent;
  /** The list ends with a message that waits for an answer, as after a reload in the middle of a turn. */
  readonly isWaiting: boolean;
  readonly isBusy: boolean;
  setBrain(brain: Brain): void;
  /** @param tokens of the model's window, from the next request on */
  setWindow(tokens: number): void;
  /**
   * One turn: the user's message, then requests and tool calls until there is an answer.
   * @throws BrainError, WorkingMemoryError, the signal's reason: the list keeps what was said so far, `resume` goes on
   */
  say(text: string, options?: { readonly signal?: AbortSignal }): Promise<AssistantMessage>;
  /** Goes on where a turn stopped: after a reload, an error, an abort. Undefined when nothing waits. */
  resume(options?: { readonly signal?: AbortSignal }): Promise<AssistantMessage | undefined>;
}
