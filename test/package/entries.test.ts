// The files of src/entries, compared with the exports of the package.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const { exports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  exports: Readonly<Record<string, string | { readonly types: string; readonly default: string }>>;
};
/** Re-exported by the entries of several environments. */
const SHARED = ['public'];

describe('the exports of the package', () => {
  it('hand out every entry', () => {
    const entries = readdirSync(join(ROOT, 'src/entries')).filter((name) => !name.endsWith('.d.ts'));
    const files = Object.values(exports).flatMap((paths) => Object.values(paths));
    const hidden = entries
      .map((name) => name.replace(/\.ts$/, ''))
      .filter((name) => !SHARED.includes(name) && !files.includes(`./dist/${name}.js`));
    expect(hidden, 'give it a row in the exports of package.json').toEqual([]);
  });

  it('have types from a source that exists, and put them first', () => {
    const conditional = Object.values(exports).filter((paths) => typeof paths !== 'string');
    for (const paths of conditional) {
      expect(Object.keys(paths)[0]).toBe('types');
      const source = /^\.\/dist\/types\/(.*)\.d\.ts$/.exec(paths.types)?.[1];
      expect(existsSync(join(ROOT, `${source}.ts`)), paths.types).toBe(true);
    }
  });
});
