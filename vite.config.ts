// Nine builds: `--mode worker`, `--mode development-worker`, `--mode embedding-worker`, `--mode transformers-worker`, `--mode serve-embedder` and `--mode standalone` (one self-contained file each), `--mode
// cli` (the command line, which imports only what the package exports), `--mode library` (the other entries, and the licences of all that was bundled), `--mode demo` (the page, which imports only what
// the package exports).
import { createHash } from 'node:crypto';
import { copyFileSync, readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { minify } from 'terser';
import { defineConfig, minifySync, type Plugin, type Rolldown, type UserConfig } from 'vite';
import { bundledLicences } from './scripts/bundled-licences.ts';
import { partAddresses, WORKER_CHUNKS, workerFiles, workerSource } from './scripts/worker-files.ts';

const packageVersion = (): string => (JSON.parse(readFileSync('package.json', 'utf8')) as { version: string }).version;

const memoryWorker = (file: string): string =>
  `new Worker(new URL('${file}', import.meta.url), { type: 'module', name: 'working-memory' })`;

const MODEL_WORKER = "{ type: 'module', name: 'working-memory-embedding' }";

/**
 * Vite makes one file of it, with the peer or an error in its place; webpack and Turbopack follow the other file. Vite
 * passes over a module without a worker that has no comment inside, so another comment holds one.
 */
const forVite = (file: string): string => {
  const address = `new URL('${file}', import.meta.url)`;
  return `(/* new Worker(${address}) */ !import.meta.webpack && new Worker(/* turbopackIgnore: true */ ${address}, ${MODEL_WORKER}))`;
};

/**
 * What source cannot say: library mode rewrites `new Worker(new URL(…))`, and consumers' bundlers need exactly this
 * text; and the source of a worker is there once it is built.
 */
const IN_BUILD: Record<string, () => string> = {
  MEMORY_WORKER_IN_BUILD: () => memoryWorker('./worker.js'),
  DEVELOPMENT_WORKER_IN_BUILD: () => memoryWorker('./development-worker.js'),
  MEMORY_WORKER_PARTS_IN_BUILD: partAddresses,
  MEMORY_WORKER_SOURCE_IN_BUILD: () => JSON.stringify(workerSource()),
  // Vite knows a worker by its text and would split this one; the parentheses make it a file to copy. Others parse.
  EMBEDDING_WORKER_IN_BUILD: () => `new Worker((new URL('./embedding-worker.js', import.meta.url)), ${MODEL_WORKER})`,
  TRANSFORMERS_WORKER_IN_BUILD: () => forVite('./transformers-worker.js'),
  TRANSFORMERS_WORKER_BY_NAME_IN_BUILD: () => forVite('working-memory/transformers-worker'),
  EMBEDDING_WORKER_SOURCE_IN_BUILD: () => JSON.stringify(readFileSync('dist/embedding-worker.js', 'utf8')),
  PACKAGE_VERSION_IN_BUILD: packageVersion,
  // Minifying takes the comments away that tell bundlers to leave it alone.
  IMPORT_IN_BUILD: () => '((address) => import(/* @vite-ignore */ /* webpackIgnore: true */ address))',
};

const putIn = (inBuild = IN_BUILD): Plugin => ({
  name: 'put-in',
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk') continue;
      chunk.code = chunk.code.replaceAll(/\b\w+_IN_BUILD\b/g, (name) => inBuild[name]?.() ?? name);
    }
  },
});

/**
 * The bundler's own minifier leaves one byte in a hundred, and names things better than terser does; `except` is the name
 * of a chunk that came minified. Arrows take the place of functions, as nothing in these files is made with `new` but
 * classes.
 */
const smaller = (except?: string): Plugin => ({
  name: 'smaller',
  async generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle)) {
      if (chunk.type !== 'chunk' || chunk.name === except) continue;
      const { code } = await minify(chunk.code, {
        module: true,
        ecma: 2020,
        compress: { passes: 3, unsafe_arrows: true },
      });
      if (code === undefined) continue;
      const again = (text: string): string =>
        minifySync(chunk.fileName, text, { module: true, compress: true, mangle: true }).code;
      // What the first run inlines leaves names that the second one gives anew.
      chunk.code = again(again(code));
    }
  },
});

/** Edge bundlers want the kernel as a file beside the entry that imports it. */
const kernelBesideEntry = (): Plugin => ({
  name: 'kernel-beside-entry',
  resolveId: (id) => (/^\.\/kernel\.wasm(\?module)?$/.test(id) ? { id, external: true } : undefined),
  writeBundle: () => copyFileSync('build/kernel.wasm', 'dist/kernel.wasm'),
});

/** Of `idb`: what adds shortcuts and async iterators to its objects, which nothing here uses. */
const treeshake = { manualPureFunctions: ['replaceTraps'] };

