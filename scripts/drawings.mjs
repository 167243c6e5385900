// Writes the drawings of docs/ideas in both languages.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { IDEAS } from './drawings/ideas.mjs';
import { root } from './environment.mjs';

const FOLDERS = { en: 'docs/ideas', zh: 'docs/zh/ideas' };

/** Returns every drawing with its path from the root of the repository. */
export const drawings = () =>
  Object.entries(FOLDERS).flatMap(([lang, folder]) =>
    Object.entries(IDEAS).map(([name, draw]) => ({ path: `${folder}/${name}.svg`, text: draw(lang) })),
  );

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const { path, text } of drawings()) {
    mkdirSync(dirname(root + path), { recursive: true });
    writeFileSync(root + path, text);
  }
}
