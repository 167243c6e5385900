// The demo's agent: the loop that an app writes around a memory, using only the package's public entries. No DOM.
import type { WorkingMemory } from 'working-memory';
import { openaiChat } from 'working-memory/lenses';
import type { MemoryTool } from 'working-memory/tools';
import type { AppTool } from './app-tools.ts';
import {
  type AssistantMessage,
  type Brain,
  BrainError,
  type ChatMessage,
  type ToolDefinition,
} from '../brain/brain.ts';
import { callsOf } from './message-text.ts';
import { Recorder } from './recorder.ts';
import type { RequestRecord, Totals } from './request-record.ts';

/** Limit of requests per turn; more are an endless loop. */
const MOST_REQUESTS_PER_TURN = 30;

export interface AgentOptions {
  readonly memory: WorkingMemory;
  readonly locale: 'en' | 'zh-CN';
  /** The system prompt; the memory's guide is appended. */
  readonly system: string;
  readonly brain: Brain;
  /** The model's tools besides the memory's. */
  readonly appTools?: readonly AppTool[];
  /** Model's window in tokens; `setWindow` changes it. Default: the memory's own option. */
  readonly contextWindow?: number;
  readonly totals?: Totals;
  /** Called with each request before the brain is asked. */
  readonly onRequest?: (record: RequestRecord) => void;
  /** Called with the text so far of an answer that is streamed. */
  readonly onText?: (text: string) => void;
  /** Called when the list has grown: a user message, an answer, a tool's result. */
  readonly onMessage?: (message: ChatMessage, index: number) => void;
}

interface Waiting {
  readonly signal?: AbortSignal | undefined;
}

/** Resumes the conversation from the memory's transcript. */
export async function createAgent(options: AgentOptions): Promise<Agent> {
  const { memory, locale, appTools = [] } = options;
  const memoryTools = await memory.tools({ locale });
  const system = `${options.system}\n\n${await memory.context.guide()}`;
  const ownTools = appTools.map(ofApp);
  const recorder = new Recorder(
    memory,
    {
      system: options.system,
      tools: ownTools.map(({ definition }) => definition),
      memoryTools: new Set(memoryTools.map(({ name }) => name)),
    },
    options.totals,
  );
  const agent = new Agent(options, system, [...memoryTools.map(offered), ...ownTools], recorder);
  await agent.catchUp();
  return agent;
}

export class Agent {
  readonly #options: AgentOptions;
  readonly #system: string;
  readonly #tools: readonly OfferedTool[];
  readonly #recorder: Recorder;
  #brain: Brain;
  #contextWindow: number | undefined;
  #messages: ChatMessage[] = [];
  /** Length of the transcript that the list corresponds to. */
  #known = -1;
  #isBusy = false;

  /** Use `createAgent`. */
  constructor(options: AgentOptions, system: string, tools: readonly OfferedTool[], recorder: Recorder) {
    this.#options = options;
    this.#system = system;
    this.#tools = tools;
    this.#brain = options.brain;
    this.#contextWindow = options.contextWindow;
    this.#recorder = recorder;
  }

  /** The app's own list, system prompt first; it only grows. */
  get messages(): readonly ChatMessage[] {
    return this.#messages;
  }

  get totals(): Totals {
    return this.#recorder.totals;
  }

  /** @param totals totals of the session, after another tab continued it */
  setTotals(totals: Totals): void {
    this.#recorder.totals = totals;
  }

  /** Whether the list ends with a message that waits for the model or a tool, as after a reload within a turn. */
  get isWaiting(): boolean {
    const last = this.#messages.at(-1);
    return last !== undefined && last.role !== 'system' && (last.role !== 'assistant' || callsOf(last).length > 0);
  }

  get isBusy(): boolean {
    return this.#isBusy;
  }

  setBrain(brain: Brain): void {
    this.#brain = brain;
    this.#recorder.forgetCache();
  }

  /** @param tokens size of the model's window, from the next request on */
  setWindow(tokens: number): void {
    this.#contextWindow = tokens;
  }

