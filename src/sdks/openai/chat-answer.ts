// The answer of a chat completion, put together from its chunks. Pure.
import { type Fields, fields, objects, string } from '../lenses/fields.ts';
import type { RunPart } from '../loop/run.ts';
import { wholeArguments, withDistinctIds } from '../loop/sent-calls.ts';
import type { RunCall } from '../loop/tools.ts';

interface OpenCall {
  id: string;
  name: string;
  arguments: string;
}

/** Reasoning, under the names that servers use for it; some refuse a tool call that comes back without it. */
const REASONING = ['reasoning_content', 'reasoning'] as const;

export class ChatAnswer {
  finish = '';
  inputTokens = 0;
  #text = '';
  #refusal = '';
  readonly #reasoning: Record<string, string> = {};
  readonly #details: Fields[] = [];
  readonly #calls: OpenCall[] = [];
  readonly #step: number;

  /** @param step number of the request, for calls to which the server gives no id */
  constructor(step: number) {
    this.#step = step;
  }

  /** Takes one chunk, and yields the parts of it to show. */
  *add(chunk: unknown): Generator<RunPart> {
    const { choices, usage } = fields(chunk);
    const counted = fields(usage).prompt_tokens;
    // The last chunk carries the usage; where a server sends it with each, the last counts.
    if (typeof counted === 'number') this.inputTokens = counted;
    const [choice] = objects(choices);
    if (!choice) return;
    this.finish = string(choice.finish_reason) || this.finish;
    const delta = fields(choice.delta);
    for (const name of REASONING) {
      const text = string(delta[name]);
      if (text === '') continue;
      this.#reasoning[name] = (this.#reasoning[name] ?? '') + text;
      yield { type: 'reasoning', text };
    }
    for (const detail of objects(delta.reasoning_details)) this.#addDetail(detail);
    for (const text of [string(delta.content), string(delta.refusal)]) if (text !== '') yield { type: 'text', text };
    this.#text += string(delta.content);
    this.#refusal += string(delta.refusal);
    for (const call of objects(delta.tool_calls)) this.#addCall(call);
  }

  #addCall({ index, id, function: called }: Fields): void {
    const { name, arguments: json } = fields(called);
    // Some servers send no index: a new id begins a call, a part without one belongs to the last.
    const last = this.#calls.length - 1;
    const isNew = string(id) !== '' && this.#calls[last]?.id !== id;
    const at = typeof index === 'number' ? index : isNew || last < 0 ? last + 1 : last;
    const call = (this.#calls[at] ??= { id: '', name: '', arguments: '' });
    call.id ||= string(id);
    call.name += string(name);
    call.arguments += typeof json === 'object' && json !== null ? JSON.stringify(json) : string(json);
  }

  /** Adds a part of an entry. Parts of one entry share its index; its texts go on, all else stays as it was last. */
  #addDetail(detail: Fields): void {
    const at = this.#details.findIndex(({ index, type }) => index === detail.index && type === detail.type);
    const before = this.#details[at];
    if (detail.index === undefined || !before) {
      this.#details.push(detail);
      return;
    }
    const joined = ['text', 'summary', 'data'].flatMap((name) =>
      typeof before[name] === 'string' && typeof detail[name] === 'string'
        ? [[name, before[name] + detail[name]] as const]
        : [],
    );
    this.#details[at] = { ...before, ...detail, ...Object.fromEntries(joined) };
  }

  get text(): string {
    return this.#text || this.#refusal;
  }

  get calls(): readonly RunCall[] {
    // An index that was left out leaves a hole.
    const calls = Object.values(this.#calls).map(({ id, name, arguments: input }) => ({ id, name, input }));
    return withDistinctIds(calls, this.#step);
  }

  /**
   * Messages as the next request holds them; none for an answer without a word, which some servers refuse to read
   * again.
   */
  get said(): readonly object[] {
    const calls = this.calls.map(({ id, name, input }) => ({
      id,
      type: 'function',
      function: { name, arguments: wholeArguments(string(input)) },
    }));
    const beside = {
      ...this.#reasoning,
      ...(this.#details.length > 0 && { reasoning_details: this.#details }),
      ...(this.#refusal !== '' && { refusal: this.#refusal }),
      ...(calls.length > 0 && { tool_calls: calls }),
    };
    if (this.#text === '' && Object.keys(beside).length === 0) return [];
    const content = this.#text === '' && calls.length + this.#refusal.length > 0 ? null : this.#text;
    return [{ role: 'assistant', content, ...beside }];
  }
}
