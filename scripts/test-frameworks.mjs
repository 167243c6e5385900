// The tarball in apps of frameworks that render on a server, each built by its own command with packages of its own.
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
