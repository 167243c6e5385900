// WebLLM engine with a scripted model in place of one that needs a GPU; requests pass the package's own check.
import {
  type ChatCompletionChunk,
  type ChatCompletionMessageParam,
  type ChatCompletionRequestStreaming,
  type MLCEngineInterface,
  ModelType,
  postInitAndCheckFieldsChatCompletion,
} from '@mlc-ai/web-llm';

const MODEL = 'Llama-3.2-1B-Instruct-q4f16_1-MLC';
const words = (text: unknown): number => String(text).trim().split(/\s+/).length;

/** @param answers in order; an error is thrown in the middle of its answer */
export function scriptedEngine(answers: readonly (string | Error)[], contextWindow = 4096) {
  const requests: ChatCompletionMessageParam[][] = [];
  const rest = answers.values();
  let left = 0;
  async function* streamed(
    text: string,
    failure: Error | undefined,
    prompt_tokens: number,
  ): AsyncGenerator<ChatCompletionChunk> {
    const whole = { id: '1', model: MODEL, object: 'chat.completion.chunk', created: 0 } as const;
    let isRead = false;
    try {
      for (const content of text.split(/(?<= )/))
        yield { ...whole, choices: [{ index: 0, delta: { content }, finish_reason: null }] };
      if (failure) throw failure;
      yield { ...whole, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] };
      isRead = true;
      yield {
        ...whole,
        choices: [],
        usage: { prompt_tokens, completion_tokens: 1, total_tokens: prompt_tokens + 1 } as never,
      };
    } finally {
      if (!isRead) left++;
    }
  }
  const create = async (request: ChatCompletionRequestStreaming) => {
    postInitAndCheckFieldsChatCompletion(request, MODEL, ModelType.LLM);
    const tokens = request.messages.reduce((sum, { content }) => sum + words(content), 0);
    if (tokens > contextWindow) throw new Error(`Prompt tokens exceed context window size: ${tokens}`);
    requests.push(request.messages);
    const answer = rest.next().value ?? '';
    return answer instanceof Error ? streamed('Half an ', answer, tokens) : streamed(answer, undefined, tokens);
  };
  const engine = { chat: { completions: { create } } } as unknown as MLCEngineInterface;
  return { engine, requests, left: () => left };
}
