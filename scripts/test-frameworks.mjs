// Tests the tarball in apps of server-rendering frameworks, each built by its own command with its own packages.
import { readdirSync } from 'node:fs';
import { build } from './build.mjs';
import { ensureChromium, ensurePackages, root } from './environment.mjs';
import { testTarball } from './tarball.mjs';

const suites = 'test/packaging/frameworks';

build();
ensureChromium();
for (const app of readdirSync(root + suites, { withFileTypes: true })) {
  if (app.isDirectory()) ensurePackages(`${suites}/${app.name}`);
}
testTarball(`${suites}/vitest.config.ts`);