  /**
   * Plays one turn: the user's message, then requests and tool calls until there is an answer. Open calls of an
   * interrupted turn run first, since no model accepts a call without its result.
   * @throws BrainError, WorkingMemoryError, the signal's reason: the list stays as it is then, and `resume` continues
   */
  async say(text: string, waiting: Waiting = {}): Promise<AssistantMessage> {
    return this.#alone(async () => {
      await this.catchUp();
      await this.#closeCalls(waiting);
      await this.#push({ role: 'user', content: text });
      return (await this.#finish(waiting)) as AssistantMessage;
    });
  }

  /** Continues a turn after a reload, an error or an abort; undefined when nothing waits. @throws like `say` */
  async resume(waiting: Waiting = {}): Promise<AssistantMessage | undefined> {
    return this.#alone(async () => {
      await this.catchUp();
      return this.#finish(waiting);
    });
  }

  /** Takes over messages from other tabs, if there are any. */
  async catchUp(): Promise<void> {
    const { memory } = this.#options;
    const count = await memory.transcript.count();
    if (count === this.#known) return;
    const list = (await memory.context.restore(openaiChat)) as ChatMessage[];
    this.#known = count;
    this.#messages = [{ role: 'system', content: this.#system }, ...list.slice(1)];
  }

  async #alone<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#isBusy) throw new Error('This agent is busy with another turn; wait for it or abort it.');
    this.#isBusy = true;
    try {
      return await work();
    } finally {
      this.#isBusy = false;
    }
  }

  async #finish(waiting: Waiting): Promise<AssistantMessage | undefined> {
    const { signal = new AbortController().signal } = waiting;
    let answer: AssistantMessage | undefined;
    for (let requests = 0; ; requests++) {
      await this.#closeCalls(waiting);
      if (!this.isWaiting) return answer;
      if (requests === MOST_REQUESTS_PER_TURN) throw new BrainError({ kind: 'endless', requests });
      signal.throwIfAborted();
      answer = await this.#request(signal);
      await this.#push(answer);
    }
  }

  async #closeCalls({ signal = new AbortController().signal }: Waiting): Promise<void> {
    for (let open = this.#openCall(); open; open = this.#openCall()) {
      signal.throwIfAborted();
      await this.#push({ role: 'tool', tool_call_id: open.id, content: await this.#run(open.function, signal) });
    }
  }

  async #request(signal: AbortSignal): Promise<AssistantMessage> {
    const { memory, onRequest, onText } = this.#options;
    // Clears the text of an aborted answer.
    onText?.('');
    const list = [...this.#messages];
    const tools = this.#tools.map(({ definition }) => definition);
    const prepared = await memory.context.prepare(openaiChat, list, {
      tools,
      signal,
      ...(this.#contextWindow !== undefined && { contextWindow: this.#contextWindow }),
    });
    this.#known = await memory.transcript.count();
    const overview = await memory.files.overviewStatus();
    const record = await this.#recorder.record({ prepared, list, tools, overview });
    onRequest?.(record);
    const { message, usage } = await this.#brain.answer({
      messages: prepared.messages,
      tools,
      signal,
      ...(onText && { onText }),
    });
    if (usage && usage.inputTokens > 0) memory.context.observe(usage);
    return message;
  }

  /** Returns the first call of the newest answer without a result. */
  #openCall(): ReturnType<typeof callsOf>[number] | undefined {
    const newest = this.#messages.map(({ role }) => role).lastIndexOf('assistant');
    const asking = this.#messages[newest];
    if (!asking || this.#messages.at(-1)?.role === 'user') return undefined;
    return callsOf(asking)[this.#messages.length - 1 - newest];
  }

  async #run({ name, arguments: input }: { name: string; arguments: string }, signal: AbortSignal): Promise<string> {
    const tool = this.#tools.find(({ definition }) => definition.function.name === name);
    if (tool) return tool.run(input, signal);
    return `There is no tool ${name}. Tools: ${this.#tools.map((one) => one.definition.function.name).join(', ')}.`;
  }

  /** Appends a message; the memory stores it at once, so that a reload finds it. */
  async #push(message: ChatMessage): Promise<void> {
    const { memory, onMessage } = this.#options;
    this.#messages.push(message);
    onMessage?.(message, this.#messages.length - 1);
    await memory.context.record(openaiChat, this.#messages);
    this.#known = await memory.transcript.count();
  }
}

interface OfferedTool {
  readonly definition: ToolDefinition;
  run(input: string, signal: AbortSignal): Promise<string>;
}

const offered = ({ name, description, inputSchema, execute }: MemoryTool): OfferedTool => ({
  definition: { type: 'function', function: { name, description, parameters: inputSchema } },
  run: (input, signal) => execute(input, { signal }),
});

const ofApp = ({ name, description, parameters, run }: AppTool): OfferedTool => ({
  definition: { type: 'function', function: { name, description, parameters } },
  async run(input) {
    let fields: unknown;
    try {
      fields = JSON.parse(input === '' ? '{}' : input);
    } catch {
      return `${name} was not run: its arguments are not JSON.`;
    }
    return run((fields ?? {}) as Readonly<Record<string, unknown>>);
  },
});
