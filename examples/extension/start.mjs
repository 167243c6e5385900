// An extension loads nothing from outside of its folder, so the memory's one file goes there.
import { copyFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
copyFileSync(fileURLToPath(import.meta.resolve('working-memory/standalone')), `${here}working-memory.js`);
process.stdout.write(`Load this folder in chrome://extensions ("Load unpacked"): ${here}\n`);
