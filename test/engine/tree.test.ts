import { describe, expect, it } from 'vitest';
import { memoryStorage } from '../../src/storage/memory.ts';
import type { Engine } from '../../src/boundary/engine.ts';
import { openWorkingMemory } from '../../src/entries/index.ts';
import type { Scope } from '../../src/recall/query.ts';
import { readStructuredState, takeEvent } from '../../src/client/on-demand/state.ts';
import { testEngine } from '../support/engine.ts';
import { countingIds } from '../support/fakes/fakes.ts';
import { recalled } from '../support/recall.ts';
import { appended } from '../support/messages/transcript.ts';

const LONG = Array.from({ length: 40 }, (_, line) => `- fact number ${line} about the release`).join('\n');

describe('the overview', () => {
  it('gets an index of the detail documents, which the model’s writes cannot lose', async () => {
    const { engine } = await testEngine();
    await engine.writeFile('detail/sync.md', '# Sync design\n\nVector clocks.');
    expect((await engine.readFile('overview.md')).text).toContain('- detail/sync.md: Sync design\n');
    await engine.writeFile('overview.md', '# Mine\n\nI wrote the whole file.', { source: 'assistant' });
    const { text, revision, source } = await engine.readFile('overview.md');
    expect(text).toMatch(/I wrote the whole file\.[\s\S]*- detail\/sync\.md: Sync design/);
    await engine.deleteFile('detail/sync.md');
    const after = await engine.readFile('overview.md');
    expect(after.text).not.toContain('detail/sync.md');
    expect([after.revision, after.source]).toEqual([revision, source]);
  });

  it('is not stale to its model because the system updated a block', async () => {
    const { engine } = await testEngine();
    const { revision } = await engine.readFile('overview.md');
    await engine.writeFile('detail/new.md', 'new');
    expect(await engine.writeFile('overview.md', 'mine', { baseRevision: revision })).toMatchObject({
      status: 'written',
    });
  });

  it('has a status that follows its free text', async () => {
    const { engine } = await testEngine();
    expect(await engine.overviewStatus()).toEqual({ status: 'template', revision: 1, stepsSince: 0 });
    await engine.writeFile('overview.md', 'work in progress');
    expect(await engine.overviewStatus()).toMatchObject({ status: 'maintained' });
    for (let step = 0; step < 21; step++) await engine.step();
    await engine.writeFile('detail/x.md', 'a system block changes');
    expect(await engine.overviewStatus()).toMatchObject({ status: 'stale', stepsSince: 21 });
  });

  it('cannot be renamed or deleted', async () => {
    const { engine } = await testEngine();
    await expect(engine.deleteFile('overview.md')).rejects.toMatchObject({ code: 'path-not-allowed' });
    await expect(engine.renameFile('overview.md', 'detail/o.md')).rejects.toMatchObject({ code: 'path-not-allowed' });
  });
});

describe('a write that would lose text', () => {
  it('is shown to the app with a readable diff, and what to do', async () => {
    const memory = await openWorkingMemory({ session: 'diff', storage: 'memory', worker: false });
    await memory.files.write('detail/facts.md', LONG);
    const shrinking = await memory.files.write('detail/facts.md', '- fact number 3 about the release');
    expect(shrinking).toMatchObject({ reason: 'shrinks', path: 'detail/facts.md', current: { revision: 1 } });
    expect(shrinking).toMatchObject({
      diff: expect.stringContaining('-- fact number 4 about the release'),
      hint: expect.stringMatching(/less than 40 % of detail\/facts\.md\. .*force: true/),
    });
    await memory.files.write('detail/facts.md', `${LONG}\n- the latest\n`);
    const stale = await memory.files.write('detail/facts.md', `${LONG}\n- mine\n`, { baseRevision: 1 });
    expect(stale).toMatchObject({
      reason: 'stale',
      diff: expect.stringContaining('-- the latest\n+- mine'),
      hint: expect.stringMatching(/is at revision 2 now\. .*baseRevision 2, or pass force: true/),
    });
    await memory.close();
  });

  it('is a conflict, and can be forced', async () => {
    const { engine } = await testEngine();
    await engine.writeFile('detail/facts.md', LONG);
    const conflict = await engine.writeFile('detail/facts.md', '- fact number 3 about the release');
    expect(conflict).toMatchObject({ status: 'conflict', reason: 'shrinks' });
    expect((await engine.readFile('detail/facts.md')).text).toBe(LONG);
    expect(await engine.writeFile('detail/facts.md', 'short', { force: true })).toMatchObject({ revision: 2 });
  });
});

