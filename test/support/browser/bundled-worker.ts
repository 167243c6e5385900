// `import { start } from './a-worker.ts?bundled-worker'` gives a function that starts the worker from one file: the sources
// of a memory worker, which a development server hands out one by one, take a second of every start.
import { build, type Plugin } from 'vite';

const ASKED = '?bundled-worker';

export const bundledWorker = (): Plugin => ({
  name: 'bundled-worker',
  async load(id) {
    if (!id.endsWith(ASKED)) return undefined;
    const built = await build({
      configFile: false,
      logLevel: 'warn',
      build: {
        write: false,
        minify: false,
        rollupOptions: {
          input: id.slice(0, -ASKED.length),
          output: { codeSplitting: false },
          // The package says that its sources do nothing when they are imported.
          treeshake: false,
        },
      },
    });
    if (!('output' in built)) throw new Error(`Vite built ${id} as something else than one worker`);
    return `
      const source = new Blob([${JSON.stringify(built.output[0].code)}], { type: 'text/javascript' });
      export const start = () => new Worker(URL.createObjectURL(source), { type: 'module' });`;
  },
});
