// Raw exports of the wasm module, as assembly/index.ts declares them. Slots are u32, −1 means none. For kernel.ts, the
// bench and tests that inject faults; nothing else calls wasm.

export interface KernelExports {
  readonly memory: WebAssembly.Memory;
  /** Returns the address of the I/O region, grown to at least `bytes`; growing it loses its content. */
  io(bytes: number): number;
  configure(
    decayFactor: number,
    decayPeriodMs: number,
    decayFloor: number,
    lowBelow: number,
    protectedFrom: number,
    recentSteps: number,
    softSteps: number,
    softMs: number,
    byPriority: boolean,
  ): void;
  add(
    importance: number,
    createdAt: number,
    expiresAt: number,
    step: number,
    tokens: number,
    flags: number,
    session: number,
    group: number,
    speaker: number,
  ): number;
  remove(slot: number): void;
  dropLast(slot: number): void;
  setImportance(slot: number, importance: number): void;
  setExpiry(slot: number, expiresAt: number): void;
  setFlags(slot: number, flags: number): void;
  slots(): number;
  liveCount(): number;
  tokens(slot: number): number;
  position(slot: number): number;
  slotAt(position: number): number;
  decay(createdAt: number, now: number): number;
  priority(slot: number, now: number): number;
  classOf(slot: number, now: number, step: number): number;
  expired(now: number): number;
  advance(now: number, step: number): void;
  /** Returns the first victim at the moment of the last `advance`. */
  firstVictim(): number;
  link(slot: number): void;
  unlink(slot: number): void;
  index(slot: number, count: number): void;
  holders(id: number, scopes: number): number;
  setVector(slot: number, length: number): number;
  vectors(): number;
  dropVectors(): void;
  /** Returns the address of the scan by codes that must run before `rank`, or 0. */
  prepareVector(length: number, limit: number): number;
  scanCodes(scan: number): void;
  rank(
    hasVector: boolean,
    termCount: number,
    speakerCount: number,
    masked: boolean,
    scopes: number,
    limit: number,
    now: number,
    decayFloor: number,
    minimumMatch: number,
    denseWeight: number,
    denseFloor: number,
    denseContrast: number,
    timeWeight: number,
  ): number;
  similar(termCount: number, scopes: number, least: number): number;
}
