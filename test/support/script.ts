// One script of commands for any engine: equal scripts must leave equal journals.
import type { Engine } from '../../src/boundary/engine.ts';
import { memoryStorage } from '../../src/storage/memory.ts';
import { noPeers } from '../../src/ports/broadcast-peers.ts';
import { overviewTemplate } from './overview-template.ts';
import { composeEngine } from '../../src/host/compose.ts';
import type { WorkingMemoryError } from '../../src/errors.ts';
import type { DigestRequest } from '../../src/items/digest.ts';
import { type ForgetRequest } from '../../src/items/forgetting/request.ts';
import type { NewItem } from '../../src/items/item.ts';
import { inlineKernel } from '../../src/kernel/inline.ts';
import { compileKernel } from '../../src/kernel/load.ts';
import type { Settings } from '../../src/options/options.ts';
import { countingIds, fakeClock } from './fakes/fakes.ts';

const WORDS = 'release sync conflict parser coffee 咖啡 发布 冲突 resolver BUG-214 deadline Friday token budget'.split(
  ' ',
);

/** Returns numbers from 0 up to but excluding 1, the same for the same seed. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Steps of the clock per reading, in turn, s: mostly short, sometimes minutes, sometimes backwards. */
const LEAPS = [7, 7, 240, 7, -90, 7, 660, 7, 1];

/** Opens an engine whose clock moves with every reading, so that the script alone decides the times. */
export async function scriptedEngine(settings: Settings, storage = memoryStorage()): Promise<Engine> {
  const clock = fakeClock();
  let readings = 0;
  return composeEngine(settings, {
    storage,
    clock: () => (clock.now += (LEAPS[readings++ % LEAPS.length] ?? 0) * 1000),
    ids: countingIds(),
    generation: countingIds(),
    peers: noPeers,
    kernel: await compileKernel(inlineKernel()),
    onCommit: () => undefined,
    newOverview: overviewTemplate(settings),
  });
}

export async function runScript(engine: Engine, seed: number): Promise<unknown> {
  const random = randomFrom(seed);
  const below = (limit: number): number => Math.floor(random() * limit);
  const one = <Choice>(...choices: readonly Choice[]): Choice => choices[below(choices.length)] as Choice;
  const text = (): string => Array.from({ length: 1 + below(12) }, () => one(...WORDS)).join(' ');
  const id = (): string => `item-${1 + below(120)}`;
  const key = (): string => one('city', 'food', '饮料');
  const request = (): ForgetRequest =>
    one<ForgetRequest>(
      'oldest',
      'Least Important',
      `position:${below(9)}`,
      `before:step_${below(9)}`,
      { ids: [id()] },
      { tags: [one('plan', 'chat')] },
      { strategy: 'importance_based', threshold: 0.2 },
      { strategy: 'time_based', hours: 1 },
      { strategy: 'capacity_based', maxItems: 8 },
      'whatever seems best',
    );
  const item = (): NewItem => ({
    text: text(),
    importance: random(),
    pinned: random() < 0.05,
    tags: one([], ['plan'], ['plan', 'chat']),
    at: fakeClock().now + (random() - 0.5) * 4 * 3_600_000,
    // Some of these moments pass during the script.
    ...(random() < 0.1 && { expiresAt: fakeClock().now + random() * 12 * 3_600_000 }),
  });
  const answers: unknown[] = [];
  for (let command = 0; command < 160; command++) {
    const choice = below(33);
    const ask = async (): Promise<unknown> => {
      if (choice < 7) return engine.memorize([{ text: text(), importance: random() }]);
      if (choice < 9) return engine.memorize(Array.from({ length: 5 }, item));
      if (choice === 9) return engine.writeFile('overview.md', text());
      if (choice === 10) return engine.memorize([{ text: '' }]);
      if (choice < 14) return engine.forget(request(), one('soft', 'soft', 'hard'));
      if (choice === 14) return engine.restore(id());
      if (choice === 15) return engine.update(id(), { importance: random(), pinned: random() < 0.1 });
      if (choice === 16) return engine.sweep();
      if (choice < 19) return engine.step();
      if (choice === 19) {
        const digest = one<DigestRequest>({ maxTokens: 60 }, { maxChars: 200 }, { scope: 'recent' });
        return engine.summarize(digest);
      }
      if (choice === 20) return engine.whyNot(id(), text(), { scope: one('items', 'all') });
      if (choice < 24)
        return engine.recall(text(), { explain: true, limit: 5, scope: one('items', 'all'), former: one(false, true) });
      if (choice === 24) return engine.memorize([{ ...item(), pinned: false, key: key() }]);
      if (choice === 25) return engine.memorize([{ text: text(), replaces: one(id(), key()) }, { text: text() }]);
      if (choice === 26) return engine.revise(one(id(), key()), text(), one({}, { importance: random() }));
      if (choice < 29) return engine.touch([id(), id()].slice(0, 1 + below(2)));
      if (choice === 29) return engine.update(id(), { tags: one([], ['plan']), speaker: one('Ann', null), key: key() });
      if (choice === 30) return engine.memorize([{ text: text() }], { similar: true });
      if (choice === 31) return engine.setLimits({ maxItems: one(2, 5, 12, 64), maxTokens: one(20, 120, 4000) });
      return engine.memorize([{ text: one('coffee', '咖啡', 'a deadline'), importance: random(), tags: ['chat'] }]);
    };
    answers.push(await ask().catch(({ code, message }: WorkingMemoryError) => ({ code, message })));
  }
  return { answers, items: await engine.listItems(), journal: await engine.journal(0, 10_000) };
}
