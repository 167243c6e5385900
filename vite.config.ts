// Three builds: `--mode worker` (one self-contained file), `--mode library` (the entries), `--mode demo` (the page,
// which imports only what the package exports).
import { copyFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin, type UserConfig } from 'vite';

const OWN_WORKER = "new Worker(new URL('./worker.js', import.meta.url), { type: 'module', name: 'working-memory' })";

/** Library mode rewrites `new Worker(new URL(…))`; consumers' bundlers need exactly this text. */
const keepWorkerUrl = (): Plugin => ({
  name: 'keep-worker-url',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type === 'chunk') chunk.code = chunk.code.replaceAll(/\bMEMORY_WORKER_IN_BUILD\b/g, OWN_WORKER);
    }
  },
});

/** Edge bundlers want the kernel as a file beside the entry that imports it. */
const kernelBesideEntry = (): Plugin => ({
  name: 'kernel-beside-entry',
  resolveId: (id) => (id === './kernel.wasm' ? { id, external: true } : undefined),
  writeBundle: () => copyFileSync('build/kernel.wasm', 'dist/kernel.wasm'),
});

const worker: UserConfig = {
  publicDir: false,
  build: {
    target: 'es2022',
    emptyOutDir: true,
    minify: true,
    lib: { entry: { worker: 'worker/memory.ts' }, formats: ['es'] },
    // Library mode keeps white space for tree-shaking; nobody shakes a worker.
    rolldownOptions: { output: { codeSplitting: false, minify: true, comments: { annotation: false } } },
  },
};

const library: UserConfig = {
  publicDir: false,
  plugins: [keepWorkerUrl(), kernelBesideEntry()],
  build: {
    target: 'es2022',
    emptyOutDir: false,
    minify: false,
    lib: {
      entry: {
        index: 'src/index.ts',
        workerd: 'src/workerd.ts',
        environment: 'src/environment.ts',
        tools: 'src/tools.ts',
        lenses: 'src/lenses.ts',
        'file-storage': 'src/file-storage.ts',
      },
      formats: ['es'],
    },
    rolldownOptions: { external: /^node:/ },
  },
};

const demo: UserConfig = {
  root: 'demo',
  base: './',
  resolve: { alias: { 'working-memory': fileURLToPath(new URL('dist/index.js', import.meta.url)) } },
  worker: { format: 'es' },
  build: { target: 'es2022', outDir: '../build/demo', emptyOutDir: true, modulePreload: { polyfill: false } },
  server: { fs: { allow: ['..'] } },
};

export default defineConfig(({ mode }) => (mode === 'worker' ? worker : mode === 'library' ? library : demo));
