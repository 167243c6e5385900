// `import { start } from './a-worker.ts?bundled-worker'` returns a function that starts the worker from a single file:
// the single source files of a memory worker, served by a development server, slow every start by a second.
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
          // The package declares its sources free of side effects.
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
