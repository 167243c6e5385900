// The session tree as document 003 asks for it: the layout, the template, and files that the model writes and reads.
// What enters a prompt is not shown here.
import { readdir, readFile, stat, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { fileStorage } from '../../src/adapters/file-storage.ts';
import { memoryStorage } from '../../src/adapters/memory-storage.ts';
import type { WorkingMemory } from '../../src/api.ts';
import type { OpenOptions } from '../../src/index.ts';
import type { Peers } from '../../src/ports/peers.ts';
import type { Storage } from '../../src/ports/storage.ts';
import { withoutComments } from '../../src/recall/sections.ts';
import { openFixed, overviewOf, pathsOf } from '../support/fixed-memory.ts';
import { temporaryFolder } from '../support/temporary-folders.ts';

const CWD = '/Users/genius/project/ai';
const SESSION = '7d9e1c52-6b1f-4f8e-9f53-0a2f6f1c3b77';
const FOLDER = join('--Users-genius-project-ai--', SESSION);
const BY_MODEL = { source: 'assistant' } as const;

const sessionsFolder = async (): Promise<string> => join(await temporaryFolder(), '.ai', 'sessions');

const open = (options: Partial<OpenOptions> = {}): Promise<WorkingMemory> =>
  openFixed({ session: SESSION, workspace: CWD, ...options });

/** A storage that notes which calls reach it, as `method store`. */
function watched(inner: Storage): { storage: Storage; calls: string[] } {
  const calls: string[] = [];
  const storage: Storage = {
    ...inner,
    load: (address, stores) => (calls.push(...stores.map((store) => `load ${store}`)), inner.load(address, stores)),
    row: (address, store, key) => (calls.push(`row ${store}`), inner.row(address, store, key)),
    rows: (address, store, after, limit) => (calls.push(`rows ${store}`), inner.rows(address, store, after, limit)),
    commit: (address, head, batch) => (
      calls.push(...batch.rows.map(({ store, key }) => `commit ${store} ${key}`)),
      inner.commit(address, head, batch)
    ),
    since: (address, head) => (calls.push('since'), inner.since(address, head)),
    journal: (address, from, limit) => (calls.push('journal'), inner.journal(address, from, limit)),
  };
  return { storage, calls };
}

describe('a new session', () => {
  it('creates its directory with protocol, meta data, overview and detail/ [S003-12, S003-13, S003-14, S003-15, S003-16, S003-83]', async () => {
    const root = await sessionsFolder();
    const memory = await open({ storage: fileStorage({ root }) });
    await memory.close();
    const here = join(root, FOLDER);
    expect((await readdir(here)).filter((name) => !name.startsWith('.')).sort()).toEqual([
      'messages.jsonl',
      'meta.json',
      'working-memory',
    ]);
    expect(await readFile(join(here, 'messages.jsonl'), 'utf8')).toBe('');
    expect(JSON.parse(await readFile(join(here, 'meta.json'), 'utf8'))).toMatchObject({
      workspace: CWD,
      session: SESSION,
    });
    expect(await readFile(join(here, 'working-memory', 'overview.md'), 'utf8')).toMatch(/^# Working Memory\n/);
    expect((await stat(join(here, 'working-memory', 'detail'))).isDirectory()).toBe(true);
  });

  it('exports the same directory [S003-12, S003-13, S003-14, S003-15, S003-16]', async () => {
    const names = Object.keys(unzipSync(await (await open()).export()));
    const here = `sessions/${FOLDER}`;
    for (const name of ['messages.jsonl', 'meta.json', 'working-memory/overview.md', 'working-memory/detail/']) {
      expect(names).toContain(`${here}/${name}`);
    }
  });

  it('begins with the template as its overview, which is stored and not merely shown [S003-20, S003-58, S003-88, S003-102]', async () => {
    const storage = memoryStorage();
    const memory = await open({ storage });
    const { rows } = await storage.load({ workspace: CWD, session: SESSION }, ['files']);
    expect(rows).toMatchObject([
      { key: 'overview.md', value: { text: await overviewOf(memory), revision: 1, source: 'system' } },
    ]);
    expect((await memory.files.overviewStatus()).status).toBe('template');
    expect(await pathsOf(memory)).toEqual(['overview.md']);
  });

  it('gets its overview back on the disk when somebody removed it [S003-20, S003-102]', async () => {
    const root = await sessionsFolder();
    const path = join(root, FOLDER, 'working-memory', 'overview.md');
    const first = await open({ storage: fileStorage({ root }) });
    await first.files.write('detail/kept.md', '# Kept', BY_MODEL);
    await first.close();
    await unlink(path);
    const second = await open({ storage: fileStorage({ root }) });
    const text = await overviewOf(second);
    expect(text).toMatch(/^# Working Memory\n/);
    expect(await pathsOf(second)).toEqual(['detail/kept.md', 'overview.md']);
    await second.close();
    expect(await readFile(path, 'utf8')).toBe(text);
  });
});

describe('changing the session', () => {
  it('goes by the directories: each opens with what it holds [S003-17]', async () => {
    const root = await sessionsFolder();
    const first = await open({ storage: fileStorage({ root }) });
    await first.files.write('overview.md', 'the first one', BY_MODEL);
    await first.transcript.append([
      { role: 'user', text: 'one' },
      { role: 'assistant', text: 'two' },
    ]);
    const second = await first.sessions.open('another');
    expect(await overviewOf(second)).toMatch(/^# Working Memory\n/);
    await second.files.write('detail/mine.md', 'of the second', BY_MODEL);
    expect(await pathsOf(first)).toEqual(['overview.md']);
    await second.close();
    await first.close();

    const again = await open({ session: 'another', storage: fileStorage({ root }) });
    expect(await pathsOf(again)).toEqual(['detail/mine.md', 'overview.md']);
    const listed = (await again.sessions.list()).map(({ session, messages }) => [session, messages]);
    expect(listed.sort()).toEqual(
      [
        [SESSION, 2],
        ['another', 0],
      ].sort(),
    );
    const back = await again.sessions.open(SESSION);
    expect(await overviewOf(back)).toBe('the first one');
    expect(await back.transcript.count()).toBe(2);
    await back.close();
    await again.close();
  });

  it('lists without reading a message, and opens without waiting for one [S003-100]', async () => {
    const inner = memoryStorage();
    for (const session of ['a', 'b', 'c']) {
      const memory = await open({ session, storage: inner });
      await memory.transcript.append(
        Array.from({ length: 50 }, (_, index) => ({ role: 'user' as const, text: `message ${index}` })),
      );
      await memory.close();
    }
    const { storage, calls } = watched(inner);
    const never = new Promise<never>(() => undefined);
    const slow: Storage = {
      ...storage,
      rows: (address, store, after, limit) =>
        store === 'messages' ? never : storage.rows(address, store, after, limit),
    };
    const memory = await open({ session: 'a', storage: slow });
    expect(await overviewOf(memory)).toMatch(/^# Working Memory\n/);
    expect(calls.filter((call) => call.endsWith('messages'))).toEqual([]);
    calls.length = 0;
    expect((await memory.sessions.list()).map(({ session, messages }) => [session, messages])).toEqual([
      ['a', 50],
      ['b', 50],
      ['c', 50],
    ]);
    expect(calls).toEqual([]);
  });
});

describe('the template', () => {
  const HEADINGS = ['当前任务', '关键决策', '已知信息', '待解决', '最近操作'];

  it('has slots with a comment that explains each [S003-59, S003-72, S003-77, S003-78, S003-79, S003-80, S003-81]', async () => {
    const chinese = await overviewOf(await open({ locale: 'zh-CN' }));
    expect(chinese.match(/^##? .*$/gm)).toEqual(['# Working Memory', ...HEADINGS.map((heading) => `## ${heading}`)]);
    for (const heading of HEADINGS) expect(chinese).toMatch(new RegExp(`\n## ${heading}\n<!-- .+ -->\n`));
    const hint = (heading: string) => new RegExp(`## ${heading}\n<!-- (.*) -->`).exec(chinese)?.[1];
    expect(hint('当前任务')).toMatch(/用户.*做到哪/);
    expect(hint('关键决策')).toMatch(/理由/);
    expect(hint('已知信息')).toMatch(/项目.*技术.*文件/);
    expect(hint('待解决')).toMatch(/卡住/);
    expect(hint('最近操作')).toMatch(/可省略/);
  });

  it('has the same slots in English [S003-59, S003-77, S003-78, S003-79, S003-80, S003-81]', async () => {
    const english = await overviewOf(await open());
    const slots = [...english.matchAll(/\n## (.+)\n<!-- (.+) -->\n/g)].map(([, heading, hint]) => [heading, hint]);
    expect(slots).toEqual([
      ['Current task', expect.stringMatching(/asked for.*how far/)],
      ['Key decisions', expect.stringMatching(/reason/)],
      ['Known facts', expect.stringMatching(/project.*technology.*files/)],
      ['Open questions', expect.stringMatching(/blocks/)],
      ['Latest steps', expect.stringMatching(/if they help/)],
    ]);
  });

  it('opens with what this file is and whose [S003-73, S003-75, S003-76]', async () => {
    const opening = async (locale: 'en' | 'zh-CN') =>
      /^# Working Memory\n\n<!--\n([\s\S]*?)\n-->\n/.exec(await overviewOf(await open({ locale })))?.[1];
    const english = await opening('en');
    expect(english).toMatch(/Your own memory outside the conversation.*every prompt/);
    expect(english).toMatch(/You choose when to compact, what stays here/);
    expect(english).toMatch(/write tool at working-memory\/overview\.md; the next request shows/);
    const chinese = await opening('zh-CN');
    expect(chinese).toMatch(/你在对话之外的记忆，每次请求/);
    expect(chinese).toMatch(/由你判断/);
    expect(chinese).toMatch(/write tool 修改 working-memory\/overview\.md，下一次请求/);
  });

  it('says that room is limited and history can go [S003-74]', async () => {
    expect(await overviewOf(await open())).toMatch(/Room is limited\..*what moves away and which history can go\./);
    expect(await overviewOf(await open({ locale: 'zh-CN' }))).toMatch(/空间有限.*哪些历史可以放下/);
  });

  it('ends with where to look and where longer notes go [S003-82]', async () => {
    const closing = async (locale: 'en' | 'zh-CN') =>
      /<!--\n((?:(?!<!--)[\s\S])*)\n-->\n$/.exec(await overviewOf(await open({ locale })))?.[1];
    expect(await closing('en')).toMatch(
      /context_meta[\s\S]*working-memory\/detail\/[\s\S]*paths count from the session directory/,
    );
    expect(await closing('zh-CN')).toMatch(/context_meta[\s\S]*working-memory\/detail\/[\s\S]*路径以会话目录为起点/);
  });

  it.each(['task', 'project', 'yaml'] as const)(
    'counts as not kept up, and so does any text of headings and comments: %s [S003-105]',
    async (template) => {
      for (const locale of ['en', 'zh-CN'] as const) {
        const memory = await open({ template, locale });
        const status = async () => (await memory.files.overviewStatus()).status;
        expect(await status()).toBe('template');
        // What the system adds is no work of the model.
        await memory.files.write('detail/x.md', '# X');
        await memory.state.onEvent({ type: 'task_started', context: { task: 'anything' } });
        expect(await status()).toBe('template');
        for (const empty of [
          '# Working Memory\n\n## 当前任务\n',
          '<!-- only\na comment -->\n',
          '\n\n',
          '## A\n### B\n<!-- c -->\n',
        ]) {
          await memory.files.write('overview.md', empty, { ...BY_MODEL, force: true });
          expect([empty, await status()]).toEqual([empty, 'template']);
        }
        await memory.files.write('overview.md', '## 当前任务\n\n- 修复解析器\n', { ...BY_MODEL, force: true });
        expect(await status()).toBe('maintained');
      }
    },
  );
});

describe('the model', () => {
  it('writes and reads the overview, details and the archive [S003-54, S003-55, S003-60, S003-61, S003-63, S003-87]', async () => {
    const root = await sessionsFolder();
    const memory = await open({ storage: fileStorage({ root }) });
    const texts = {
      'overview.md': '## Current task\n\n- Ship 2.4\n',
      'detail/xxx.md': '# Details\n\nAll of it.',
      'archive/2025/sync.md': '# Sync\n\nDone.',
    };
    for (const [path, text] of Object.entries(texts)) {
      expect(await memory.files.write(path, text, BY_MODEL)).toMatchObject({ status: 'written', path });
    }
    for (const [path, text] of Object.entries(texts)) {
      const file = await memory.files.read(path);
      expect(file).toMatchObject({ path, source: 'assistant' });
      expect(file.text.startsWith(text)).toBe(true);
    }
    await memory.files.edit('overview.md', 'Ship 2.4', 'Ship 2.5', BY_MODEL);
    await memory.close();
    const onDisk = (path: string) => readFile(join(root, FOLDER, 'working-memory', path), 'utf8');
    expect(await onDisk('detail/xxx.md')).toBe(texts['detail/xxx.md']);
    expect(await onDisk('archive/2025/sync.md')).toBe(texts['archive/2025/sync.md']);
    expect(await onDisk('overview.md')).toMatch(/^## Current task\n\n- Ship 2\.5\n/);
  });

  it('sees what it wrote with the next read [S003-56]', async () => {
    const memory = await open();
    for (let turn = 1; turn <= 5; turn++) {
      await memory.files.write('overview.md', `- turn ${turn}\n`, BY_MODEL);
      expect(await overviewOf(memory)).toBe(`- turn ${turn}\n`);
    }
  });

  it('finds in the overview no text of other tiers, only a line for each detail document [S003-62, S003-64, S003-68, S003-69]', async () => {
    const memory = await open();
    await memory.files.write('overview.md', '- my own line\n', BY_MODEL);
    await memory.files.write('detail/design.md', '# Design\n\nsecret of the details', BY_MODEL);
    await memory.files.write('archive/old.md', '# Old plan\n\nsecret of the archive', BY_MODEL);
    await memory.transcript.append({ role: 'user', text: 'secret of the transcript' });
    const text = await overviewOf(memory);
    expect(text).not.toMatch(/secret|Old plan/);
    expect(text).toContain('- detail/design.md: Design\n');
    // On demand all of it is there.
    expect((await memory.files.read('detail/design.md')).text).toContain('secret of the details');
    expect((await memory.files.read('archive/old.md')).text).toContain('secret of the archive');
    expect((await memory.transcript.read()).map((message) => message.text)).toEqual(['secret of the transcript']);
    expect(
      withoutComments(text)
        .trim()
        .split('\n')
        .filter((line) => line !== ''),
    ).toEqual(['- my own line', '- detail/design.md: Design']);
  });

  it('meets in the next read what another owner of the session changed [S003-103]', async () => {
    const storage = memoryStorage();
    const listeners: ((head: number) => void)[] = [];
    const peers = (): Peers => ({
      announce: (head) => listeners.forEach((listener) => listener(head)),
      listen: (listener) => listeners.push(listener),
      close: () => undefined,
    });
    const one = await open({ storage, peers: peers() });
    const other = await open({ storage, peers: peers() });
    const heard = new Promise<void>((done) => one.subscribe(() => done()));
    await other.files.write('overview.md', '- written elsewhere\n');
    await heard;
    expect(await overviewOf(one)).toBe('- written elsewhere\n');
  });
});

describe('an overview of less than 5 KB', () => {
  const TEXT = `# Working Memory\n\n${'- a fact that takes some room in the overview\n'.repeat(105)}`;

  it('is read without storage, and written with two rows [S003-90]', async () => {
    expect(TEXT.length).toBeGreaterThan(4800);
    expect(TEXT.length).toBeLessThan(5 * 1024);
    const { storage, calls } = watched(memoryStorage());
    const memory = await open({ storage });
    await memory.files.write('overview.md', TEXT, BY_MODEL);
    await memory.transcript.append(Array.from({ length: 200 }, () => ({ role: 'user' as const, text: TEXT })));
    calls.length = 0;
    for (let count = 0; count < 100; count++) expect(await overviewOf(memory)).toBe(TEXT);
    await memory.files.overviewStatus();
    expect(calls).toEqual([]);
    await memory.files.write('overview.md', `${TEXT}- one more\n`, BY_MODEL);
    expect(calls).toEqual(['commit files overview.md', expect.stringContaining('commit fileHistory overview.md')]);
  });

  it('is written and read in a few milliseconds, also on a disk [S003-90]', async () => {
    const memory = await open({ storage: fileStorage({ root: await sessionsFolder() }) });
    const times: number[] = [];
    for (let count = 0; count < 30; count++) {
      const before = performance.now();
      await memory.files.write('overview.md', `${TEXT}${count}`, BY_MODEL);
      expect((await memory.files.read('overview.md')).text).toBe(`${TEXT}${count}`);
      times.push(performance.now() - before);
    }
    await memory.close();
    // Far above what it takes, so that a busy machine does not fail it.
    expect(times.sort((one, other) => one - other)[15]).toBeLessThan(250);
  });
});
