// Tests the site like a reader: builds it, opens its pages in Chromium, runs every snippet, follows every link.
import { spawnSync } from 'node:child_process';
import { docs } from './docs.mjs';
import { ensureChromium, root } from './environment.mjs';

docs();
ensureChromium();
const args = ['vitest', 'run', '--config', 'test/docs/vitest.config.ts', '--root', '.', ...process.argv.slice(2)];
process.exitCode = spawnSync('npx', args, { cwd: root, stdio: 'inherit' }).status ?? 1;