describe('an edit', () => {
  it('replaces a passage of several lines that stands there once, to the letter', async () => {
    const { engine } = await testEngine();
    await engine.writeFile('detail/a.md', 'one\ntwo\nthree\n');
    await engine.editFile('detail/a.md', 'two\nthree', "$& and $' stay as they are");
    expect((await engine.readFile('detail/a.md')).text).toBe("one\n$& and $' stay as they are\n");
  });

  it('says how often a passage stands there when it is not once', async () => {
    const { engine } = await testEngine();
    await engine.writeFile('detail/a.md', 'x x\n');
    await expect(engine.editFile('detail/a.md', 'x', 'y')).rejects.toThrow(/occurs 2 times\. Give more/);
    await expect(engine.editFile('detail/a.md', 'z', 'y')).rejects.toThrow(/occurs 0 times\. Read the file/);
    await expect(engine.editFile('detail/a.md', '', 'y')).rejects.toMatchObject({ code: 'invalid-input' });
  });
});

describe('the history of a file', () => {
  it('keeps former revisions, also over deletion and renaming, and restores them', async () => {
    const storage = memoryStorage();
    const { engine } = await testEngine({ files: { keptRevisions: 3 } }, { storage });
    for (const text of ['a', 'b', 'c', 'd', 'e']) await engine.writeFile('detail/h.md', text);
    expect((await engine.fileHistory('detail/h.md')).map(({ revision, text }) => [revision, text])).toEqual([
      [2, 'b'],
      [3, 'c'],
      [4, 'd'],
    ]);
    await engine.restoreFile('detail/h.md', 3);
    expect(await engine.readFile('detail/h.md')).toMatchObject({ text: 'c', revision: 6 });
    await engine.deleteFile('detail/h.md');
    await expect(engine.readFile('detail/h.md')).rejects.toMatchObject({ code: 'not-found' });
    const again = await testEngine({ files: { keptRevisions: 3 } }, { storage });
    expect(await again.engine.restoreFile('detail/h.md', 6)).toMatchObject({ status: 'written', revision: 8 });
    await expect(again.engine.restoreFile('detail/h.md', 99)).rejects.toMatchObject({ code: 'not-found' });
    await again.engine.renameFile('detail/h.md', 'archive/h.md');
    expect((await again.engine.listFiles()).map(({ path }) => path)).toEqual(['archive/h.md', 'overview.md']);
  });
});

describe('the limits of the tree', () => {
  it('refuse a file, a number of files and a sum that are too large, and keep everything as it was', async () => {
    const { engine, journal } = await testEngine({
      files: { maxFileBytes: 1024, maxFiles: 3, maxTotalBytes: 3000, maxOverviewBytes: 2048 },
    });
    await engine.writeFile('detail/a.md', 'x'.repeat(1000));
    const before = await journal();
    const refused = async (path: string, text: string) => {
      await expect(engine.writeFile(path, text)).rejects.toMatchObject({ code: 'tree-full' });
    };
    await refused('detail/b.md', '中'.repeat(400));
    await refused('overview.md', 'x'.repeat(2100));
    expect(await journal()).toEqual(before);
    await engine.writeFile('detail/b.md', 'x'.repeat(500));
    await refused('detail/c.md', 'one file too many');
    await refused('detail/b.md', 'x'.repeat(1020));
  });
});

