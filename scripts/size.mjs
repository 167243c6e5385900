// Prints what a user downloads and fails over a limit. kB = 1000 bytes.
import { existsSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { rolldown } from 'rolldown';
import { root } from './environment.mjs';

const dist = `${root}dist/`;
const missing = ['kernel.wasm', 'worker.js', 'embedding-worker.js', 'index.js'].find(
  (name) => !existsSync(dist + name),
);
if (missing) {
  console.error(`dist/${missing} is missing: run npm run build first.`);
  process.exit(1);
}

/** What one app imports: a lens with all that it needs, and the AI SDK's with its middleware. */
const LENSES = ['ai-sdk', 'ai-sdk-middleware', 'anthropic-messages', 'openai-chat', 'openai-responses', 'plain'];

const gzipped = (content) => gzipSync(content, { level: 9 }).length;

const sizes = [
  { what: 'dist/kernel.wasm', bytes: readFileSync(`${dist}kernel.wasm`).length, most: 24_000 },
  { what: 'dist/worker.js, gzip', bytes: gzipped(readFileSync(`${dist}worker.js`)), most: 40_000 },
  { what: 'dist/embedding-worker.js, gzip', bytes: gzipped(readFileSync(`${dist}embedding-worker.js`)), most: 5_000 },
  { what: 'page entry, minified, gzip', bytes: gzipped(await pageEntry()), most: 10_000 },
  ...(await Promise.all(LENSES.map(lens))),
];

for (const { what, bytes, most } of sizes) {
  const line = `${what}: ${(bytes / 1000).toFixed(1)} kB of ${most / 1000} kB`;
  if (bytes <= most) console.log(line);
  else console.error(`${line}: too large by ${bytes - most} bytes`);
}
if (sizes.some(({ bytes, most }) => bytes > most)) process.exit(1);

async function lens(name) {
  const bundle = await rolldown({ input: `${root}src/lenses/${name}.ts`, logLevel: 'warn' });
  const { output } = await bundle.generate({ format: 'es', minify: true });
  await bundle.close();
  const most = name === 'ai-sdk-middleware' ? 2_000 : 1_500;
  return { what: `lens ${name}, minified, gzip`, bytes: gzipped(output[0].code), most };
}

/** The entry with everything it imports statically: what a page loads before it can open a session. */
async function pageEntry() {
  const bundle = await rolldown({ input: `${dist}index.js`, logLevel: 'warn' });
  const { output } = await bundle.generate({ format: 'es', minify: true });
  await bundle.close();
  const chunks = new Map(output.map((chunk) => [chunk.fileName, chunk]));
  const loaded = new Set(output.filter(({ isEntry }) => isEntry));
  // A set is walked in order of insertion, also over what is added on the way.
  for (const chunk of loaded) for (const name of chunk.imports) if (chunks.has(name)) loaded.add(chunks.get(name));
  return [...loaded].map(({ code }) => code).join('\n');
}
