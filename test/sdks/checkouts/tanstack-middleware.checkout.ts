// The adapter under the middleware of TanStack's package, in real chats.
import { chat, type ModelMessage } from '@tanstack/ai';
import { memoryMiddleware } from 'tanstack-ai-memory/src/middleware.ts';
import { expect, it, vi } from 'vitest';
import { memoryStorage, openMany } from '../../../src/entries/index.ts';
import { tanstackAdapter } from '../../../src/entries/tanstack.ts';
import { ScriptedTextAdapter, textOf } from '../support/agents/scripted-text-adapter.ts';

it('keeps each turn of a chat, and tells the next chat of the thread what fits its question', async () => {
  await using memories = openMany({ storage: memoryStorage(), worker: false });
  const receipts: { readonly ok: boolean }[] = [];
  const model = new ScriptedTextAdapter(['Noted: Kiwi.', 'She calls it Kiwi.', 'I do not know.']);
  const ask = async (threadId: string, content: string): Promise<void> => {
    const messages: ModelMessage[] = [{ role: 'user', content }];
    const before = receipts.length;
    const middleware = memoryMiddleware({
      adapter: tanstackAdapter(memories),
      scope: { threadId, userId: 'ann' },
      onSave: (saved) => void receipts.push(...saved.receipts),
    });
    const chunks = chat({ adapter: model, messages, middleware: [middleware], debug: false });
    for await (const piece of textOf(chunks)) expect(piece).not.toBe('');
    // The middleware saves after the answer has ended.
    await vi.waitFor(() => expect(receipts.length).toBeGreaterThan(before));
  };

  await ask('monday', 'Ann keeps a parrot called Kiwi.');
  await ask('monday', 'What is the name of the parrot?');
  await ask('another', 'What is the name of the parrot?');

  expect(receipts.every(({ ok }) => ok)).toBe(true);
  const told = model.requests.map(({ systemPrompts }) => JSON.stringify(systemPrompts));
  expect(told.map((prompts) => prompts.includes('parrot called Kiwi'))).toEqual([false, true, false]);
});
