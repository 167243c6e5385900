// `npm run bench [-- name …]`: builds the package, bundles the benches for Node and for a page, and runs them.
import { readFileSync, writeFileSync } from 'node:fs';
import { build } from '../scripts/build.mjs';
import { ensureChromium, ensurePackages, ensurePostgres, ensureRedis, root, run } from '../scripts/environment.mjs';

build();
const isFleet = process.argv[2] === 'fleet';
if (isFleet) {
  ensurePackages('test/servers');
  ensurePostgres();
  ensureRedis();
} else ensureChromium();
const withPeers = process.argv.includes('peers');
if (withPeers) run('npm', ['ci', '--prefix', 'bench/peers', '--no-audit', '--no-fund', '--ignore-scripts']);

// Vite may not be installed before `build()`.
const { build: bundle } = await import('vite');
const { default: binaryen } = await import('assemblyscript/binaryen');

const outDir = 'build/bench';
const shape = (options, output, input) => ({
  configFile: false,
  root,
  publicDir: false,
  logLevel: 'warn',
  build: {
    target: 'es2022',
    outDir,
    minify: false,
    ...options,
    // Keeps imports of the package, so that the benches use the published build.
    rolldownOptions: { external: [/^working-memory/], output, ...(input && { input }) },
  },
});

if (isFleet) {
  const inputs = {
    fleet: 'bench/fleet/fleet.ts',
    'fleet-owner': 'bench/fleet/owner.ts',
    'fleet-many': 'bench/fleet/many-process.ts',
  };
  await bundle(shape({ ssr: true, emptyOutDir: false }, {}, inputs));
  const { fleet } = await import(`${root}${outDir}/fleet.js`);
  await fleet(process.argv.slice(3));
  process.exit();
}

// Node resolves the package by its name; in the page it is the entry at the root of the origin.
const inNode = {
  main: 'bench/main.ts',
  'index-size-thread': 'bench/index-size-thread.ts',
  'cold-open-process': 'bench/cold-open-process.ts',
};
await bundle(shape({ ssr: true, emptyOutDir: true }, {}, inNode));
const entry = { entry: 'bench/in-page.ts', formats: ['es'], fileName: 'in-page' };
await bundle(
  shape(
    { lib: entry, emptyOutDir: false },
    {
      // A page loads a single file.
      codeSplitting: false,
      paths: {
        'working-memory': '/index.js',
        'working-memory/importers': '/importers.js',
        'working-memory/inspector': '/inspector.js',
        'working-memory/lenses': '/lenses.js',
        'working-memory/encrypted': '/encrypted.js',
      },
    },
  ),
);

const worker = { entry: 'bench/empty-worker.ts', formats: ['es'], fileName: 'empty-worker' };
await bundle(shape({ lib: worker, emptyOutDir: false }, {}));

if (withPeers) {
  const peers = { entry: 'bench/peers/bench-peers.ts', formats: ['es'], fileName: 'peers' };
  // A single file, which a page can load.
  await bundle(shape({ lib: peers, emptyOutDir: false }, { codeSplitting: false }));
}

const loadSum = binaryen.parseText(readFileSync(`${root}bench/load-sum.wat`, 'utf8'));
loadSum.setFeatures(binaryen.Features.SIMD128);
writeFileSync(`${root}${outDir}/load-sum.wasm`, loadSum.emitBinary());

const { main } = await import(`${root}${outDir}/main.js`);
await main(process.argv.slice(2));
