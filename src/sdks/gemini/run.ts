// A model behind Gemini's `generateContentStream`, with its memory.
import { fields } from '../lenses/fields.ts';
import { gemini, type GeminiContent } from '../lenses/gemini.ts';
import { cutOff, loop, type Endpoint, type MemoryOfRun, type RunOptions } from '../loop/loop.ts';
import { ModelRun } from '../loop/run.ts';
import { jsonSchemaOf, type RunTool } from '../loop/tools.ts';
import { GeminiAnswer } from './answer.ts';

/** The part of a client that is called: `GoogleGenAI` of `@google/genai`. */
export interface GeminiClient {
  readonly models: { generateContentStream(request: never): PromiseLike<AsyncIterable<unknown>> };
}

/** Options of `run` over Gemini. */
export interface GeminiRunOptions extends Omit<RunOptions, 'tools'> {
  readonly model: string;
  /** Tools of the app; the memory's come with them. */
  readonly tools?: readonly RunTool[];
  /**
   * Other fields of the request's `config`, such as `temperature` or `thinkingConfig`; they take precedence. Its
   * `tools`, such as `{ googleSearch: {} }`, stand beside the declared ones.
   */
  readonly config?: object;
}

/**
 * Asks a model, lets it call the tools of the app and of the memory, and streams what it says. Read the parts with `for
 * await`, or wait for `answer()`.
 *
 * @param contents the app's own list, ending with the user's; each answer is added to it, thoughts with their
 * signatures
 * @throws as it is read: errors of the client and of `context.prepare` · invalid-option: a tool of the app has the name
 * of one of the memory's · the signal's reason. The list then ends with the last whole step, and the same call tries
 * again
 */
export function run<Content extends GeminiContent>(
  client: GeminiClient,
  memory: MemoryOfRun,
  contents: Content[],
  options: GeminiRunOptions,
): ModelRun {
  // An app without types may give no options.
  const { model, config = {}, ...ofRun } = options ?? ({} as GeminiRunOptions);
  const ofGoogle = fields(config).tools;
  let givenIds: readonly string[] = [];
  const endpoint: Endpoint<GeminiContent> = {
    client: { given: client, method: 'models.generateContentStream', expected: 'a GoogleGenAI' },
    options: { given: options ?? {}, own: ['config'] },
    lens: gemini,
    definitions: ({ executed }) =>
      executed.map((tool) => {
        const { name, description } = tool;
        return { name, ...(description !== undefined && { description }), parametersJsonSchema: jsonSchemaOf(tool) };
      }),
    request: (list, system) => ({ list, system }),
    async *send({ messages: prepared, system, definitions, signal }) {
      const tools = [
        ...(definitions.length > 0 ? [{ functionDeclarations: definitions }] : []),
        ...(Array.isArray(ofGoogle) ? (ofGoogle as unknown[]) : []),
      ];
      // The client keeps the connection of a reader that leaves.
      const leaving = new AbortController();
      const request = {
        model,
        contents: prepared,
        config: {
          ...(system !== '' && { systemInstruction: system }),
          ...config,
          ...(tools.length > 0 && { tools }),
          abortSignal: AbortSignal.any([leaving.signal, ...(signal ? [signal] : [])]),
        },
      };
      const answer = new GeminiAnswer();
      try {
        for await (const chunk of await client.models.generateContentStream(request as never)) yield* answer.add(chunk);
      } finally {
        leaving.abort();
      }
      const { parts, text, finish, inputTokens } = answer;
      if (finish === '') return cutOff(text, inputTokens);
      ({ givenIds } = answer);
      const said = { role: 'model', parts } as GeminiContent;
      const calls = gemini.calls(said).map(({ id, name, arguments: input }) => ({ id, name, input }));
      return { said: parts.length > 0 ? [said] : [], calls, text, finish, inputTokens };
    },
    results: (results) => [
      {
        role: 'user',
        parts: results.map(({ id, name, text, isError }) => ({
          functionResponse: {
            ...(givenIds.includes(id) && { id }),
            name,
            response: isError ? { error: text } : { output: text },
          },
        })),
      },
    ],
  };
  return new ModelRun(loop(endpoint, memory, contents as GeminiContent[], ofRun));
}