/** Builds of one file each, in this order; the first one empties dist/. */
const ONE_FILE: Record<
  string,
  { readonly entry: string; readonly plugins: readonly Plugin[]; readonly output?: Rolldown.OutputOptions }
> = {
  worker: {
    entry: 'worker/memory.ts',
    plugins: [workerFiles(), smaller(), putIn()],
    // Minified when it is cut.
    output: { ...WORKER_CHUNKS, minify: false },
  },
  // In one piece, with its names and lines: nothing of it is loaded later.
  'development-worker': {
    entry: 'worker/memory.ts',
    plugins: [putIn({ ...IN_BUILD, BUILD_IN_BUILD: () => "'development'" })],
    output: { minify: false },
  },
  'embedding-worker': { entry: 'worker/embedding.ts', plugins: [smaller(), putIn()] },
  'transformers-worker': { entry: 'worker/transformers.ts', plugins: [smaller()] },
  // Without an `import()` behind it: Vite's default format of workers cannot be split, and an app imports it in one.
  'serve-embedder': { entry: 'src/entries/serve-embedder.ts', plugins: [putIn()], output: { minify: false } },
  // Nothing is imported while it runs.
  standalone: {
    entry: 'src/entries/standalone.ts',
    plugins: [smaller(), putIn({ IMPORT_IN_BUILD: () => 'undefined', PACKAGE_VERSION_IN_BUILD: packageVersion })],
  },
};

const oneFile = (
  name: string,
  { entry, plugins, output }: (typeof ONE_FILE)[string],
  emptyOutDir: boolean,
): UserConfig => ({
  publicDir: false,
  plugins: [...plugins, bundledLicences(name)],
  build: {
    target: 'es2022',
    emptyOutDir,
    minify: output === undefined,
    lib: { entry: { [name]: entry }, formats: ['es'] },
    rolldownOptions: {
      // Found by the consumer's bundler, and only where it is installed.
      external: /^@xenova\//,
      treeshake,
      // Library mode keeps white space for tree-shaking; nobody shakes one file.
      output: { codeSplitting: false, minify: true, comments: { annotation: false }, ...output },
    },
  },
});

const LOADED_AT_ONCE =
  /src\/(client\/(calls\/)?[\w-]+|boundary\/(?!workers\/blob-worker)[\w/-]+|host\/(companions|page-cache\/left-page|open|opening\/[\w-]+|page-worker|worker-host)|options|option-rules|ports\/system|tree\/(overview\/(overview-template|words\/en)|transcript\/sent-message))\.ts$|node_modules\/(comlink|leven)\//;

/** What `prepare` loads at once; beside it, parts for what few requests need. */
const LOADED_BY_PREPARE =
  /src\/(client\/context\/(?!compaction-client|seen-media|receipts|reading\/other-formats|originals\/(large-parts|rich-))|context\/(compaction\/(compaction|summary)|list|plan|reminder\/(?!pressure)|view)\/)/;

/** What context, tools, export and the engine on this thread have in common. */
const READ_BY_MANY =
  /src\/(recall\/sections|tree\/(paths|iso-time|files\/(shrink-guard|tree-limits)|overview\/(overview|system-blocks)|transcript\/(branch-keys|message-check|parts|transcript|rows-of-list))|context\/(reminder\/pressure|words\/(advice|dropped|shown-paths)))\.ts$/;

/** What an idle page loads after `prepare`: for lists that outgrew the window, branches, rich values. The guide comes with tools. */
const LOADED_FOR_LONG_LISTS =
  /src\/(client\/(context\/(?!seen-media)|on-demand\/branches)|context\/(?!media\/(bytes|held-data|image-size|sized)|words\/(en|zh|guide[\w-]*)\.ts|tool-sets))|node_modules\/devalue\//;

/** What moves a session in or out, or erases it everywhere. */
const MOVED = /src\/(bundle\/|client\/(workspace\/|on-demand\/bundle\.ts))/;

/** What few apps ask for with an option: news of commands, a gate before writing, a report. */
const WATCHING = /src\/client\/(writing|observing|report)\//;

/** The entries by the name of their file; `public.ts` is what several of them share. */
const entries = Object.fromEntries(
  readdirSync('src/entries')
    .filter((file) => /(?<!\.d)\.ts$/.test(file))
    .map((file) => [file.replace(/\.ts$/, ''), `src/entries/${file}`] as const)
    .filter(([name]) => name !== 'public' && !(name in ONE_FILE)),
);

