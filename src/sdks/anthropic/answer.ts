// The answer of Anthropic's Messages API, put together from the events of its stream. Pure.
import { fields, string } from '../lenses/fields.ts';
import type { RunPart } from '../loop/run.ts';
import { wholeArguments } from '../loop/sent-calls.ts';
import type { RunCall } from '../loop/tools.ts';

type StreamedBlock = Record<string, unknown>;

/** Fields of blocks that grow, by the kind of delta that brings them. */
const GROWING: Readonly<Record<string, string>> = {
  text_delta: 'text',
  thinking_delta: 'thinking',
  signature_delta: 'signature',
};

export class AnthropicAnswer {
  finish = '';
  inputTokens = 0;
  text = '';
  readonly #blocks: StreamedBlock[] = [];
  readonly #inputs = new Map<number, string>();

  /** Takes one event, and yields the parts of it to show. */
  *add(event: unknown): Generator<RunPart> {
    const { type, index, message, content_block, delta } = fields(event);
    const at = Number(index ?? 0);
    if (type === 'message_start') {
      const { input_tokens, cache_read_input_tokens, cache_creation_input_tokens } = fields(fields(message).usage);
      const counts = [input_tokens, cache_read_input_tokens, cache_creation_input_tokens];
      this.inputTokens = counts.reduce<number>((sum, count) => sum + Number(count ?? 0), 0);
    } else if (type === 'content_block_start') {
      this.#blocks[at] = { ...fields(content_block) };
    } else if (type === 'content_block_delta') {
      yield* this.#grow(at, fields(delta));
    } else if (type === 'message_delta') {
      this.finish = string(fields(delta).stop_reason) || this.finish;
    }
  }

  *#grow(at: number, delta: Readonly<Record<string, unknown>>): Generator<RunPart> {
    const block = this.#blocks[at];
    if (!block) return;
    const kind = string(delta.type);
    const field = GROWING[kind];
    if (field !== undefined) {
      const text = string(delta[field]);
      block[field] = string(block[field]) + text;
      if (kind === 'signature_delta' || text === '') return;
      if (kind === 'text_delta') this.text += text;
      yield { type: kind === 'text_delta' ? 'text' : 'reasoning', text };
    } else if (kind === 'input_json_delta') {
      this.#inputs.set(at, (this.#inputs.get(at) ?? '') + string(delta.partial_json));
    } else if (kind === 'citations_delta') {
      block.citations = [...(Array.isArray(block.citations) ? block.citations : []), delta.citation];
    }
  }

  get calls(): readonly RunCall[] {
    return this.#blocks.flatMap(({ type, id, name, input }, at) =>
      type === 'tool_use' ? [{ id: string(id), name: string(name), input: this.#inputs.get(at) || input }] : [],
    );
  }

  /** Content as the next request holds it: thinking with its signature, each block as it came. */
  get content(): readonly StreamedBlock[] {
    const whole = this.#blocks.map((block, at) => {
      const json = this.#inputs.get(at);
      return json ? { ...block, input: fields(JSON.parse(wholeArguments(json))) } : block;
    });
    // The API refuses texts of white space alone.
    return whole.filter(({ type, text }) => type !== 'text' || string(text).trim() !== '');
  }
}
