// Measures a hard forget, by ids and by a filter, beside a long transcript that quotes some of the forgotten texts.
import { memoryStorage, openWorkingMemory } from 'working-memory';
import { quantile } from './measure.ts';
import { makeCorpus } from './texts.ts';

export interface ForgettingBench {
  readonly p50Ms: number;
  readonly p95Ms: number;
}

const BATCH = 1000;
/** UTF-16 units of a message. */
const LENGTH = 200;

/** @param count messages */
export async function benchForgetting(count: number, rounds: number): Promise<ForgettingBench> {
  const { texts } = makeCorpus('English', BATCH, 0);
  const memory = await openWorkingMemory({
    session: 'bench forgetting',
    storage: memoryStorage(),
    worker: false,
    deadlineMs: 600_000,
    limits: { maxItems: 3 * rounds, maxTokens: 1_000_000 },
  });
  const said = (index: number): string => `${index} ${texts[index % BATCH]} ${texts[(index * 7 + 3) % BATCH]} `;
  const full = (index: number): string => said(index).repeat(3).slice(0, LENGTH);
  for (let from = 0; from < count; from += BATCH)
    await memory.transcript.append(Array.from({ length: BATCH }, (_, at) => ({ role: 'user', text: full(from + at) })));
  const secret = (round: number): string => `The door code of house ${round} is ${4711 + round}`;
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const { items } = await memory.items.memorize({ text: secret(round), group: `house ${round}` });
    await memory.transcript.append([
      { role: 'user', text: secret(round) },
      { role: 'assistant', text: `Noted: ${secret(round)}.` },
    ]);
    // Makes the appended messages searchable.
    await memory.items.remember('code', { scope: 'transcript' });
    const request = round % 2 === 0 ? { ids: items.map(({ id }) => id) } : { filters: { group: `house ${round}` } };
    const start = performance.now();
    await memory.items.forget(request, { mode: 'hard' });
    times.push(performance.now() - start);
  }
  await memory.close();
  return { p50Ms: quantile(times, 0.5), p95Ms: quantile(times, 0.95) };
}