const library: UserConfig = {
  publicDir: false,
  plugins: [putIn(), kernelBesideEntry(), bundledLicences('library', [...Object.keys(ONE_FILE), 'cli'])],
  build: {
    target: 'es2022',
    emptyOutDir: false,
    minify: false,
    lib: { entry: entries, formats: ['es'] },
    rolldownOptions: {
      external: /^node:/,
      treeshake,
      // What opening a memory loads is one file; errors stay apart, for an app that imports only them.
      output: {
        codeSplitting: {
          groups: [
            { name: 'errors', test: /src\/errors\.ts$/, priority: 5 },
            { name: 'memory', test: LOADED_AT_ONCE, priority: 4 },
            // A chunk takes what its modules import along, but for what a chunk of a higher priority has.
            { name: 'counting', test: /src\/ports\/(ids|token-scan|tokenizer)\.ts$/, priority: 4 },
            { name: 'timers', test: /src\/ports\/timers\.ts$/, priority: 4 },
            { name: 'session', test: READ_BY_MANY, priority: 4 },
            { name: 'context', test: LOADED_BY_PREPARE, priority: 3 },
            { name: 'long-lists', test: LOADED_FOR_LONG_LISTS, priority: 2 },
            { name: 'bundle', test: MOVED, priority: 1 },
            { name: 'watching', test: WATCHING, priority: 1 },
          ],
        },
      },
    },
  },
};

const cli: UserConfig = {
  publicDir: false,
  plugins: [putIn({ VERSION_IN_BUILD: () => JSON.stringify(packageVersion()) }), bundledLicences('cli')],
  // The exact counter is a megabyte.
  resolve: {
    alias: {
      'gpt-tokenizer/encoding/o200k_base': fileURLToPath(
        new URL('replay/requests/estimated-tokens.ts', import.meta.url),
      ),
    },
  },
  // What `npx` starts is there at once: the protocol's server is bundled, the package's own entries are not.
  ssr: { noExternal: true, external: [] },
  build: {
    target: 'node20',
    ssr: true,
    emptyOutDir: false,
    minify: true,
    rolldownOptions: {
      input: { cli: 'cli/main.ts' },
      external: [/^node:/, /^working-memory(?=$|\/)/],
      output: { entryFileNames: '[name].js', chunkFileNames: 'cli-[name].js' },
    },
  },
};

/** The page stands in the list as `./`; what a model or a PDF needs is large and kept when it is first asked for. */
const LATER = /^\.\/(index\.html|assets\/(transformers|embedding-worker|pdf).*|ort\/.*)$/;

/** What recall by meaning takes from beside the page, but for the model: the wasm of its transformers.js, and how-to. */
const besideModels = (): Plugin => ({
  name: 'beside-models',
  generateBundle() {
    for (const [fileName, path] of [
      ['ort/ort-wasm-simd.wasm', 'node_modules/@xenova/transformers/dist/ort-wasm-simd.wasm'],
      ['docs/embeddings.md', 'docs/embeddings.md'],
    ] as const) {
      this.emitFile({ type: 'asset', fileName, source: readFileSync(path) });
    }
  },
});

/** The demo's service worker with the list of what was built, so that the page opens without a network. */
const precache = (): Plugin => ({
  name: 'precache',
  generateBundle(_options, bundle) {
    const fixed = readdirSync('demo/public', { withFileTypes: true })
      // A folder: models to try out, which are large.
      .filter((entry) => entry.isFile())
      .map(({ name }) => [name, readFileSync(`demo/public/${name}`)] as const);
    const built = Object.values(bundle).map(
      (file) => [file.fileName, file.type === 'chunk' ? file.code : file.source] as const,
    );
    const hash = createHash('sha256');
    for (const [name, content] of [...fixed, ...built]) hash.update(name).update(content);
    const files = ['./', ...[...fixed, ...built].map(([name]) => `./${name}`).filter((name) => !LATER.test(name))];
    const list = JSON.stringify({ version: hash.digest('hex').slice(0, 12), files });
    const source = readFileSync('demo/service-worker.js', 'utf8').replace('PRECACHE_IN_BUILD', list);
    this.emitFile({ type: 'asset', fileName: 'service-worker.js', source });
  },
});

/** What the package exports, from its build. */
const entry = (name: string): string => fileURLToPath(new URL(`dist/${name}.js`, import.meta.url));

const demo: UserConfig = {
  root: 'demo',
  base: './',
  plugins: [smaller('transformers.min'), besideModels(), precache()],
  resolve: {
    alias: [
      { find: /^working-memory$/, replacement: entry('index') },
      { find: /^working-memory\/(worker|lenses|tools|importers)(?=$|\?)/, replacement: entry('$1') },
      { find: /^working-memory\/inspector-always$/, replacement: entry('inspector') },
    ],
  },
  worker: { format: 'es' },
  build: { target: 'es2022', outDir: '../build/demo', emptyOutDir: true, modulePreload: { polyfill: false } },
  server: { fs: { allow: ['..'] } },
};

const builds: Record<string, UserConfig> = {
  ...Object.fromEntries(
    Object.entries(ONE_FILE).map(([name, parts], place) => [name, oneFile(name, parts, place === 0)]),
  ),
  cli,
  library,
};

export default defineConfig(({ mode }) => builds[mode] ?? demo);
