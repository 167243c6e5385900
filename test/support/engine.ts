// Engine over given fakes, with access to its journal and storage.
import type { Commit } from '../../src/api/memory.ts';
import type { Engine } from '../../src/boundary/engine.ts';
import { noPeers } from '../../src/ports/broadcast-peers.ts';
import { memoryStorage } from '../../src/storage/memory.ts';
import { composeEngine, type Host } from '../../src/host/compose.ts';
import { adoptExternalEdits } from '../../src/engine/tree/external-edits.ts';
import { inlineKernel } from '../../src/kernel/inline.ts';
import { compileKernel } from '../../src/kernel/load.ts';
import { resolveSettings, type Settings, type SettingsInput } from '../../src/options/options.ts';
import type { JournalEntry } from '../../src/storage/port.ts';
import { overviewTemplate } from './overview-template.ts';
import { countingIds, type FakeClock, fakeClock, wordTokens } from './fakes/fakes.ts';

export const kernelModule = compileKernel(inlineKernel());

export interface TestEngine {
  readonly engine: Engine;
  readonly settings: Settings;
  readonly clock: FakeClock;
  readonly commits: Commit[];
  readonly host: Host;
  journal(): Promise<readonly JournalEntry[]>;
}

/** Shared by all engines of a test file: hashes with random salts would sometimes contain the digits of a secret. */
const generation = countingIds();

export async function testEngine(
  input: Partial<SettingsInput> = {},
  ports: Partial<Host> & { clock?: FakeClock } = {},
): Promise<TestEngine> {
  const commits: Commit[] = [];
  const clock = ports.clock ?? fakeClock();
  const settings = resolveSettings({ session: 'test', ...input });
  const host: Host = {
    storage: memoryStorage(),
    ids: countingIds(),
    generation,
    tokenizer: wordTokens,
    peers: noPeers,
    adoptEdits: adoptExternalEdits,
    newOverview: overviewTemplate(settings),
    kernel: await kernelModule,
    onCommit: (commit) => commits.push(commit),
    ...ports,
    clock,
  };
  const engine = await composeEngine(settings, host);
  return { engine, settings, clock, commits, host, journal: () => engine.journal(0, 1_000_000) };
}
