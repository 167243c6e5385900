// Sessions that share few kernels give the answers of sessions with a kernel each.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Engine } from '../../src/boundary/engine.ts';
import { DisposableKernel } from '../../src/engine/recall/disposable-kernel.ts';
import type { Kernel } from '../../src/kernel/kernel.ts';
import { KernelPool } from '../../src/kernel/pool.ts';
import { testEngine } from '../support/engine.ts';

describe('a pool of kernels', () => {
  it('takes one back from the session whose last question is the oldest, as soon as there is one too many', () => {
    const pool = new KernelPool(2);
    const taken: string[] = [];
    const [one, two, three] = ['one', 'two', 'three'].map((name) => () => void taken.push(name)) as (() => void)[];
    for (const holder of [one, two, one, three] as (() => void)[]) pool.use(holder);
    expect(taken).toEqual(['two']);
    pool.leave(one as () => void);
    pool.use(two as () => void);
    expect(taken).toEqual(['two']);
    pool.use(one as () => void);
    expect(taken).toEqual(['two', 'three']);
  });
});

const SESSIONS = 4;

const ASKS = {
  memorize: (engine, text) => engine.memorize([{ text }]),
  recall: (engine, text) => engine.recall(text, { explain: true, scope: 'all' }),
  forget: (engine) => engine.forget('oldest', 'soft'),
  list: (engine) => engine.listItems(),
  write: (engine, text) => engine.writeFile('detail/notes.md', text),
  append: (engine, text) => engine.appendMessages([{ role: 'user', text }]),
} satisfies Record<string, (engine: Engine, text: string) => Promise<unknown>>;

const asked = fc.record({
  session: fc.nat(SESSIONS - 1),
  what: fc.constantFrom(...(Object.keys(ASKS) as (keyof typeof ASKS)[])),
  text: fc.constantFrom('the harbour of Ystad', 'a train to Malmö', 'coffee in the harbour', '同步冲突用向量时钟解决'),
});

/** Plays rounds of concurrent calls on several sessions; returns the answers, then the journals. */
async function answers(
  rounds: readonly (readonly { session: number; what: keyof typeof ASKS; text: string }[])[],
  pool?: KernelPool,
) {
  const engines: Engine[] = [];
  for (let session = 0; session < SESSIONS; session++) {
    engines.push((await testEngine({ limits: { maxItems: 3 } }, { pool })).engine);
  }
  const results: unknown[] = [];
  for (const round of rounds) {
    const calls = round.map(({ session, what, text }) => ASKS[what](engines[session] as Engine, text));
    results.push(await Promise.all(calls.map((call) => call.catch(({ code }: { code: string }) => code))));
  }
  for (const engine of engines) results.push(await engine.journal(0, 1000));
  return results;
}

describe('sessions that share one kernel', () => {
  it('give the same answers and the same journals as sessions with a kernel each, whoever asks when', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(asked, { maxLength: 6 }), { maxLength: 8 }), async (rounds) => {
        const alone = await answers(rounds);
        expect(await answers(rounds, new KernelPool(1))).toEqual(alone);
      }),
      { numRuns: 60 },
    );
  });

  it('build it anew when another one asked meanwhile, and keep it otherwise', () => {
    const pool = new KernelPool(1);
    const built: string[] = [];
    const session = (name: string): DisposableKernel =>
      new DisposableKernel(() => {
        built.push(name);
        return {} as Kernel;
      }, pool);
    const [one, other] = [session('one'), session('other')];
    for (const asked of [one, one, other, other, one]) asked.ask(() => undefined);
    expect(built).toEqual(['one', 'other', 'one']);
  });

  it('give it back when they are closed', async () => {
    const pool = new KernelPool(1);
    const { engine } = await testEngine({}, { pool });
    await engine.recall('harbour');
    await engine.close();
    let taken = 0;
    pool.use(() => void taken++);
    pool.use(() => undefined);
    expect(taken).toBe(1);
  });
});