describe('the transcript', () => {
  it('grows in order and gives back what it got, the app’s own object included', async () => {
    const storage = memoryStorage();
    const { engine, clock } = await testEngine({}, { storage });
    const original = { role: 'assistant', content: [{ type: 'tool_use', id: 'c1' }] };
    expect(await appended(engine, [{ role: 'user', text: 'hello' }])).toEqual({ first: 0, count: 1 });
    await appended(engine, [
      { role: 'assistant', text: '', calls: [{ id: 'c1', name: 'read', arguments: '{}' }], original },
      { role: 'tool', text: '', results: [{ id: 'c1', text: 'the answer is 42' }] },
    ]);
    const { engine: again } = await testEngine({}, { storage });
    const messages = await again.readMessages(0, 10);
    expect(messages.map(({ index, role }) => [index, role])).toEqual([
      [0, 'user'],
      [1, 'assistant'],
      [2, 'tool'],
    ]);
    expect(messages[1]).toMatchObject({ calls: [{ id: 'c1' }], original, trust: 1, time: clock.now });
    expect(messages[2]?.trust).toBe(0);
    expect((await again.readMessages(2, 1)).map(({ index }) => index)).toEqual([2]);
    expect(await again.countMessages()).toBe(3);
  });

  it('keeps the neutral form where the original cannot be JSON, and refuses what is no message', async () => {
    const { engine } = await testEngine();
    const cyclic: Record<string, unknown> = {};
    cyclic['self'] = cyclic;
    await appended(engine, [{ role: 'user', text: 'fine', original: cyclic }]);
    expect(await engine.readMessages(0, 1)).toEqual([expect.not.objectContaining({ original: expect.anything() })]);
    for (const bad of [
      null,
      { role: 'judge', text: 'x' },
      { role: 'user' },
      { role: 'user', text: '\ud800' },
      { role: 'user', text: 'x', calls: [{}] },
    ]) {
      await expect(appended(engine, [{ role: 'user', text: 'good' }, bad as never])).rejects.toMatchObject({
        code: 'invalid-input',
      });
    }
    expect(await engine.countMessages()).toBe(1);
  });
});

const FILES_AND_MESSAGES: readonly Scope[] = ['overview', 'detail', 'archive', 'transcript'];
const search = async (engine: Engine, prompt: string, scope = FILES_AND_MESSAGES) =>
  (await recalled(engine, prompt, { scope })).hits;

describe('search', () => {
  it('finds documents by heading and messages by what they say, also after reopening', async () => {
    const storage = memoryStorage();
    const { engine } = await testEngine({}, { storage });
    await engine.writeFile(
      'detail/sync.md',
      '# Sync\n\n## Conflicts\n\nA vector clock decides.\n\n## Retries\n\nThree times.',
    );
    await engine.writeFile('archive/old.md', '旧的冲突方案已经放弃');
    await appended(engine, [{ role: 'tool', text: '', results: [{ id: '1', text: 'error in resolver.ts line 40' }] }]);
    for (const { engine: one } of [{ engine }, await testEngine({}, { storage })]) {
      expect((await search(one, 'vector clock'))[0]).toMatchObject({
        scope: 'detail',
        path: 'detail/sync.md',
        heading: 'Sync › Conflicts',
        snippet: expect.stringContaining('A vector clock decides.'),
      });
      expect((await search(one, '冲突'))[0]).toMatchObject({ scope: 'archive', path: 'archive/old.md' });
      expect((await search(one, 'resolver'))[0]).toMatchObject({
        scope: 'transcript',
        message: 0,
        heading: 'tool',
      });
      expect(await search(one, 'resolver', ['detail'])).toEqual([]);
      expect(await search(one, 'vector clock', ['items', 'tail'])).toEqual([]);
    }
    await engine.writeFile('detail/sync.md', '# Sync\n\nSomething else entirely, about trees.', { force: true });
    expect(await search(engine, 'vector clock')).toEqual([]);
  });
});

