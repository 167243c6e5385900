// One script of commands, to be run on any engine: equal scripts must leave equal journals.
import type { Engine } from '../../src/api.ts';
import { memoryStorage } from '../../src/adapters/memory-storage.ts';
import { noPeers } from '../../src/adapters/broadcast-peers.ts';
import { composeEngine } from '../../src/compose.ts';
import { inlineKernel } from '../../src/kernel/inline.ts';
import { compileKernel } from '../../src/kernel/load.ts';
import type { Settings } from '../../src/options.ts';
import { countingIds, fakeClock } from './fakes.ts';

const WORDS = 'release sync conflict parser coffee 咖啡 发布 冲突 resolver BUG-214 deadline Friday token budget'.split(' ');

/** Numbers from 0 up to and excluding 1, the same for the same seed. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** An engine whose clock moves 7 s with every reading, so that the script alone decides the times. */
export async function scriptedEngine(settings: Settings): Promise<Engine> {
  const clock = fakeClock();
  return composeEngine(settings, {
    storage: memoryStorage(),
    clock: () => (clock.now += 7000),
    ids: countingIds(),
    peers: noPeers,
    kernel: await compileKernel(inlineKernel()),
    onCommit: () => undefined,
  });
}

export async function runScript(engine: Engine, seed: number): Promise<unknown> {
  const random = randomFrom(seed);
  const word = (): string => WORDS[Math.floor(random() * WORDS.length)] as string;
  const text = (): string => Array.from({ length: 1 + Math.floor(random() * 12) }, word).join(' ');
  const answers: unknown[] = [];
  for (let command = 0; command < 120; command++) {
    const choice = random();
    if (choice < 0.5) answers.push(await engine.memorize([{ text: text(), importance: random() }]));
    else if (choice < 0.6) answers.push(await engine.memorize(Array.from({ length: 5 }, () => ({ text: text() }))));
    else if (choice < 0.7) answers.push(await engine.writeFile('overview.md', text()));
    else if (choice < 0.75) answers.push(await engine.memorize([{ text: '' }]).catch((error: Error) => error.message));
    else answers.push(await engine.remember(text(), { explain: true, limit: 5 }));
  }
  return { answers, items: await engine.listItems(), journal: await engine.journal(0, 10_000) };
}
