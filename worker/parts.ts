// The worker's other files. They import nothing, as a bundler may rename every file: the build turns each `import()` in
// the worker into a call of `load`, and each of the files into a function of the values it takes from the worker.

/** Export of such a file: its build, and a function that makes its module from the worker's values. */
export interface WorkerPart {
  readonly build: string;
  readonly make: (given: readonly unknown[]) => object;
}

/** A worker from a blob brings its parts along, as a policy may forbid it to load anything. */
declare global {
  var workingMemoryParts: Readonly<Record<string, WorkerPart>> | undefined;
}

/** The build inserts an `import()` that bundlers leave alone. */
declare const IMPORT_IN_BUILD: (address: string) => Promise<{ readonly default: WorkerPart }>;
/** A hash of the worker's code. */
declare const BUILD_IN_BUILD: string;

/** Number of failures: after one, another fragment changes the address, as Firefox remembers failures. */
let failures = 0;

export const workerParts = {
  addresses: {} as Readonly<Record<string, string>>,
  /** @param given values that the part takes from the worker, in order */
  async load(file: string, given: readonly unknown[]): Promise<object> {
    const address = workerParts.addresses[file] ?? new URL(`./${file}.js`, location.href).href;
    const loading =
      globalThis.workingMemoryParts?.[file] ??
      IMPORT_IN_BUILD(`${address}#${failures || ''}`).then((part) => part.default);
    try {
      const { build, make } = await loading;
      if (build !== BUILD_IN_BUILD) throw new Error(`${address} is of another release than the worker`);
      return make(given);
    } catch (error) {
      failures++;
      throw error;
    }
  },
};
