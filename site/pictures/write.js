// Writes the drawings of docs/ideas, in both languages.
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { IDEAS } from './ideas.js';

const FOLDERS = { en: 'docs/ideas', zh: 'docs/zh/ideas' };

/** Every drawing with its path, from the root of the repository. */
export const drawings = () =>
  Object.entries(FOLDERS).flatMap(([lang, folder]) =>
    Object.entries(IDEAS).map(([name, draw]) => ({ path: `${folder}/${name}.svg`, text: draw(lang) })),
  );

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const { path, text } of drawings()) {
    const file = new URL(`../../${path}`, import.meta.url);
    mkdirSync(new URL('.', file), { recursive: true });
    writeFileSync(file, text);
  }
}
