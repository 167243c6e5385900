// Finds the tests that can notice a change of a source: those that import it, directly or through other files, nearest
// first.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';

/** Folders whose sources are mutated, with the folders of their tests. */
const ROOMS = {
  'src/items': [
    'test/items',
    'test/seeds/000.test.ts',
    'test/seeds/004.test.ts',
    'test/engine/session.test.ts',
    'test/engine/limits.test.ts',
    'test/engine/tail.test.ts',
    'test/engine/list.test.ts',
    'test/engine/expiry.test.ts',
  ],
  'src/recall': [
    'test/recall',
    'test/seeds/004.test.ts',
    'test/engine/recall.test.ts',
    'test/engine/recall-index.test.ts',
    'test/engine/languages.test.ts',
    'test/engine/misspellings.test.ts',
    'test/engine/time.test.ts',
    'test/engine/versions.test.ts',
    'test/properties/recall.test.ts',
    'test/properties/recency.test.ts',
    'test/properties/versions.test.ts',
    'test/client/recall.test.ts',
  ],
  'src/tree': [
    'test/tree',
    'test/engine/tree.test.ts',
    'test/engine/erasure.test.ts',
    'test/engine/transfer.test.ts',
    'test/properties/notes.test.ts',
    'test/tools',
    'test/client/arguments.test.ts',
    'test/client/context/branches.test.ts',
  ],
  'src/context': [
    'test/context',
    'test/seeds/001.test.ts',
    'test/seeds/002.test.ts',
    'test/client/context',
    'test/client/watching',
    'test/properties/recalled-notes.test.ts',
    'test/tools',
  ],
};
export const rooms = Object.keys(ROOMS);
export const roomOf = (path) => rooms.find((folder) => path.startsWith(`${folder}/`));

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
  /** Returns the number of imports between a test and each file that it reaches. */
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
    /** Returns all tests of the room. */
    ofRoom: (room) => ROOMS[room].flatMap(testsIn),
    /**
     * Returns three sets: the nearest tests, the others of the room's own folder, and those elsewhere. Tests that never
     * load the source are in none. Outside of the rooms, returns the named tests.
     */
    of({ path, tests }) {
      const room = roomOf(path);
      if (!room) return [tests.flatMap(testsIn)];
      const own = join(dirname(path).replace(/^src/, 'test'), `${basename(path, '.ts')}.test.ts`);
      const named = tests?.flatMap(testsIn) ?? [];
      const folder = room.replace(/^src/, 'test');
      const reaching = [...new Set([...named, ...ROOMS[room].flatMap(testsIn)])]
        .map((test) => ({ test, distance: test === own ? 0 : distancesFrom(test).get(path) }))
        .filter(({ distance }) => distance !== undefined)
        .sort((one, other) => one.distance - other.distance);
      const setOf = ({ test, distance }) =>
        (named.length > 0 ? named.includes(test) : distance <= 1) ? 0 : test.startsWith(`${folder}/`) ? 1 : 2;
      return [0, 1, 2]
        .map((set) => reaching.filter((one) => setOf(one) === set))
        .map((set) => set.map(({ test }) => test))
        .filter((set) => set.length > 0);
    },
  };
}
