// Copies the memory's single file into the extension, which may load nothing from outside of its folder.
import { copyFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('.', import.meta.url));
copyFileSync(fileURLToPath(import.meta.resolve('working-memory/standalone')), `${here}working-memory.js`);
process.stdout.write(`Load this folder in chrome://extensions ("Load unpacked"): ${here}\n`);
