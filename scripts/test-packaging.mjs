// What a user installs: packs the tarball and runs the slow suites over it, in bundlers, pages and other runtimes.
import { build } from './build.mjs';
import { ensureChromium, ensurePackages, run } from './environment.mjs';
import { testTarball } from './tarball.mjs';

const suites = 'test/packaging';

build();
ensureChromium();
// They are large and needed here only, so that `npm test` does without.
ensurePackages(suites);
run('npx', ['tsc', '--project', suites]);
testTarball(`${suites}/vitest.config.ts`);
