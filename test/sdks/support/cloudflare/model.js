// Model for the agent that repeats what it was told. Asked for a story it says the beginning and continues forever;
// asked to break off, it fails there.
import { MockLanguageModelV3 } from 'ai/test';

const total = { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 };
const usage = { inputTokens: total, outputTokens: { total: 1, text: 1, reasoning: 0 } };

/** Number of stories that their reader stopped. */
export const stories = { stopped: 0 };

/** Returns the answer to a prompt: a text, or calls of tools. */
function answerTo(prompt) {
  const last = JSON.stringify(prompt.at(-1));
  const said = JSON.stringify(prompt);
  if (last.includes('Are you overloaded?')) throw new Error('overloaded');
  if (said.includes('Where do I live?')) return said.includes('Ann lives in Oslo.') ? 'In Oslo.' : 'I do not know.';
  if (prompt.some(({ role }) => role === 'tool')) return 'Noted.';
  return ['Ann lives in Oslo.', 'Ann has a parrot.'].map((text, at) => ({
    type: 'tool-call',
    toolCallId: `c${at}`,
    toolName: 'memorize',
    input: JSON.stringify({ text }),
  }));
}

function stop(controller, { reason }) {
  stories.stopped += 1;
  controller.error(reason);
}

export const model = new MockLanguageModelV3({
  doGenerate: async ({ prompt }) => {
    const answer = answerTo(prompt);
    const isText = typeof answer === 'string';
    const content = isText ? [{ type: 'text', text: answer }] : answer;
    return { content, finishReason: { unified: isText ? 'stop' : 'tool-calls' }, usage, warnings: [] };
  },
  doStream: async ({ prompt, abortSignal }) => {
    const isStory = JSON.stringify(prompt.at(-1)).includes('Tell me a story.');
    const isBroken = JSON.stringify(prompt.at(-1)).includes('Break off.');
    const answer = isStory || isBroken ? 'Once ' : answerTo(prompt);
    const isText = typeof answer === 'string';
    const parts = isText
      ? [
          { type: 'text-start', id: '1' },
          { type: 'text-delta', id: '1', delta: answer },
          { type: 'text-end', id: '1' },
        ]
      : answer;
    const stream = new ReadableStream({
      start(controller) {
        for (const part of isStory || isBroken ? parts.slice(0, 2) : parts) controller.enqueue(part);
        // Later: a stream that fails at once loses what stands in it.
        if (isBroken) return setTimeout(() => controller.error(new Error('overloaded')), 50);
        if (isStory) return abortSignal?.addEventListener('abort', () => stop(controller, abortSignal));
        controller.enqueue({ type: 'finish', finishReason: { unified: isText ? 'stop' : 'tool-calls' }, usage });
        controller.close();
      },
    });
    return { stream };
  },
});
