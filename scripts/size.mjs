// Prints the download sizes of users and fails above a limit. 1 kB = 1000 bytes.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { root } from './environment.mjs';

const dist = `${root}dist/`;
const missing = [
  'kernel.wasm',
  'worker.js',
  'worker-later.js',
  'embedding-worker.js',
  'standalone.js',
  'index.js',
  'inspector.js',
].find((name) => !existsSync(dist + name));
if (missing) {
  console.error(`dist/${missing} is missing: run npm run build first.`);
  process.exit(1);
}

/** Files that the entry of the lenses re-exports; an app imports one of them with its dependencies. */
const LENSES = Array.from(
  readFileSync(`${root}src/entries/lenses.ts`, 'utf8').matchAll(/from '\.\.\/sdks\/lenses\/([\w/-]+)\.ts'/g),
  ([, name]) => name,
);

/** Name prefixes of the chunks that the demo loads until its story has been told in English. */
const PLAYED = ['app-', 'stage-', 'story-', 'context-', 'en-', 'tools-'];

/** Entries of their own for components that every app loads. */
const OF_PAGES = ['react', 'vue'];

const gzipped = (content) => gzipSync(content, { level: 9 }).length;

/**
 * Downloads of a page without and with the context engine; `parts` are prefixes of the chunks' names, `worker` names
 * the worker's files.
 */
const JOURNEYS = [
  { what: 'open, memorize, remember, forget', parts: [], worker: ['worker'], most: 113_100 },
  { what: 'the same and prepare', parts: ['context-', 'en-'], worker: ['worker', 'worker-later'], most: 160_400 },
];
/** Most files of the first journey. */
const MOST_FILES = 6;

/** Limit of the inspector, without what the page loads of the package anyway. */
const MOST_OF_INSPECTOR = 35_000;

const fromDist = (name) => gzipped(readFileSync(`${dist}${name}.js`));
const page = await bundledPage();

const sizes = [
  { what: 'dist/kernel.wasm', bytes: readFileSync(`${dist}kernel.wasm`).length, most: 24_000 },
  // An alarm rather than a hard limit: code that needs the state belongs in the worker, and a page pays for the sum.
  { what: 'dist/worker.js, gzip', bytes: fromDist('worker'), most: 93_500 },
  { what: 'dist/worker-later.js, gzip', bytes: fromDist('worker-later'), most: 6_650 },
  { what: 'dist/worker-workspace-search.js, gzip', bytes: fromDist('worker-workspace-search'), most: 4_300 },
  { what: 'dist/worker-encryption.js, gzip', bytes: fromDist('worker-encryption'), most: 6_000 },
  { what: 'dist/embedding-worker.js, gzip', bytes: fromDist('embedding-worker'), most: 5_000 },
  { what: 'dist/transformers-worker.js, gzip', bytes: fromDist('transformers-worker'), most: 5_000 },
  { what: 'dist/standalone.js, gzip', bytes: fromDist('standalone'), most: 278_500 },
  ...JOURNEYS.map((one) => ({ what: `page: ${one.what}, minified, gzip`, bytes: journey(one), most: one.most })),
  ...(await Promise.all(LENSES.map(lens))),
  ...(await Promise.all(OF_PAGES.map(ofPage))),
  { what: 'entry inspector, minified, gzip', bytes: await inspectorAlone(), most: MOST_OF_INSPECTOR },
  { what: 'entry inspector in production, gzip', bytes: fromDist('inspector-left-out'), most: 300 },
  ...(existsSync(`${root}build/demo/assets`) ? [demoPage()] : []),
];
const files =
  page.filter(({ isEntry }) => isEntry).length + staticImports(page.filter(({ isEntry }) => isEntry)).size + 1;
if (files > MOST_FILES) {
  console.error(`page: ${files} files to open, memorize, remember and forget; at most ${MOST_FILES}`);
  process.exit(1);
}