describe('structured state', () => {
  it('lives in a block of the overview and follows events', async () => {
    const { engine, journal } = await testEngine();
    await engine.writeFile('overview.md', 'my own words');
    await takeEvent(engine, { type: 'task_started', context: { task: 'ship 2.4' } });
    await takeEvent(engine, { type: 'compression_completed', context: { summary: 'Forty turns about sync.' } });
    await Promise.all([takeEvent(engine, { type: 'deploy_finished' }), takeEvent(engine, { type: 'tests_passed' })]);
    const state = await readStructuredState(engine);
    expect(state.events?.map(({ type }) => type).sort()).toEqual([
      'compression_completed',
      'deploy_finished',
      'tests_passed',
    ]);
    expect(state.current_state).toMatchObject({ task: 'ship 2.4', status: 'in_progress' });
    const { text, revision } = await engine.readFile('overview.md');
    expect(text).toMatch(/^my own words\n[\s\S]*```yaml\nmeta:[\s\S]*Forty turns about sync\./);
    expect(revision).toBe(2);
    const before = await journal();
    await expect(takeEvent(engine, { type: 'task_started', context: { task: 7 } })).rejects.toMatchObject({
      code: 'invalid-input',
    });
    expect(await journal()).toEqual(before);
    expect(JSON.stringify(before)).not.toContain('ship 2.4');
  });
});

describe('the yaml template', () => {
  it('has its fields from the beginning, and only once', async () => {
    const storage = memoryStorage();
    for (let opening = 0; opening < 2; opening++) {
      const memory = await openWorkingMemory({ session: 'fields', template: 'yaml', storage, worker: false });
      expect((await memory.files.read('overview.md')).text.match(/```yaml\nmeta:/g)).toHaveLength(1);
      expect((await memory.state.read()).meta.session_id).toBe('fields');
      expect((await memory.files.overviewStatus()).status).toBe('template');
      await memory.close();
    }
  });
});

describe('sessions', () => {
  it('are listed, forked and deleted without reading a message', async () => {
    const reads: string[] = [];
    const inner = memoryStorage();
    const storage = {
      ...inner,
      rows: (...args: Parameters<typeof inner.rows>) => (reads.push(args[1]), inner.rows(...args)),
    };
    const { engine } = await testEngine({ session: 'one' }, { storage });
    await testEngine({ session: 'two', workspace: '/elsewhere' }, { storage });
    await engine.memorize([{ text: 'kept in both' }]);
    await appended(engine, [{ role: 'user', text: 'hi' }]);
    reads.length = 0;
    expect(await engine.listSessions({})).toMatchObject([{ session: 'one', items: 1, messages: 1 }]);
    expect(await engine.listSessions({ everywhere: true })).toHaveLength(2);
    expect(reads).toEqual([]);

    expect(await engine.forkSession('three')).toMatchObject({ session: 'three', items: 1, messages: 1, head: 1 });
    await expect(engine.forkSession('three')).rejects.toMatchObject({ code: 'invalid-input' });
    const fork = await testEngine({ session: 'three' }, { storage, ids: countingIds('fork') });
    await fork.engine.memorize([{ text: 'only in the fork' }]);
    expect((await fork.engine.listItems()).map(({ text }) => text)).toEqual(['kept in both', 'only in the fork']);
    expect(await engine.listItems()).toHaveLength(1);

    await engine.deleteSession('three');
    expect((await engine.listSessions({})).map(({ session }) => session)).toEqual(['one']);
    await expect(engine.deleteSession('one')).rejects.toMatchObject({ code: 'invalid-input' });
    await expect(engine.deleteSession('three')).rejects.toMatchObject({ code: 'not-found' });
  });
});

describe('a hard forget', () => {
  it('takes the text out of files, their history and the transcript too', async () => {
    const storage = memoryStorage();
    const { engine, journal } = await testEngine({}, { storage });
    const secret = 'the code word is xylophone';
    await engine.memorize([{ text: secret }]);
    await engine.writeFile('detail/notes.md', `# Notes\n\nShe said ${secret}.`);
    await engine.writeFile('detail/notes.md', '# Notes\n\nNothing here.');
    await engine.writeFile('archive/log.md', `again: ${secret}`);
    await appended(engine, [
      { role: 'user', text: `listen, ${secret}`, original: { content: secret } },
      { role: 'user', text: 'other' },
    ]);
    await engine.forget({ ids: ['item-1'] }, 'hard');
    const stores = ['items', 'tail', 'files', 'fileHistory', 'messages', 'tombstones'] as const;
    const stored = JSON.stringify([await storage.load({ workspace: '/', session: 'test' }, stores), await journal()]);
    expect(stored).not.toContain('xylophone');
    expect((await engine.readFile('archive/log.md')).text).toBe('again: [forgotten]');
    expect((await engine.readMessages(0, 5)).map(({ text, redacted }) => [text, redacted])).toEqual([
      ['', true],
      ['other', undefined],
    ]);
    expect(await search(engine, 'xylophone')).toEqual([]);
    expect(await testEngine({}, { storage }).then(({ engine: again }) => search(again, 'code word xylophone'))).toEqual(
      [],
    );
  });
});
