// What the command line answers where nothing is found.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fileStorage } from '../../src/entries/file-storage.ts';
import { openWorkingMemory, type WorkingMemory } from '../../src/entries/index.ts';

const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'working-memory-answers-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const run = (...args: string[]) => {
  const ended = spawnSync(process.execPath, [CLI, ...args], { cwd: folder, encoding: 'utf8' });
  return { code: ended.status, out: ended.stdout, err: ended.stderr };
};

async function within(session: string, use: (memory: WorkingMemory) => Promise<unknown>): Promise<void> {
  const storage = fileStorage({ root: join(folder, 'memory') });
  const memory = await openWorkingMemory({ session, workspace: 'ann', storage, worker: false });
  await use(memory);
  await memory.close();
  await storage.close();
}

const say = (text: string) => (memory: WorkingMemory) => memory.transcript.append({ role: 'user', text });

describe('check', () => {
  it('ends with 1 where no session is meant, and names the nearest workspace or session', async () => {
    await within('main', say('hello'));
    expect(run('check', 'nowhere')).toEqual({ code: 1, out: '', err: 'nowhere holds no session.\n' });
    expect(run('check', 'memory', '--workspace', 'anne')).toEqual({
      code: 1,
      out: '',
      err: 'memory holds no session of the workspace anne. Did you mean ann?\n',
    });
    expect(run('check', 'memory', '--session', 'mian')).toEqual({
      code: 1,
      out: '',
      err: 'memory holds no session mian. Did you mean main?\n',
    });
    expect(run('check', 'memory', '--session', 'mian', '--json')).toMatchObject({
      code: 1,
      out: '{"checked":0,"damaged":[]}\n',
    });
    expect(run('check', 'memory', '--workspace', 'ann', '--session', 'main').code).toBe(0);
  });
});

describe('forget', () => {
  it('ends with 1 where nothing was erased', async () => {
    await within('main', say('The PIN is 4711'));
    const none = { code: 1, out: '2 sessions searched, erased from 0\n', err: 'Nothing was found.\n' };
    expect(run('forget', 'memory', 'no such text', '--yes')).toEqual(none);
    expect(run('forget', 'memory', '--user', 'nobody', '--yes')).toEqual(none);
    expect(run('forget', 'memory', 'no such text', '--yes', '--json')).toMatchObject({ code: 1, err: '' });
    expect(run('forget', 'memory', '4711', '--yes').code).toBe(0);
  });

  it('names the conversation of each text, and says what --yes erases', async () => {
    await within('main', async ({ items }) => items.memorize('The PIN is 4711', { userId: 'u-ann' }));
    const shown = run('forget', 'memory', '4711');
    expect(shown.out).toContain('  main\n    The PIN is 4711');
    expect(shown.err).toContain('--yes erases what says exactly this, everywhere.');
    expect(JSON.parse(run('forget', 'memory', '4711', '--json').out)).toMatchObject({ hits: [{ session: 'main' }] });
    const user = run('forget', 'memory', '--user', 'u-ann');
    expect([user.out, user.err]).toEqual([
      shown.out,
      'Nothing was erased. These items are of that user; --yes erases what they say, everywhere.\n',
    ]);
    expect(run('forget', 'memory', '--user', 'nobody')).toMatchObject({
      code: 1,
      out: '',
      err: 'Nothing was found.\n',
    });
    expect(run('forget', 'memory', 'xylophone')).toEqual({
      code: 1,
      out: '',
      err: 'Nothing was erased, and no text is near to this one; --yes erases what says exactly this, everywhere.\n',
    });
  });
});
