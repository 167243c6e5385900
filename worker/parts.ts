// The other files of the worker. They import nothing, as a bundler may give every file another name: the build makes each
// `import()` in the worker a call of `load`, and each of the files a function of what it takes from the worker.

/** What the file exports: the build that it is of, and what makes its module of what the worker gives. */
export interface WorkerPart {
  readonly build: string;
  readonly make: (given: readonly unknown[]) => object;
}

/** A worker from a blob brings them along, as a policy may let it load nothing. */
declare global {
  var workingMemoryParts: Readonly<Record<string, WorkerPart>> | undefined;
}

/** The build inserts an `import()` that bundlers leave alone. */
declare const IMPORT_IN_BUILD: (address: string) => Promise<{ readonly default: WorkerPart }>;
/** A hash of the worker's code. */
declare const BUILD_IN_BUILD: string;

/** After a failure another fragment makes the address a new one, as Firefox keeps failures. */
let failures = 0;

export const workerParts = {
  addresses: {} as Readonly<Record<string, string>>,
  /** @param given what the part takes from the worker, in its order */
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
