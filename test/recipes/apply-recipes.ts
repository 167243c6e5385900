// A copy of the project with the recipes applied. It is in build/, where it finds the installed packages.
import { cp, mkdir, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Edit, Recipe, Step } from './read-recipes.ts';

const COPIED = [
  'src',
  'worker',
  'test',
  'docs',
  'ARCHITECTURE.md',
  'README.md',
  'architecture.json',
  'package.json',
  'tsconfig.json',
];
/** Large, and read by no test that a recipe names. */
const LEFT_OUT = /\/test\/(corpus|packaging|peers|sdks|servers|browser|demo|recipes|seeds|bench)$/;

/** An empty folder for a copy. */
export async function folderIn(root: string): Promise<string> {
  await mkdir(join(root, 'build'), { recursive: true });
  return mkdtemp(join(root, 'build/recipes-'));
}

/** @throws when a recipe names a place that its file does not have exactly once */
export async function copyWith(recipes: readonly Recipe[], root: string, copy: string): Promise<void> {
  await Promise.all(
    COPIED.map((name) =>
      cp(join(root, name), join(copy, name), { recursive: true, filter: (path) => !LEFT_OUT.test(path) }),
    ),
  );
  await symlink(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');
  for (const { title, steps } of recipes) for (const step of steps) await apply(step, copy, title);
}

async function apply({ path, edits }: Step, copy: string, title: string): Promise<void> {
  const file = join(copy, path);
  if (edits.length === 0) throw new Error(`${title}: the step on '${path}' says no edit.`);
  for (const edit of edits) {
    if (edit.place === 'new file') await mkdir(dirname(file), { recursive: true });
    const text = edit.place === 'new file' ? '' : await readFile(file, 'utf8');
    const next = edited(text, edit);
    if (next === undefined) throw new Error(`${title}: ${path} does not have the place once: ${JSON.stringify(edit)}`);
    await writeFile(file, next, { flag: edit.place === 'new file' ? 'wx' : 'w' });
  }
}

/** Returns the edited text; undefined where the file has no such place, or more than one. */
function edited(text: string, edit: Edit): string | undefined {
  if ('old' in edit) return text.includes(edit.old) ? text.replaceAll(edit.old, () => edit.code) : undefined;
  if (!('anchor' in edit)) return text + edit.code;
  const lines = text.split('\n');
  const [at, ...others] = lines.flatMap((line, index) => (line.trimStart().startsWith(edit.anchor) ? [index] : []));
  if (at === undefined || others.length > 0) return undefined;
  const indent = /^ */.exec(lines[at] ?? '')?.[0] ?? '';
  const code = edit.code.split('\n').slice(0, -1);
  lines.splice(edit.place === 'after' ? at + 1 : at, 0, ...code.map((line) => (line === '' ? line : indent + line)));
  return lines.join('\n');
}