for (const { what, bytes, most } of sizes) {
  const line = `${what}: ${(bytes / 1000).toFixed(1)} kB of ${most / 1000} kB`;
  if (bytes <= most) console.log(line);
  else console.error(`${line}: too large by ${bytes - most} bytes`);
}
if (sizes.some(({ bytes, most }) => bytes > most)) process.exit(1);

async function bundled(path) {
  const bundle = await rolldown({ input: `${root}src/${path}.ts`, logLevel: 'warn' });
  const { output } = await bundle.generate({ format: 'es', minify: true });
  await bundle.close();
  return gzipped(output[0].code);
}

/** Bundles the inspector for an app that has opened a memory: without the entry that opens exports. */
async function inspectorAlone() {
  const bundle = await rolldown({ input: `${dist}inspector.js`, external: /index\.js$/, logLevel: 'warn' });
  const { output } = await bundle.generate({ format: 'es', minify: true });
  await bundle.close();
  return output.reduce((sum, { code }) => sum + gzipped(code), 0);
}

async function ofPage(name) {
  return { what: `entry ${name}, minified, gzip`, bytes: await bundled(`entries/${name}`), most: 1_000 };
}

async function lens(name) {
  const most = name === 'ai-sdk/middleware' ? 3_280 : 2_250;
  return { what: `lens ${name}, minified, gzip`, bytes: await bundled(`sdks/lenses/${name}`), most };
}

/** Returns the demo's download until its story has been told; a test of the page checks the real one. */
function demoPage() {
  const assets = `${root}build/demo/assets/`;
  const scripts = readdirSync(assets).filter((name) => name.endsWith('.js'));
  const text = (name) => readFileSync(assets + name, 'utf8');
  // The page names its index; of the story's editions, the larger one counts.
  const entry = /assets\/(index-[\w-]+\.js)/.exec(readFileSync(`${root}build/demo/index.html`, 'utf8'))?.[1];
  const editions = scripts
    .filter((name) => name.startsWith('edition-'))
    .sort((one, other) => text(other).length - text(one).length);
  const played = scripts.filter((name) => PLAYED.some((start) => name.startsWith(start)));
  const loaded = new Set([entry, editions[0], ...played]);
  for (const name of loaded) {
    for (const [, target] of text(name).matchAll(/(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g)) loaded.add(target);
  }
  const bytes = [...loaded].reduce((sum, name) => sum + gzipped(text(name)), 0);
  return { what: 'demo, JavaScript of the page with its story, gzip', bytes, most: 129_900 };
}

/** Bundles an app that opens a memory, split by its bundler. */
async function bundledPage() {
  const app = {
    name: 'app',
    resolveId: (id) => (id === 'app' ? id : undefined),
    load: (id) =>
      id === 'app' ? `import { openWorkingMemory } from '${dist}index.js'; globalThis.open = openWorkingMemory;` : null,
  };
  const bundle = await rolldown({ input: 'app', plugins: [app], logLevel: 'warn' });
  const { output } = await bundle.generate({ format: 'es', minify: true });
  await bundle.close();
  return output;
}

/** Returns the static imports of these chunks. */
function staticImports(chunks) {
  const named = new Map(page.map((chunk) => [chunk.fileName, chunk]));
  const loaded = new Set(chunks);
  // Iterating a set follows insertion order and includes elements added meanwhile.
  for (const { imports } of loaded) for (const name of imports) if (named.has(name)) loaded.add(named.get(name));
  for (const chunk of chunks) loaded.delete(chunk);
  return loaded;
}

function journey({ parts, worker }) {
  const chosen = page.filter(({ isEntry, name }) => isEntry || parts.some((part) => name.startsWith(part)));
  const chunks = [...chosen, ...staticImports(chosen)];
  const ofWorker = worker.reduce((sum, name) => sum + fromDist(name), 0);
  return chunks.reduce((sum, { code }) => sum + gzipped(code), ofWorker);
}
