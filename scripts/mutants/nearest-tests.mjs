// Which tests can notice a change of a source: those that import it, over however many files, the nearest first.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

/** Folders with rules, and where the tests of each stand. */
const ROOMS = {
  'src/items': ['test/items', 'test/seeds/000.test.ts', 'test/seeds/004.test.ts', 'test/engine/session.test.ts'],
  'src/recall': ['test/recall', 'test/seeds/004.test.ts', 'test/engine/recall.test.ts'],
  'src/tree': ['test/tree', 'test/engine/tree.test.ts', 'test/tools/note-tool.test.ts'],
  'src/context': ['test/context', 'test/seeds/001.test.ts', 'test/seeds/002.test.ts', 'test/client/context'],
};
export const rooms = Object.keys(ROOMS);

/** @param {string} root */
export function nearestTests(root) {
  const imports = new Map();
  const importsOf = (file) => {
    if (!imports.has(file)) {
      const source = readFileSync(join(root, file), 'utf8');
      const named = [...source.matchAll(/(?:from|import\(|import)\s*'(\.[^'?]*\.ts)'/g)];
      const found = named.map(([, path]) => relative(root, join(root, dirname(file), path)));
      imports.set(
        file,
        [...new Set(found)].filter((path) => existsSync(join(root, path))),
      );
    }
    return imports.get(file);
  };

  const distances = new Map();
  /** How many imports lie between the test and each file that it reaches. */
  const distancesFrom = (test) => {
    if (!distances.has(test)) {
      const reached = new Map([[test, 0]]);
      for (const [file, distance] of reached)
        for (const next of importsOf(file)) if (!reached.has(next)) reached.set(next, distance + 1);
      distances.set(test, reached);
    }
    return distances.get(test);
  };

  const testsIn = (place) =>
    statSync(join(root, place)).isFile()
      ? [place]
      : readdirSync(join(root, place), { recursive: true, encoding: 'utf8' })
          .filter((name) => name.endsWith('.test.ts'))
          .map((name) => join(place, name));

  return {
    /** All tests of the room. */
    ofRoom: (room) => ROOMS[room].flatMap(testsIn),
    /** Two sets: what stands nearest, and the rest of the room. Tests that never load the source are in none. */
    of({ path, tests }) {
      const room = rooms.find((folder) => path.startsWith(`${folder}/`));
      const own = join(dirname(path).replace(/^src/, 'test'), `${basename(path, '.ts')}.test.ts`);
      const reaching = [...new Set([...(tests ?? []).flatMap(testsIn), ...ROOMS[room].flatMap(testsIn)])]
        .map((test) => ({ test, distance: test === own ? 0 : distancesFrom(test).get(path) }))
        .filter(({ distance }) => distance !== undefined)
        .sort((one, other) => one.distance - other.distance);
      const named = tests?.flatMap(testsIn);
      const isNear = ({ test, distance }) => (named ? named.includes(test) : distance <= 1);
      return [reaching.filter(isNear), reaching.filter((one) => !isNear(one))]
        .map((set) => set.map(({ test }) => test))
        .filter((set) => set.length > 0);
    },
  };
}
