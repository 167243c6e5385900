// The contracts as a consumer of the tarball runs them, on two test runners: they pass for the memory storage, and fail
// for a storage without a compare-and-set.
import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import { emptyConsumer } from './tarball.ts';

const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url));

const suiteFor = (runner: string): string => `import { describe, it } from '${runner}';
import { memoryStorage } from 'working-memory';
import { isolationContract, lensContract, storageContract } from 'working-memory/contract';
import { plainMessages } from 'working-memory/lenses';

storageContract({ describe, it }, 'the memory storage', async () => {
  const storage = memoryStorage();
  return { storage, reopen: async () => storage };
});
storageContract({ describe, it }, 'the broken storage', async () => {
  const storage = memoryStorage();
  const { commit } = storage;
  storage.commit = async (...call) => (await commit.apply(storage, call), { status: 'done' });
  return { storage, reopen: async () => storage };
});
lensContract({ describe, it }, {
  name: 'plain',
  lens: plainMessages,
  build: (script) =>
    script.flatMap((entry) =>
      entry.role === 'tool'
        ? entry.results.map(({ text }) => ({ role: 'tool', content: text }))
        : [{ role: entry.role, content: entry.text }],
    ),
  carries: { system: true, calls: false, images: false, reasoning: false },
  marked: (message) => ({ ...message, cached: true }),
});
isolationContract({ describe, it }, 'a map', async () => {
  const texts = new Map();
  return {
    open: async (address) => {
      const key = JSON.stringify(address);
      const kept = () => texts.get(key) ?? [];
      return { keep: async (text) => texts.set(key, [...kept(), text]), find: async () => kept() };
    },
  };
});
`;

/** Tests that fail for the broken storage, and no others. */
const FAILING = ['writes nothing when the head has moved, and says what changed', 'lets exactly one of many racing'];

let folder: string;
beforeAll(async () => {
  folder = await emptyConsumer();
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  mkdirSync(join(folder, 'node_modules/.vite'), { recursive: true });
  symlinkSync(join(MODULES, 'vitest'), join(folder, 'node_modules/vitest'));
  writeFileSync(join(folder, 'contract.node.js'), suiteFor('node:test'));
  writeFileSync(join(folder, 'contract.test.js'), suiteFor('vitest'));
});

/** Names of the tests that failed, and how many passed. */
function ran(...args: string[]): { failed: string[]; passed: number } {
  const { stdout } = spawnSync(process.execPath, args, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, CI: '1' },
  });
  const lines = stdout.split('\n').map((line) => line.trim());
  const named = (mark: RegExp): string[] =>
    lines.filter((line) => mark.test(line)).map((line) => line.replace(mark, ''));
  return { failed: named(/^not ok \d+ - /), passed: named(/^ok \d+ - /).length };
}

describe.each([
  ['node:test', ['--test', '--test-reporter=tap', 'contract.node.js']],
  ['vitest', [join(MODULES, 'vitest/vitest.mjs'), 'run', '--reporter=tap-flat', 'contract.test.js']],
])('the contracts on %s', (_, args) => {
  it('hold for what is sound, and fail for a storage that compares nothing', () => {
    const { failed, passed } = ran(...args);
    const names = failed.join('\n');
    for (const name of FAILING) expect(names).toContain(name);
    expect(passed).toBeGreaterThan(40);
    // Suites that hold a failing test fail with it.
    const tests = failed.filter((name) =>
      /writes|lets|refuses|keeps what|gives an owner|says so|stores nothing/.test(name),
    );
    expect(names).not.toMatch(/keeps the (lens|isolation) contract/);
    expect(tests.length).toBeLessThan(12);
  });
});
