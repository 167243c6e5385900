// The model's interface in the demo: requests and answers with messages and tools as in OpenAI's chat completions.

export interface ToolCall {
  readonly id: string;
  readonly type: 'function';
  /** The arguments are JSON text, as models send it. */
  readonly function: { readonly name: string; readonly arguments: string };
}

export interface AssistantMessage {
  readonly role: 'assistant';
  readonly content: string | null;
  /** Some servers refuse a call without the reasoning before it. */
  readonly reasoning_content?: string;
  readonly tool_calls?: readonly ToolCall[];
}

export type ChatMessage =
  | { readonly role: 'system' | 'user'; readonly content: string }
  | AssistantMessage
  | { readonly role: 'tool'; readonly tool_call_id: string; readonly content: string };

export interface ToolDefinition {
  readonly type: 'function';
  readonly function: { readonly name: string; readonly description: string; readonly parameters: object };
}

export interface BrainRequest {
  /** The prepared messages, and nothing else. */
  readonly messages: readonly ChatMessage[];
  readonly tools: readonly ToolDefinition[];
  readonly signal: AbortSignal;
  /** Called with the text so far of an answer that is streamed. */
  readonly onText?: (text: string) => void;
}

export interface BrainAnswer {
  readonly message: AssistantMessage;
  /** Tokens counted by the model's server; absent where it counts none. */
  readonly usage?: { readonly inputTokens: number };
}

export interface Brain {
  readonly kind: 'scripted' | 'url' | 'built-in';
  /** The model's name, for people. */
  readonly name: string;
  /** Host and port of the requests; absent where none leaves this machine. */
  readonly host?: string;
  /** The model's window in tokens, if known. */
  readonly contextWindow?: number;
  /**
   * Contract: a request is never modified, and an answer has text or calls.
   * @throws BrainError with advice for a person; the signal's reason after an abort
   */
  answer(request: BrainRequest): Promise<BrainAnswer>;
  /** Releases its resources. */
  close?(): void;
}

/** Reason of a missing answer. `problems/` has the wording, in both languages. */
export type BrainProblem =
  | { readonly kind: 'bad-address'; readonly address: string }
  /** No server answers, or it does not allow this origin (CORS): a page cannot tell which. */
  | { readonly kind: 'unreachable'; readonly address: string; readonly origin: string }
  /** The connection broke during the answer. */
  | { readonly kind: 'cut-off'; readonly address: string }
  | { readonly kind: 'unauthorized'; readonly hasKey: boolean }
  | { readonly kind: 'not-found'; readonly address: string; readonly model: string }
  | { readonly kind: 'no-tools'; readonly model: string; readonly detail: string }
  | { readonly kind: 'too-long'; readonly detail: string }
  | { readonly kind: 'busy'; readonly detail: string }
  /** Any other refusal, with the server's own words, at most 300 characters. */
  | { readonly kind: 'refused'; readonly status: number; readonly detail: string }
  | { readonly kind: 'no-answer'; readonly detail: string }
  | { readonly kind: 'timeout'; readonly seconds: number }
  /** The model calls tools endlessly. */
  | { readonly kind: 'endless'; readonly requests: number }
  | { readonly kind: 'not-available'; readonly detail: string };

export class BrainError extends Error {
  readonly problem: BrainProblem;

  constructor(problem: BrainProblem, options?: ErrorOptions) {
    super(`The brain gave no answer: ${problem.kind}`, options);
    this.name = 'BrainError';
    this.problem = problem;
  }
}
