// Answers of the command line where nothing is found, and its display of texts that others wrote.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fileStorage } from '../../src/entries/file-storage.ts';
import { openWorkingMemory, type WorkingMemory } from '../../src/entries/index.ts';

const CLI = fileURLToPath(new URL('../../dist/cli.js', import.meta.url));
const ESCAPES = '\u001b[31mred\u001b[0m \u009b1m \u202e rtl';

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
    expect(shown.err).toContain('--yes erases exactly this text everywhere.');
    expect(JSON.parse(run('forget', 'memory', '4711', '--json').out)).toMatchObject({ hits: [{ session: 'main' }] });
    const user = run('forget', 'memory', '--user', 'u-ann');
    expect([user.out, user.err]).toEqual([
      shown.out,
      'Nothing was erased. These items are of that user; --yes erases their texts everywhere.\n',
    ]);
    expect(run('forget', 'memory', '--user', 'nobody')).toMatchObject({
      code: 1,
      out: '',
      err: 'Nothing was found.\n',
    });
    expect(run('forget', 'memory', 'xylophone')).toEqual({
      code: 1,
      out: '',
      err: 'Nothing was erased, and no text is similar; --yes erases exactly this text everywhere.\n',
    });
  });
});

describe('what others wrote', () => {
  it('controls no terminal: texts and titles are shown without escapes and marks of direction', async () => {
    await within('main', async (memory) => {
      await memory.items.memorize(`pin ${ESCAPES}`);
      await say(`pin ${ESCAPES}`)(memory);
    });
    const chat = [{ id: 'c', conversation_id: 'c', title: `T${ESCAPES}`, mapping: { a: { id: 'a', parent: 'b' } } }];
    writeFileSync(join(folder, 'conversations.json'), JSON.stringify(chat));
    const shown = [
      run('inspect', 'memory', '--session', 'main'),
      run('search', 'memory', 'pin'),
      run('import', 'memory', 'conversations.json', '--from', 'chatgpt'),
    ];
    for (const { out, err } of shown) {
      expect(out + err).toContain('[31mred');
      expect(out + err).not.toMatch(/[^\P{Cc}\n]|[\u202a-\u202e\u2066-\u2069]/u);
    }
  });

  it('is named as a conversation where it has neither title nor id', () => {
    writeFileSync(join(folder, 'other.json'), '[{"hello":1}]');
    expect(run('import', 'memory', 'other.json', '--from', 'chatgpt').err).toBe(
      'left out: a conversation, conversation 1: it has no id, so it is not a conversation of ChatGPT\n',
    );
  });
});

describe('a bundle that is imported again', () => {
  it('leaves nothing out where all of it is there, with 0', async () => {
    await within('main', say('hello'));
    await within('other', say('hello there'));
    run('export', 'memory', '--all', '--out', 'all.zip');
    run('export', 'memory', '--session', 'main', '--out', 'main.json');
    await within('main', say('and on'));
    expect(run('import', 'memory', 'all.zip', '--from', 'bundle')).toMatchObject({ code: 0, err: '' });
    expect(run('import', 'memory', 'main.json', '--from', 'bundle', '--session', 'main')).toMatchObject({
      code: 0,
      err: '',
    });
  });

  it('names the option that takes over what found no place', async () => {
    await within('main', say('hello'));
    await within('other', say('hello there'));
    run('export', 'memory', '--session', 'main', '--out', 'main.zip');
    run('export', 'memory', '--all', '--out', 'all.zip');
    const into = ['import', 'memory', 'main.zip', '--from', 'bundle', '--session'];
    expect(run(...into, 'other')).toMatchObject({
      code: 1,
      err: 'left out: messages: other has messages of its own; give --session a new name to import the bundle beside it\n',
    });
    expect(run(...into, 'third')).toMatchObject({ code: 0, out: '0 items, 0 files, 1 message\n' });
    run('import', 'copy', 'main.zip', '--from', 'bundle', '--session', 'other', '--workspace', 'ann');
    expect(run('import', 'copy', 'all.zip', '--from', 'bundle')).toMatchObject({
      code: 1,
      err: 'left out: other: messages: other has messages of its own; give --workspace a new name to import the bundle beside it\n',
    });
  });
});
