// A model that says what it was told of, for the agent.
import { MockLanguageModelV3 } from 'ai/test';

const total = { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 };
const usage = { inputTokens: total, outputTokens: { total: 1, text: 1, reasoning: 0 } };

export const model = new MockLanguageModelV3({
  doGenerate: async ({ prompt }) => {
    if (JSON.stringify(prompt.at(-1)).includes('Are you overloaded?')) throw new Error('overloaded');
    const isCalled = prompt.some(({ role }) => role === 'tool');
    const calls = ['Ann lives in Oslo.', 'Ann has a parrot.'].map((text, at) => ({
      type: 'tool-call',
      toolCallId: `c${at}`,
      toolName: 'memorize',
      input: JSON.stringify({ text }),
    }));
    const asks = JSON.stringify(prompt).includes('Where do I live?');
    const knows = JSON.stringify(prompt).includes('Ann lives in Oslo.');
    if (asks || isCalled)
      return {
        content: [{ type: 'text', text: asks ? (knows ? 'In Oslo.' : 'I do not know.') : 'Noted.' }],
        finishReason: { unified: 'stop' },
        usage,
        warnings: [],
      };
    return { content: calls, finishReason: { unified: 'tool-calls' }, usage, warnings: [] };
  },
});
