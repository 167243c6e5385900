// The next prompt through the worker and IndexedDB: a reload within an epoch changes no byte of it.
import { expect, it } from 'vitest';
import type { WorkingMemory } from '../../src/api/memory.ts';
import { openWorkingMemory } from '../../src/entries/index.ts';
import { openaiChat } from '../../src/entries/lenses.ts';
import { start as worker } from '../../worker/memory.ts?bundled-worker';

interface ChatMessage {
  readonly role: string;
  readonly content: string | null;
  readonly tool_calls?: readonly { id: string; type: string; function: { name: string; arguments: string } }[];
  readonly tool_call_id?: string;
}

const context = { window: 3000 } as const;

/** One long turn: a call after the other, until the fallback must make room. */
const run = (steps: number): ChatMessage[] => [
  { role: 'system', content: 'You work.' },
  { role: 'user', content: 'Read the files.' },
  ...Array.from({ length: steps }, (_, step): ChatMessage[] => [
    {
      role: 'assistant',
      content: null,
      tool_calls: [
        { id: `c${step}`, type: 'function', function: { name: 'read', arguments: `{"file":"${step}.md"}` } },
      ],
    },
    { role: 'tool', tool_call_id: `c${step}`, content: `file ${step}: ${'alpha beta gamma '.repeat(40)}` },
  ]).flat(),
];

const STEPS = 16;

it('goes on byte for byte after a reload before every request', async () => {
  const session = `reload ${crypto.randomUUID()}`;
  let memory: WorkingMemory | undefined;
  let changes = 0;
  let before: readonly ChatMessage[] = [];
  for (let step = 0; step <= STEPS; step++) {
    await memory?.close();
    memory = await openWorkingMemory({ session, context, worker });
    const { messages, prefixChanged } = await memory.context.prepare(openaiChat, run(step));
    if (prefixChanged) changes++;
    else expect(messages.slice(0, before.length)).toEqual(before);
    before = messages;
  }
  expect(changes).toBeGreaterThan(0);
  expect(changes).toBeLessThan(STEPS / 2);

  const { applied, receipt = '' } = await (memory as WorkingMemory).context.compact.apply({ target: 'tools' });
  if (applied) await (memory as WorkingMemory).context.compact.undo(receipt);
  const { messages } = await (memory as WorkingMemory).context.prepare(openaiChat, run(STEPS));
  expect(messages).toEqual(before);
  await memory?.close();
});
