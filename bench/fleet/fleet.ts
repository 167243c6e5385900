// `npm run bench -- fleet [--sessions N] [--only NAME] [--kills N] [--open N]`: many sessions of 64 short items on a
// local Postgres, Redis and SQLite. Measures open and commit times and bytes per session, and checks that killed owners
// lose nothing.
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { openWorkingMemory } from 'working-memory';
import { loadAverage, machineLine, type Row, table, times } from '../report.ts';
import { type Connection, ENGINES, type Storage } from './engines.ts';
import { everyday } from './everyday.ts';
import { kills } from './kills.ts';
import { manyOpen } from './many.ts';
import { textOf } from './texts.ts';

const ITEMS = 64;
const OPENED = 100;
const OWNERS = [1, 4, 16];
const COMMITS = 160;
const MILLION = 1_000_000;
/** Sessions created in parallel, so that the database is never idle. */
const MADE_AT_ONCE = 8;

/** @param args arguments after the name of the bench */
export async function fleet(args: readonly string[]): Promise<void> {
  const { values } = parseArgs({
    args: [...args],
    options: {
      sessions: { type: 'string' },
      only: { type: 'string' },
      kills: { type: 'string' },
      open: { type: 'string' },
    },
  });
  const sessions = Number(values.sessions ?? 1000);
  const loadBefore = loadAverage();
  const rows: Row[] = [];
  for (const [name, engine] of Object.entries(ENGINES)) {
    if (values.only !== undefined && values.only !== name) continue;
    const { at, stop } = await engine.start();
    const connection = engine.connect(at);
    try {
      rows.push(...(await measured(name, connection, sessions)));
      rows.push(await everyday(name, connection, engine.everyday));
      if (connection.sync) {
        await connection.sync();
        rows.push(await everyday(name, connection, engine.everyday, ', both synced'));
      }
      rows.push(await kills(name, at, connection.storage, Number(values.kills ?? 100)));
    } finally {
      await connection.end();
      await stop();
    }
  }
  if ([undefined, 'memory'].includes(values.only)) rows.push(manyOpen(Number(values.open ?? 10_000), ITEMS));
  console.log(table(rows));
  console.log(machineLine('', loadBefore));
}

async function measured(name: string, { storage, bytes }: Connection, sessions: number): Promise<Row[]> {
  let handed = 0;
  const counted: Storage = {
    ...storage,
    commit(address, basis, batch) {
      handed +=
        JSON.stringify(batch.rows).length + JSON.stringify(batch.manifest).length + JSON.stringify(batch.entry).length;
      return storage.commit(address, basis, batch);
    },
  };
  const open = (session: string, within = storage) =>
    openWorkingMemory({ session, storage: within, worker: false, deadlineMs: 600_000 });
  const empty = await bytes();
  let made = 0;
  const make = async (): Promise<void> => {
    while (made < sessions) {
      const turn = made++;
      const memory = await open(`session-${turn}`, counted);
      await memory.items.memorize(
        Array.from({ length: ITEMS }, (_, item) => `Fact ${item} of ${turn}: ${textOf(turn + item)}`),
      );
      await memory.close();
    }
  };
  await Promise.all(Array.from({ length: MADE_AT_ONCE }, make));
  const each = ((await bytes()) - empty) / sessions;
  const opening: number[] = [];
  const committing: number[] = [];
  for (let turn = 0; turn < OPENED; turn++) {
    const session = `session-${(turn * 7919) % sessions}`;
    let before = performance.now();
    const memory = await open(session);
    opening.push(performance.now() - before);
    before = performance.now();
    await memory.items.memorize(`One more: ${textOf(turn)}`);
    committing.push(performance.now() - before);
    await memory.close();
  }
  let before = performance.now();
  const page = await storage.sessions({ limit: 100 });
  const paged = performance.now() - before;
  const rates: string[] = [];
  for (const owners of OWNERS) {
    const memories = await Promise.all(Array.from({ length: owners }, (_, owner) => open(`session-${owner}`)));
    before = performance.now();
    await Promise.all(
      memories.map(async (memory) => {
        for (let turn = 0; turn < COMMITS / owners; turn++) await memory.items.memorize(textOf(turn));
      }),
    );
    rates.push(`${owners}: ${Math.round((COMMITS * 1000) / (performance.now() - before))}/s`);
    await Promise.all(memories.map((memory) => memory.close()));
  }
  const kilobytes = (count: number): string => `${(count / 1000).toFixed(1)} kB`;
  const row = (what: string, figure: string, how?: string): Row => ({
    bench: 'fleet',
    runtime: name,
    what,
    figure,
    ...(how !== undefined && { measured: how }),
  });
  return [
    row(`open one of ${sessions} sessions`, quantiles(opening), `${OPENED} of them`),
    row('memorize one text in it', quantiles(committing), `${OPENED} times`),
    row(`list ${page.length} sessions`, `${paged.toFixed(1)} ms`),
    row(
      `a session of ${ITEMS} short items there`,
      kilobytes(each),
      `${kilobytes(handed / sessions)} were handed to the adapter`,
    ),
    {
      ...row('bytes there for each that was handed over', '', `${sessions} sessions`),
      ...times((each * sessions) / handed, 2),
    },
    row('10⁶ such sessions, by multiplication', `${((each * MILLION) / 1e9).toFixed(1)} GB`),
    row('commits by so many owners at once', rates.join(' · '), 'a session each'),
  ];
}

function quantiles(all: readonly number[]): string {
  const sorted = [...all].sort((one, other) => one - other);
  const at = (share: number): string => `${(sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(1)} ms`;
  return `median ${at(0.5)}, p99 ${at(0.99)}`;
}
