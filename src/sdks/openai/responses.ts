// A model behind the Responses API, with its memory.
import { type Fields, fields, objects, string } from '../lenses/fields.ts';
import { openaiResponses, type OpenAiResponsesItem } from '../lenses/openai/responses.ts';
import { jsonText } from '../lenses/readable.ts';
import { cutOff, loop, type MemoryOfRun, type Endpoint, type RunOptions, type Step } from '../loop/loop.ts';
import { ModelRun, type RunPart } from '../loop/run.ts';
import { wholeArguments } from '../loop/sent-calls.ts';
import { jsonSchemaOf } from '../loop/tools.ts';

/** The part of a client that is called: that of the package `openai`, and others of its form. */
export interface ResponsesClient {
  readonly responses: {
    create(body: never, options?: { signal?: AbortSignal | undefined }): PromiseLike<AsyncIterable<unknown>>;
  };
}

/** Options of `runResponses`. */
export interface ResponsesRunOptions extends RunOptions {
  readonly model: string;
  /**
   * Other fields of the request; they take precedence. The response is not stored at the server unless `store: true`;
   * then a model keeps its reasoning from step to step only with `include: ['reasoning.encrypted_content']`.
   */
  readonly body?: object;
}

/**
 * Does the same as `run`, over the Responses API. `instructions` of the request hold the system prompt and the guide.
 * @param input the app's own list of items, ending with the user's; each answer is added to it
 * @throws as it is read: see `run`
 */
export function runResponses<Item extends OpenAiResponsesItem>(
  client: ResponsesClient,
  memory: MemoryOfRun,
  input: Item[],
  options: ResponsesRunOptions,
): ModelRun {
  // An app without types may give no options.
  const { model, body = {}, ...ofRun } = options ?? ({} as ResponsesRunOptions);
  const isStored = fields(body).store === true;
  const endpoint: Endpoint<OpenAiResponsesItem> = {
    client: { given: client, method: 'responses.create', expected: 'a client of the OpenAI SDK' },
    options: { given: options ?? {}, own: ['body'] },
    lens: openaiResponses,
    definitions: ({ executed, ofProvider }) => [
      ...executed.map((tool) => {
        const { name, description } = tool;
        const parameters = jsonSchemaOf(tool);
        // Strict schemas have no optional fields.
        return { type: 'function', name, ...(description !== undefined && { description }), parameters, strict: false };
      }),
      ...ofProvider,
    ],
    request: (list, system) => ({ list, system }),
    async *send({ messages, system, definitions, signal }) {
      const request = {
        model,
        instructions: system,
        input: messages,
        ...(definitions.length > 0 && { tools: definitions }),
        store: false,
        stream: true,
        ...body,
      };
      return yield* readEvents(await client.responses.create(request as never, { signal }), isStored);
    },
    results: (results) => results.map(({ id, text }) => ({ type: 'function_call_output', call_id: id, output: text })),
  };
  return new ModelRun(loop(endpoint, memory, input as OpenAiResponsesItem[], ofRun));
}

const SHOWN: Readonly<Record<string, 'text' | 'reasoning'>> = {
  'response.output_text.delta': 'text',
  'response.refusal.delta': 'text',
  'response.reasoning_summary_text.delta': 'reasoning',
  'response.reasoning_text.delta': 'reasoning',
};

async function* readEvents(
  events: AsyncIterable<unknown>,
  isStored: boolean,
): AsyncGenerator<RunPart, Step<OpenAiResponsesItem>> {
  const output: Fields[] = [];
  let text = '';
  for await (const event of events) {
    const { type, delta, item, response, message } = fields(event);
    const shown = SHOWN[string(type)];
    if (shown) {
      if (shown === 'text') text += string(delta);
      yield { type: shown, text: string(delta) };
    } else if (type === 'response.output_item.done') {
      output.push(fields(item));
    } else if (type === 'response.failed' || type === 'error') {
      const { error } = fields(response);
      throw new Error(string(fields(error).message) || string(message) || 'The response failed.', { cause: event });
    } else if (type === 'response.completed' || type === 'response.incomplete') {
      const { usage, status, incomplete_details } = fields(response);
      const whole = output.map((each) =>
        each.type === 'function_call' ? { ...each, arguments: wholeArguments(jsonText(each.arguments)) } : each,
      );
      const said = isStored ? whole : withoutLostReasoning(whole);
      const calls = output.flatMap(({ type: kind, call_id, name, arguments: given }) =>
        kind === 'function_call' ? [{ id: string(call_id), name: string(name), input: given }] : [],
      );
      return {
        said: said as unknown as OpenAiResponsesItem[],
        calls,
        text,
        finish: string(fields(incomplete_details).reason) || string(status) || 'completed',
        inputTokens: Number(fields(usage).input_tokens ?? 0),
      };
    }
  }
  return cutOff(text, 0);
}

/**
 * Drops reasoning that the server did not keep: without its content it cannot be sent back. Ids that refer to it go,
 * too.
 */
function withoutLostReasoning(output: readonly Fields[]): readonly Fields[] {
  const isLost = ({ type, encrypted_content }: Fields): boolean =>
    type === 'reasoning' && typeof encrypted_content !== 'string';
  if (!output.some(isLost)) return output;
  const kept = output.filter((item) => !isLost(item)) as unknown as OpenAiResponsesItem[];
  const unbound = kept.flatMap((item) => openaiResponses.withoutReasoning?.(item) ?? []);
  return objects(unbound);
}
