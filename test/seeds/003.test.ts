// Document 003: the session's layout and template, files that the model writes and reads; then the prompt made of them,
// the model's ways to control its size, and the closed loop of both.
import { readdir, readFile, stat, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { fileStorage } from '../../src/storage/files/storage.ts';
import { memoryStorage } from '../../src/storage/memory.ts';
import { tokenScan } from '../../src/ports/token-scan.ts';
import type { WorkingMemory } from '../../src/api/memory.ts';
import type { PrepareOptions } from '../../src/api/context.ts';
import type { Prepared } from '../../src/context/plan/prepared.ts';
import type { OpenOptions } from '../../src/entries/index.ts';
import type { Peers } from '../../src/ports/peers.ts';
import type { Storage } from '../../src/storage/port.ts';
import { withoutComments } from '../../src/recall/sections.ts';
import { Chat, type ChatMessage, shown, wholeText, words } from '../support/messages/chat.ts';
import { openFixed, overviewOf, pathsOf } from '../support/fixed-memory.ts';
import { temporaryFolder } from '../support/storage/temporary-folders.ts';

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

  it('knows files of the earlier layout when it sees them: they are no sessions, and stay as they are [S003-67]', async () => {
    const root = await sessionsFolder();
    await (await open({ storage: fileStorage({ root }) })).close();
    const place = join(root, '--Users-genius-project-ai--');
    const earlier = { 'old.jsonl': '{"role":"user"}\n', 'old.meta.json': '{"id":"old"}' };
    for (const [name, text] of Object.entries(earlier)) await writeFile(join(place, name), text);
    const memory = await open({ storage: fileStorage({ root }) });
    expect((await memory.sessions.list()).map(({ session }) => session)).toEqual([SESSION]);
    const old = await memory.sessions.open('old');
    await old.transcript.append({ role: 'user', text: 'a new one' });
    await old.close();
    await memory.sessions.delete('old');
    await memory.close();
    for (const [name, text] of Object.entries(earlier)) expect(await readFile(join(place, name), 'utf8')).toBe(text);
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
    expect(await overviewOf(await open({ locale: 'zh-CN' }))).toMatch(/空间有限.*丢弃哪些历史/);
  });

  it('ends with where to look and where longer notes go [S003-82]', async () => {
    const closing = async (locale: 'en' | 'zh-CN') =>
      /<!--\n((?:(?!<!--)[\s\S])*)\n-->\n$/.exec(await overviewOf(await open({ locale })))?.[1];
    expect(await closing('en')).toMatch(
      /context_meta[\s\S]*working-memory\/detail\/[\s\S]*paths are relative to the session directory/,
    );
    expect(await closing('zh-CN')).toMatch(/context_meta[\s\S]*working-memory\/detail\/[\s\S]*路径相对于会话目录/);
  });

  it.each(['task', 'project', 'yaml'] as const)(
    'counts as not kept up, and so does any text of headings and comments: %s [S003-105]',
    async (template) => {
      for (const locale of ['en', 'zh-CN'] as const) {
        const memory = await open({ template, locale });
        const status = async () => (await memory.files.overviewStatus()).status;
        expect(await status()).toBe('template');
        // Additions of the system do not count as work of the model.
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

const WINDOW = 100_000;
const LITERAL = { context: { placement: 'literal' } } as const;
const OVERVIEW = '# Working Memory\n\n## Current task\n\n- Port the parser; next: the lexer tests\n';

async function conversation(
  options: Partial<OpenOptions> = {},
  given: PrepareOptions = {},
): Promise<{ memory: WorkingMemory; chat: Chat }> {
  const memory = await open(options);
  return { memory, chat: new Chat(memory, { system: 'You write software.', contextWindow: WINDOW, ...given }) };
}

/** Returns the place of the overview in the request. */
const placeOf = (prepared: Prepared<ChatMessage>): number =>
  shown(prepared).findIndex((content) => content.includes('<working_memory'));

const everything = ({ messages }: Prepared<ChatMessage>): string => JSON.stringify(messages);

describe.each(['epochs', 'literal'] as const)('the prompt, placement %s', (placement) => {
  it('shows nothing of detail/, archive/ and messages.jsonl [S003-62, S003-64, S003-68, S003-69]', async () => {
    const { memory, chat } = await conversation({ context: { placement } });
    await memory.transcript.append({ role: 'user', text: 'secret of an earlier talk' });
    await memory.files.write('detail/design.md', '# Design\n\nsecret of the details', BY_MODEL);
    await memory.files.write('archive/old.md', '# Old plan\n\nsecret of the archive', BY_MODEL);
    const text = wholeText(await chat.ask('Hello.'));
    expect(text).toContain('| - detail/design.md: Design\n');
    expect(text).not.toMatch(/secret|Old plan/);
  });

  it('has what the model wrote in the very next request [S003-07, S003-11, S003-54, S003-56]', async () => {
    const { chat } = await conversation({ context: { placement } });
    await chat.turns(3);
    for (let turn = 0; turn < 4; turn++) {
      await chat.ask('Note that.');
      await chat.call('write', {
        path: 'working-memory/overview.md',
        content: `## Current task\n\n- step ${turn}\n`,
        force: true,
      });
      expect(everything(await chat.prepare())).toContain(`- step ${turn}`);
      chat.answer('Done.');
      expect(everything(await chat.ask('Go on.'))).toContain(`- step ${turn}`);
      chat.answer('Gone on.');
    }
  });

  it('shows what somebody else wrote, too: the app, or an editor on the disk [S003-18, S003-103]', async () => {
    const root = await sessionsFolder();
    const { memory, chat } = await conversation({ storage: fileStorage({ root }), context: { placement } });
    await chat.turns(2);
    await memory.files.write('overview.md', '- by the app\n');
    expect(wholeText(await chat.ask('And now?'))).toContain('\n| - by the app\n');
    chat.answer('I see.');
    await writeFile(join(root, FOLDER, 'working-memory', 'overview.md'), '- by an editor\n');
    expect(wholeText(await chat.ask('And now?'))).toContain('\n| - by an editor\n');
    await memory.close();
  });
});

describe('the prompt to the letter', () => {
  it('is the fixed head, the working memory, then the messages [S003-18, S003-19, S003-70, S003-71, S003-84]', async () => {
    const memory = await open(LITERAL);
    const chat = new Chat(memory, { system: 'System prompt, tools, skills' });
    chat.messages.push({ role: 'system', content: 'AGENTS.md' });
    for (let turn = 0; turn < 4; turn++) {
      const prepared = await chat.ask(`Question ${turn}`);
      expect(placeOf(prepared)).toBe(2);
      const [head, rules, overview, ...messages] = shown(prepared);
      expect([head, rules]).toEqual(['System prompt, tools, skills', 'AGENTS.md']);
      expect(overview).toContain('| # Working Memory\n');
      expect(messages).toHaveLength(2 * turn + 1);
      expect(messages[0]).toMatch(/^Question 0/);
      expect(messages.at(-1)?.startsWith(`Question ${turn}`)).toBe(true);
      chat.answer(`Answer ${turn}`);
    }
  });

  it('ends with context_meta, and takes no turn for it [S003-24, S003-33, S003-86]', async () => {
    const { memory, chat } = await conversation(LITERAL);
    for (let turn = 0; turn < 4; turn++) {
      const { messages } = await chat.ask(`Question ${turn}`);
      // One message more than the app's: the overview.
      expect(messages).toHaveLength(chat.messages.length + 1);
      expect(messages.at(-1)).toMatchObject({
        role: 'user',
        content: expect.stringMatching(/^Question \d\n\n<context_meta>\n[\s\S]*\n<\/context_meta>$/),
      });
      chat.answer(`Answer ${turn}`);
    }
    // Neither the app's list nor the transcript knows of it.
    expect(chat.messages.filter(({ content }) => content.includes('context_meta'))).toEqual([]);
    expect((await memory.transcript.read()).filter(({ text }) => text.includes('context_meta'))).toEqual([]);
  });

  it('of a new session has the template [S003-20, S003-58, S003-88]', async () => {
    const { memory, chat } = await conversation(LITERAL);
    const template = await overviewOf(memory);
    const lines = shown(await chat.ask('Hello.'))[1]?.split('\n') ?? [];
    const inside = lines.filter((line) => line.startsWith('| ')).map((line) => line.slice(2));
    expect(inside.join('\n')).toBe(template.trimEnd());
  });

  it('shows what the model wrote in the very next request [S003-07, S003-11, S003-54, S003-56]', async () => {
    const { chat } = await conversation(LITERAL);
    await chat.turns(3);
    for (let turn = 0; turn < 4; turn++) {
      await chat.ask('Note that.');
      await chat.call('write', {
        path: 'working-memory/overview.md',
        content: `## Current task\n\n- step ${turn}\n`,
        force: true,
      });
      expect(everything(await chat.prepare())).toContain(`- step ${turn}`);
      chat.answer('Done.');
      expect(shown(await chat.ask('Go on.'))[1]).toContain(`\n| - step ${turn}\n`);
      chat.answer('Gone on.');
    }
  });

  it('has the overview as it is now, and the meter at the very end alone [S003-18, S003-24]', async () => {
    const { memory, chat } = await conversation(LITERAL);
    for (let turn = 0; turn < 4; turn++) {
      await memory.files.write('overview.md', `- turn ${turn}\n`);
      const prepared = await chat.ask(`Question ${turn}`);
      const text = wholeText(prepared);
      expect(shown(prepared)[1]).toContain(`\n| - turn ${turn}\n`);
      expect(text.match(/\n\| - turn \d/g)).toHaveLength(1);
      expect(text.match(/<context_meta>/g)).toHaveLength(1);
      expect(text.endsWith('</context_meta>')).toBe(true);
      chat.answer(`Answer ${turn}`);
    }
  });
});

describe('context_meta', () => {
  it('is the block of the document, with the hint as a sixth key where there is one [S003-25, S003-26, S003-27, S003-28, S003-29, S003-30, S003-31, S003-104]', async () => {
    const { memory, chat } = await conversation(
      { context: { ...LITERAL.context, autonomy: 'llm' } },
      { contextWindow: 128_000 },
    );
    await memory.files.write('overview.md', '## 要点：发布二点四'.padEnd(2400 - 16, '.'));
    const size = Buffer.byteLength(await overviewOf(memory));
    chat.messages.push({ role: 'user', content: 'first' });
    for (let message = 0; message < 20; message++) {
      chat.messages.push({ role: 'user', content: 'more' }, { role: 'assistant', content: 'noted' });
    }
    const { messages } = await chat.ask('And now?', { tokensUsed: 45_000 });
    expect(size).toBe(2400);
    expect(messages.at(-1)?.content.split('\n').slice(2)).toEqual([
      '<context_meta>',
      '{',
      '  "tokens_used": 45000,',
      '  "tokens_max": 128000,',
      '  "tokens_percent": 35,',
      '  "messages_in_history": 42,',
      '  "working_memory_size": 2400,',
      '  "action_hint": "light_compression"',
      '}',
      '',
      expect.stringMatching(/^💡 .*progress.*working-memory\/overview\.md.*compact/),
      '</context_meta>',
    ]);
    const calm = await chat.ask('And now?', { tokensUsed: 12_800 });
    expect(calm.messages.at(-1)?.content.split('\n').slice(3, 11)).toEqual([
      '{',
      '  "tokens_used": 12800,',
      '  "tokens_max": 128000,',
      '  "tokens_percent": 10,',
      '  "messages_in_history": 43,',
      '  "working_memory_size": 2400',
      '}',
      '',
    ]);
  });

  it('counts system prompt and tools, and believes what the provider counted [S003-26]', async () => {
    const { memory, chat } = await conversation({ tokenizer: tokenScan() });
    const plain = (await chat.ask('Hello.')).meta.tokensUsed;
    const tools = (await memory.tools()).map(({ name, description, inputSchema }) => ({
      name,
      description,
      inputSchema,
    }));
    const withTools = (await chat.prepare({ tools, requestId: 'with tools' })).meta.tokensUsed;
    expect(withTools).toBeGreaterThan(plain + 500);
    memory.context.observe({ inputTokens: withTools * 1.5 });
    chat.answer('Hi.');
    const next = (await chat.ask('And?', { tools })).meta.tokensUsed;
    expect(next).toBeGreaterThan(withTools * 1.5);
    expect(next).toBeLessThan(withTools * 1.5 * 1.2);
  });

  it('speaks more firmly above 50 %, as reminders do [S003-65]', async () => {
    const lineAt = async (tokensUsed: number) => {
      const { chat } = await conversation(LITERAL);
      return /💡 .*/.exec(wholeText(await chat.ask('Hello.', { tokensUsed })))?.[0];
    };
    const [calm, firm] = [await lineAt(50_000), await lineAt(50_001)];
    expect(await lineAt(1000)).toBe(calm);
    expect(firm).not.toBe(calm);
    expect(firm).toMatch(/now/);
    const levelAt = async (tokensUsed: number) => {
      const { chat } = await conversation(LITERAL);
      await chat.turns(5);
      return (await chat.ask('Hello.', { tokensUsed })).reminder;
    };
    expect(await levelAt(50_000)).toBe('hint');
    expect(await levelAt(50_001)).toBe('firm');
  });
});

describe('a provider’s prompt cache', () => {
  it('holds: within an epoch each request goes on from the one before, message by message [S003-21, S003-32]', async () => {
    const { memory, chat } = await conversation();
    let before: string[] = [];
    const reasons: (string | undefined)[] = [];
    const check = (prepared: Prepared<ChatMessage>): void => {
      const now = prepared.messages.map((message) => JSON.stringify(message));
      reasons.push(prepared.epochReason);
      expect(prepared.prefixChanged).toBe(prepared.epoch > 1 && prepared.epochReason !== undefined);
      if (prepared.epochReason === undefined) expect(now.slice(0, before.length)).toEqual(before);
      before = now;
    };
    for (let turn = 0; turn < 8; turn++) {
      check(await chat.ask(`Question ${turn}`, { tokensUsed: 9000 * turn }));
      for (let call = 0; call < 3; call++) {
        chat.called('read_log', { call }, words(2000));
        check(await chat.prepare({ tokensUsed: 9000 * turn + 2000 * call }));
      }
      // Others write meanwhile; only what the model writes lets history go, and only at the next turn.
      if (turn === 2) await memory.files.write('overview.md', '- by the app\n');
      if (turn === 4) await memory.files.write('detail/plan.md', '# Plan');
      if (turn === 6) await memory.files.write('overview.md', OVERVIEW, { ...BY_MODEL, force: true });
      check(await chat.prepare({ requestId: `again ${turn}` }));
      chat.answer(`Answer ${turn}`);
    }
    const begun = reasons.flatMap((reason, at) => (reason === undefined ? [] : [[at, reason]]));
    expect(begun).toEqual([
      [0, 'session-started'],
      [7 * 5, 'overview-written'],
    ]);
  });
});

describe('history', () => {
  it('stays while the overview is not kept up, and goes to the active turn once it is [S003-22, S003-23, S003-85]', async () => {
    const { memory, chat } = await conversation(LITERAL);
    await chat.turns(4);
    const before = await chat.ask('Question 4');
    expect(before).toMatchObject({ phase: { phase: 1, reason: 'template' }, hidden: [] });
    for (let turn = 0; turn < 4; turn++) expect(wholeText(before)).toContain(`Answer ${turn}:`);
    chat.answer('Answer 4');
    // Headings alone are no work of the model.
    await memory.files.write('overview.md', '## Current task\n\n## Key decisions\n', { ...BY_MODEL, force: true });
    expect(await chat.ask('Question 5')).toMatchObject({ phase: { phase: 1, reason: 'template' }, hidden: [] });
    await chat.call('write', { path: 'overview.md', content: OVERVIEW, force: true });
    const after = await chat.prepare();
    expect(after.phase).toEqual({ phase: 2, reason: 'maintained' });
    expect(after.hidden).toEqual([{ from: 1, to: 11, why: 'overview-written' }]);
    expect(
      shown(after)
        .slice(2)
        .map((content) => content.split('\n')[0]),
    ).toEqual(['Question 5', '', expect.stringMatching(/^Written: overview\.md/), '<context_meta>']);
    chat.answer('Answer 5');
    // Back to the template, and nothing is kept out of sight for it any more.
    await memory.files.write('overview.md', '# Working Memory\n', { force: true });
    expect(await chat.ask('Question 6')).toMatchObject({ phase: { phase: 1, reason: 'template' }, hidden: [] });
  });

  it('with epochs goes under pressure, at the user’s next turn, but for the newest turn before the write [S003-22, S003-23, S003-85]', async () => {
    const { chat } = await conversation({ context: { foldAbove: 0.6 } }, { contextWindow: 1000 });
    await chat.turns(4, (turn) => words(68, `t${turn}w`));
    await chat.ask('Question 4');
    await chat.call('write', { path: 'overview.md', content: OVERVIEW, force: true });
    expect(await chat.prepare()).toMatchObject({ hidden: [], prefixChanged: false });
    chat.answer('Answer 4');
    const next = await chat.ask('Question 5');
    expect(next).toMatchObject({
      epochReason: 'overview-written',
      hidden: [{ from: 1, to: 7, why: 'overview-written' }],
    });
    const text = wholeText(next);
    expect(text).not.toContain('Question 2:');
    for (const kept of ['Question 3:', 'Question 4', 'Answer 4', 'Question 5']) expect(text).toContain(kept);
  });

  it('that is out of sight is found, and stays in messages.jsonl [S003-68]', async () => {
    const { memory, chat } = await conversation({ context: { placement: 'literal' } });
    await chat.turns(4);
    await chat.ask('Question 4');
    await chat.call('write', { path: 'overview.md', content: OVERVIEW, force: true });
    await chat.prepare();
    chat.answer('Answer 4');
    await chat.ask('Question 5');
    expect((await memory.transcript.read()).map(({ text }) => text)).toEqual(
      chat.messages.map(({ content, tool_call_id }) => (tool_call_id === undefined ? content : '')),
    );
    expect(await chat.call('search', { query: 't0w17' })).toMatch(/^messages\/1 · user\n/);
  });
});

describe('compaction', () => {
  /** Turns of talk, then a turn of work with large results. */
  async function atWork(options: Partial<OpenOptions> = {}) {
    const { memory, chat } = await conversation(options);
    await chat.turns(6, () => words(100));
    await chat.ask('Read the logs.');
    for (let part = 0; part < 12; part++) chat.called('read_log', { part }, words(600, `log${part}line`));
    return { memory, chat };
  }

  it.each(['llm', 'assisted'] as const)(
    'is triggered by nothing below the last resort, with autonomy %s [S003-10, S003-34, S003-50]',
    async (autonomy) => {
      const { chat } = await atWork({ context: { autonomy } });
      for (const percent of [5, 25, 45, 65, 74]) {
        const prepared = await chat.prepare({ tokensUsed: percent * 1000, requestId: `at ${percent}` });
        expect(prepared).toMatchObject({ hidden: [], stubs: [] });
        expect(prepared.compaction).toBeUndefined();
        for (const { role, content } of chat.messages) if (role === 'tool') expect(shown(prepared)).toContain(content);
      }
    },
  );

  it.each(['llm', 'assisted', 'auto'] as const)(
    'of last resort takes place at 75 %, without a model, with autonomy %s [S003-37, S003-44, S003-53, S003-92, S003-101]',
    async (autonomy) => {
      const { memory, chat } = await atWork({ context: { autonomy } });
      // In an epoch the 75 % are of the part that can be folded; system prompt and tools take some 20 tokens here.
      const below = await chat.prepare({ tokensUsed: 74_900, requestId: 'below' });
      if (autonomy !== 'auto') expect(below.compaction).toBeUndefined();
      const prepared = await chat.prepare({ tokensUsed: 75_100 });
      expect(prepared).toMatchObject({
        epochReason: 'fallback-compaction',
        compaction: { applied: true, trigger: 'fallback', syncRequired: false },
      });
      expect(prepared.meta.tokensUsed).toBeLessThan(75_000);
      expect(prepared.hidden.length).toBeGreaterThan(0);
      // The user's last question stays verbatim, and hidden messages have a file.
      expect(wholeText(prepared)).toContain('Read the logs.');
      for (const path of prepared.compaction?.archivedTo ?? ['none']) expect(await pathsOf(memory)).toContain(path);
      expect(await chat.call('search', { query: 'log0line17' })).toMatch(/^archive\//m);
    },
  );

  it('by the model is free in time and target [S003-08, S003-35, S003-49, S003-52]', async () => {
    for (const target of ['conversation', 'tools', 'all']) {
      const { chat } = await atWork();
      const before = (await chat.prepare()).meta;
      expect(before.pressure).toBe('normal');
      expect(await chat.call('compact_history', { target })).toMatch(/^Compacted/);
      const after = await chat.prepare();
      expect(after.epochReason).toBe('compacted');
      expect(after.meta.tokensUsed).toBeLessThan(before.tokensUsed);
    }
  });

  it('of dialog sums it up and archives it [S003-38]', async () => {
    const { memory, chat } = await atWork();
    await chat.prepare();
    const { archivedTo, summary } = await memory.context.compact.apply({ target: 'conversation' });
    expect(archivedTo[0]).toMatch(/^detail\//);
    expect((await memory.files.read(archivedTo[0] ?? '')).text).toContain(`Question 0: ${words(100)}`);
    expect(summary).toContain('Question 0: word0 word1');
  });

  it('of tool output leaves a stub that says where it is; the latest results stay [S003-39, S003-48]', async () => {
    const { memory, chat } = await atWork();
    await chat.prepare();
    await memory.context.compact.apply({ target: 'tools' });
    const prepared = await chat.prepare();
    const [stub] = prepared.stubs;
    expect(stub?.path).toMatch(/^archive\/result-\d+\.md$/);
    expect((await memory.files.read(stub?.path ?? '')).text).toContain(words(600, 'log0line'));
    const results = chat.messages.filter(({ role }) => role === 'tool').map(({ content }) => content);
    expect(shown(prepared)).not.toContain(results[0]);
    for (const latest of results.slice(-2)) expect(shown(prepared)).toContain(latest);
    expect(shown(prepared).filter((content) => content.includes(`Full text: ${stub?.path};`))).toHaveLength(1);
  });

  it('always keeps the last records, the task and the decisions [S003-45, S003-46, S003-47]', async () => {
    const { memory, chat } = await conversation();
    const decisions = `${OVERVIEW}\n## Key decisions\n\n- A hand-written lexer, because errors must name columns\n`;
    await memory.files.write('overview.md', decisions, BY_MODEL);
    await chat.turns(8);
    await memory.context.compact.apply({ keepRecent: 0 });
    const text = wholeText(await chat.ask('Go on.'));
    expect(text).toContain('Port the parser; next: the lexer tests');
    expect(text).toContain('A hand-written lexer, because errors must name columns');
    for (const turn of [5, 6, 7]) expect(text).toContain(`\nAnswer ${turn}: ${words(30, `t${turn}w`)}`);
    expect(text).not.toContain('\nAnswer 4:');
  });

  it('is suggested with what could go [S003-66]', async () => {
    const { memory, chat } = await atWork(LITERAL);
    const text = wholeText(await chat.prepare({ tokensUsed: 45_000 }));
    expect(text).toMatch(
      /45% full \(medium_compression\): move detailed discussion to detail\/, compact old tool results/,
    );
    const plan = await memory.context.compact.plan({ target: 'all' });
    expect(plan.possible).toBe(true);
    expect(plan.hide[0]).toEqual({ from: 1, to: 3 });
  });
});

describe('the system prompt', () => {
  it.each([
    ['en', 'Maintaining it is your job', 'When and what to compact is your decision'],
    ['zh-CN', '维护它是你的职责', '何时压缩、压缩什么，由你决定'],
  ] as const)(
    'can hold the whole guide: what the memory is, whose job, and how to compact, in %s [S003-01, S003-36, S003-40, S003-41, S003-42, S003-43, S003-44, S003-51, S003-57]',
    async (locale, duty, decision) => {
      const memory = await open({ locale, context: { placement: 'literal' } });
      const tools = await memory.tools({ set: 'all' });
      const guide = await memory.context.guide({ tools });
      for (const said of [duty, decision, 'overview.md', 'detail/', 'archive/', 'compact_history', 'context_meta']) {
        expect(guide).toContain(said);
      }
      const compact = tools.find(({ name }) => name === 'compact_history');
      for (const field of ['target', 'strategy', 'keep_recent', 'archive_to']) {
        expect(compact?.inputSchema.properties[field]?.description).toMatch(/\S/);
      }
      const bands = ['20%', '20–40%', '40–60%', '60–75%', '75%'];
      const lines = guide.split('\n').filter((line) => /^- .*\d+%/.test(line));
      expect(lines).toHaveLength(bands.length);
      lines.forEach((line, at) => expect(line).toContain(bands[at]));
      expect(guide).toMatch(/3–5/);
    },
  );
});

describe('the closed loop', () => {
  interface Act {
    readonly name: string;
    readonly input: object;
  }

  /**
   * A model that keeps a running total. It remembers nothing between two requests: what it knows stands in the prompt.
   * It writes its overview when the meter asks it to do something, and compacts when the window is half full.
   */
  function totalling(prompt: readonly ChatMessage[]): Act | string {
    const text = prompt
      .map(({ content, tool_calls = [] }) => [content, ...tool_calls.map((call) => call.function.arguments)].join('\n'))
      .join('\n');
    const lastOf = (pattern: RegExp): string | undefined => [...text.matchAll(pattern)].at(-1)?.[1];
    const asked = prompt.map(({ role, content }) => role === 'user' && content.startsWith('Add ')).lastIndexOf(true);
    const done = prompt.slice(asked).flatMap(({ tool_calls = [] }) => tool_calls.map((call) => call.function.name));
    const added = Number(/^Add (\d+)/.exec(prompt[asked]?.content ?? '')?.[1]);
    const before = Number(lastOf(/total: (\d+)/g) ?? 0);
    const total = done.includes('write') ? before : before + added;
    const hint = lastOf(/<context_meta>\n[^}]*?"tokens_percent": (\d+)/g);
    const percent = Number(hint ?? 0);
    if (percent >= 20 && !done.includes('write')) {
      return {
        name: 'write',
        input: { path: 'working-memory/overview.md', content: `## Current task\n\n- total: ${total}\n`, force: true },
      };
    }
    if (percent >= 50 && !done.includes('compact_history'))
      return { name: 'compact_history', input: { keep_recent: 2 } };
    return `The new total: ${total}`;
  }

  async function ask(chat: Chat, question: string, model: (prompt: readonly ChatMessage[]) => Act | string) {
    let prepared = await chat.ask(question);
    const requests = [prepared];
    for (let act = model(prepared.messages); typeof act !== 'string'; act = model(prepared.messages)) {
      await chat.call(act.name, act.input);
      prepared = await chat.prepare();
      requests.push(prepared);
    }
    chat.answer(model(prepared.messages) as string);
    return requests;
  }

  const SMALL = { window: 5000, reminder: { enabled: false } } as const;
  const small = { tokenizer: tokenScan(), context: SMALL };

  it('of writing, seeing it next time and acting on it carries a model that knows its prompt alone [S003-01, S003-06, S003-09, S003-52, S003-93, S003-107]', async () => {
    const memory = await open({ tokenizer: tokenScan(), context: { ...SMALL, ...LITERAL.context } });
    const chat = new Chat(memory, { system: 'Keep the total.' });
    const requests: Prepared<ChatMessage>[] = [];
    let total = 0;
    for (let turn = 1; turn <= 60; turn++) {
      total += turn;
      requests.push(...(await ask(chat, `Add ${turn}. ${words(71, `t${turn}w`)}`, totalling)));
      expect(chat.messages.at(-1)?.content).toBe(`The new total: ${total}`);
    }
    const written = requests.filter(({ epochReason }) => epochReason === 'overview-written');
    expect(written.length).toBeGreaterThan(5);
    // Each write made room: the loop keeps the window at ease, and the last resort is never needed.
    for (const { meta } of requests) expect(meta.ratio).toBeLessThan(0.6);
    expect(requests.filter(({ compaction }) => compaction !== undefined)).toEqual([]);
    expect(requests.at(-1)?.hidden[0]?.from).toBe(1);
  });

  it('without the model’s part needs the last resort again and again [S003-93]', async () => {
    const memory = await open(small);
    const chat = new Chat(memory, { system: 'Keep the total.' });
    const compactions: unknown[] = [];
    for (let turn = 1; turn <= 60; turn++) {
      const [{ compaction, meta } = {} as never] = await ask(
        chat,
        `Add ${turn}. ${words(60, `t${turn}w`)}`,
        () => 'Noted.',
      );
      expect(meta.ratio).toBeLessThan(0.75);
      if (compaction) compactions.push(compaction.trigger);
    }
    expect(compactions.length).toBeGreaterThan(1);
    expect(new Set(compactions)).toEqual(new Set(['fallback']));
  });
});
