// The composition root: makes an engine from settings and the ports of its host.
import type { Commit } from '../api/memory.ts';
import type { Engine } from '../boundary/engine.ts';
import { broadcastPeers } from '../ports/broadcast-peers.ts';
import { randomIds, systemClock } from '../ports/system.ts';
import { defaultTokenScan } from '../ports/token-scan.ts';
import { type EnginePorts, openEngine } from '../engine/engine.ts';
import { compactStorage } from '../engine/session/stored/compact-storage.ts';
import { createKernel } from '../kernel/kernel.ts';
import type { Settings } from '../options/options.ts';
import type { Clock } from '../ports/clock.ts';
import type { Ids } from '../ports/ids.ts';
import type { Peers } from '../ports/peers.ts';
import type { Storage } from '../storage/port.ts';
import type { TokenCounter } from '../ports/tokenizer.ts';

/** Ports that an app may replace; each has a default. They stay on the app's thread: none can cross to a worker. */
export interface PortOptions {
  /** Default: `Date.now`. */
  readonly clock?: Clock | undefined;
  /** Default: random ids. */
  readonly ids?: Ids | undefined;
  /** Default: an estimate by rules for common tokenizers (docs/prompt-format.md). */
  readonly tokenizer?: TokenCounter | undefined;
  /** Default: a `BroadcastChannel`, if the runtime has one. */
  readonly peers?: Peers | undefined;
}

export interface Host extends PortOptions {
  readonly storage: Storage;
  /** The compiled module; every kernel is a new instance of it. */
  readonly kernel: WebAssembly.Module;
  /** Makes a kernel from the module; tests pass one that fails. */
  readonly createKernel?: typeof createKernel;
  /** Kernels shared by the sessions of a worker. */
  readonly pool?: EnginePorts['pool'];
  /** Workspace indexes shared by the sessions of one storage in a worker or a process. */
  readonly workspaces?: EnginePorts['workspaces'];
  readonly onCommit: (commit: Commit) => void;
  readonly newOverview: EnginePorts['newOverview'];
  /** Names new sessions; default random. */
  readonly generation?: () => string;
  /** Steps between stored formats; tests pass others. */
  readonly migration?: EnginePorts['migration'];
  /** Takes over files that other programs edited. Absent in the worker, whose storage no other program can edit. */
  readonly adoptEdits?: EnginePorts['adoptEdits'];
}

export function composeEngine(settings: Settings, host: Host): Promise<Engine> {
  const { importance, decay, eviction, ttl, durability } = settings;
  const kernelSettings = { decay, ...importance, ...eviction, ...ttl };
  const ports = {
    storage: compactStorage(host.storage, durability === 'auto' ? undefined : durability),
    clock: host.clock ?? systemClock,
    ids: host.ids ?? randomIds,
    generation: host.generation ?? randomIds,
    tokenizer: host.tokenizer ?? defaultTokenScan(),
    peers: host.peers ?? broadcastPeers(settings),
    kernel: () => (host.createKernel ?? createKernel)(host.kernel, kernelSettings),
    pool: host.pool,
    workspaces: host.workspaces,
    onCommit: host.onCommit,
    newOverview: host.newOverview,
    migration: host.migration,
    adoptEdits: host.adoptEdits,
  };
  return openEngine(settings, ports);
}
