// Packs the tarball and runs the slow suites over it, in bundlers, pages and other runtimes.
import { build } from './build.mjs';
import { ensureChromium, ensurePackages, run } from './environment.mjs';
import { testTarball } from './tarball.mjs';

const suites = 'test/packaging';

build();
ensureChromium();
// These packages are large and only needed here, so `npm test` does not install them.
ensurePackages(suites);
run('npx', ['tsc', '--project', suites]);
testTarball(`${suites}/vitest.config.ts`);
