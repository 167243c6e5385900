// Compares `memorize` with a bare commit of the same size by the database, in turns over one connection.
import { openWorkingMemory } from 'working-memory';
import { takeTurns } from '../measure.ts';
import { millis, type Row, times } from '../report.ts';
import type { Batch, Connection } from './engines.ts';
import { textOf } from './texts.ts';

const ROUNDS = { rounds: 300, warmUp: 50 };

export async function everyday(
  engine: string,
  { storage, commitBare }: Connection,
  most: number,
  how = '',
): Promise<Row> {
  let latest: Batch | undefined;
  const counted: Connection['storage'] = {
    ...storage,
    commit(address, basis, batch) {
      latest = batch;
      return storage.commit(address, basis, batch);
    },
  };
  const memory = await openWorkingMemory({ session: 'everyday', storage: counted, worker: false });
  const memorize = (round: number) => memory.items.memorize(`${round}: ${textOf(round)}`);
  await memorize(-1);
  const { ours, bare } = await takeTurns({ ours: memorize, bare: () => latest && commitBare(latest) }, ROUNDS);
  await memory.close();
  return {
    bench: 'fleet',
    runtime: engine,
    what: `memorize one text, against the bare commit${how}`,
    ...times(ours.medianMs / bare.medianMs, most),
    measured: `${millis(ours.medianMs)} and ${millis(bare.medianMs)}, medians of ${ROUNDS.rounds}`,
  };
}
