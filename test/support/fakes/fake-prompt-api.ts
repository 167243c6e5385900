// Prompt API of a browser by its specification: a session keeps prompts and answers, and throws above its quota.
import { tokenScan } from '../../../src/ports/token-scan.ts';
import type { PromptApi } from '../../../src/sdks/prompt-api/chat.ts';

interface Prompt {
  readonly role: string;
  readonly content: string;
}

export interface FakePromptApi {
  readonly api: PromptApi;
  /** Contents of each session at its last prompt, in order. */
  readonly asked: (readonly Prompt[])[];
  /** Number of sessions that were created and not destroyed. */
  readonly open: () => number;
}

const { count } = tokenScan() as { count(text: string): number };

/** @param answers answers in order; an error is thrown in the middle of its answer */
export function fakePromptApi(answers: readonly (string | Error)[], quota = 2000): FakePromptApi {
  const asked: (readonly Prompt[])[] = [];
  const rest = answers.values();
  let open = 0;
  const api = {
    create: async ({ initialPrompts = [] }: { initialPrompts?: readonly Prompt[] }) => {
      open++;
      let held: Prompt[] = [];
      const take = (messages: readonly Prompt[]): void => {
        held = [...held, ...messages];
        const used = held.reduce((sum, { content }) => sum + count(content), 0);
        if (used > quota) throw new DOMException(`${used} tokens`, 'QuotaExceededError');
        if (held.some(({ role }, index) => role === 'system' && index > 0)) throw new TypeError('system is not first');
      };
      take(initialPrompts);
      return {
        inputQuota: quota,
        append: async (messages: readonly Prompt[]) => take(messages),
        promptStreaming(messages: readonly Prompt[], { signal }: { readonly signal?: AbortSignal } = {}) {
          take(messages);
          asked.push(held);
          const answer = rest.next().value ?? '';
          const pieces = (answer instanceof Error ? 'Half an ' : answer).split(/(?<= )/).values();
          return new ReadableStream<string>({
            pull(controller) {
              if (signal?.aborted) return controller.error(signal.reason);
              const { value, done } = pieces.next();
              if (!done) return controller.enqueue(value);
              if (answer instanceof Error) return controller.error(answer);
              held = [...held, { role: 'assistant', content: answer }];
              controller.close();
            },
          });
        },
        destroy: () => {
          open--;
        },
      };
    },
  };
  return { api: api as unknown as PromptApi, asked, open: () => open };
}
