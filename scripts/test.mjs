// The whole check in one command: environment, build, types, lint, layout, sizes, every test but the slow ones and the
// demo's.
import { build } from './build.mjs';
import { ensureChromium, run } from './environment.mjs';

build();
ensureChromium();
run('npm', ['run', '--silent', 'check']);
run('npx', [
  'vitest',
  'run',
  ...['node', 'chromium', 'pages'].flatMap((project) => ['--project', project]),
  ...process.argv.slice(2),
]);
