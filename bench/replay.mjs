// `npm run replay [-- --data DIR …]`: builds the package, bundles the replay for Node, and runs it (docs/replay.md).
import { build } from '../scripts/build.mjs';
import { root } from '../scripts/environment.mjs';

build();

// Not before the packages are there.
const { build: bundle } = await import('vite');

const outDir = 'build/replay';
await bundle({
  configFile: false,
  root,
  publicDir: false,
  logLevel: 'warn',
  build: {
    target: 'es2022',
    outDir,
    minify: false,
    ssr: true,
    emptyOutDir: true,
    // The replay uses the package as it is published, not its sources.
    rolldownOptions: {
      external: [/^working-memory/],
      input: { main: 'bench/replay/main.ts', job: 'bench/replay/job.ts' },
    },
  },
});

const { main } = await import(`${root}${outDir}/main.js`);
try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  console.error(error.message);
  process.exitCode = 2;
}
