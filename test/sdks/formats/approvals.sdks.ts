// The real AI SDK, version 6: a tool that needs approval, with a prepared list in every call.
import { generateText, jsonSchema, type ModelMessage, tool } from 'ai';
import { MockLanguageModelV3 } from 'ai/test';
import { expect, it } from 'vitest';
import { memoryStorage, openWorkingMemory } from '../../../src/entries/index.ts';
import { aiSdkPrompt } from '../../../src/entries/lenses.ts';

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};
const call = { type: 'tool-call' as const, toolCallId: 'c1', toolName: 'rm', input: '{"path":"/logs"}' };

it('runs what was approved behind a prepared list, and the list it leaves is sent whole', async () => {
  const memory = await openWorkingMemory({ session: 'approvals', worker: false, storage: memoryStorage() });
  const prompts: string[] = [];
  const model = new MockLanguageModelV3({
    doGenerate: async ({ prompt }) => {
      const isFirst = prompts.push(JSON.stringify(prompt)) === 1;
      const finishReason = { unified: isFirst ? ('tool-calls' as const) : ('stop' as const), raw: undefined };
      return { content: isFirst ? [call] : [{ type: 'text', text: 'done' }], finishReason, usage, warnings: [] };
    },
  });
  const tools = {
    rm: tool({
      inputSchema: jsonSchema<{ path: string }>({ type: 'object', properties: { path: { type: 'string' } } }),
      needsApproval: true,
      execute: async () => '42 files deleted',
    }),
  };
  const messages: ModelMessage[] = [{ role: 'user', content: 'Delete the old logs, please.' }];
  const step = async () => {
    const prepared = await memory.context.prepare(aiSdkPrompt, messages, { tools: ['rm'] });
    expect(prepared.repairs).toEqual([]);
    const { content, response } = await generateText({ model, tools, messages: prepared.messages });
    messages.push(...response.messages);
    return content;
  };
  const asked = (await step()).find((part) => part.type === 'tool-approval-request');
  messages.push({
    role: 'tool',
    content: [{ type: 'tool-approval-response', approvalId: String(asked?.approvalId), approved: true }],
  });
  await memory.files.write('overview.md', '# Project\n\nThe logs of May stay.\n');
  await step();
  expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'tool', 'assistant']);
  messages.push({ role: 'user', content: 'Thanks.' });
  await step();
  for (const prompt of prompts.slice(1)) expect(prompt).toContain('42 files deleted');
  expect(prompts).toHaveLength(3);
  await memory.close();
});
