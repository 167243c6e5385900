// The examples of docs/storage.md that need no database client; test/sdks runs the others.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { durableObjectStorage } from '../../src/entries/durable-object.ts';
import { openWorkingMemory } from '../../src/entries/index.ts';
import { examplesOf, runExample } from '../support/examples.ts';
import { fakeDurableObject } from '../support/fakes/fake-durable-object.ts';

const page = readFileSync(new URL('../../docs/storage.md', import.meta.url), 'utf8');

describe('the example of docs/storage.md', () => {
  it('for a Durable Object answers requests, also after the object was evicted', async () => {
    class DurableObject {
      constructor(readonly ctx: object) {}
    }
    const storage = fakeDurableObject();
    const bound = { DurableObject, durableObjectStorage, openWorkingMemory };
    const Agent = (await runExample(examplesOf(page, 'Durable Object')[0], bound, 'Agent')) as new (ctx: object) => {
      fetch(request: Request): Promise<Response>;
    };
    const ask = async (agent: InstanceType<typeof Agent>, body: string): Promise<string[]> => {
      const response = await agent.fetch(new Request('https://agent', { method: 'POST', body }));
      return ((await response.json()) as { text: string }[]).map(({ text }) => text);
    };
    expect(await ask(new Agent({ storage }), 'first')).toEqual(['first']);
    storage.reset();
    expect(await ask(new Agent({ storage }), 'second')).toEqual(['first', 'second']);
  });
});
