// Document 002, the session tree: overview, details, archive, structured state and events; then the contents of a
// prompt, compact_history, and the policy around it.
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { fileStorage } from '../../src/storage/files/storage.ts';
import { memoryStorage } from '../../src/storage/memory.ts';
import { tokenScan } from '../../src/ports/token-scan.ts';
import type { WorkingMemory } from '../../src/api/memory.ts';
import type { CompactionRequest, CompactionResult } from '../../src/context/compaction/compaction.ts';
import type { OpenOptions } from '../../src/entries/index.ts';
import { readBlocks } from '../../src/tree/overview/system-blocks.ts';
import { type Issue, readState, type StructuredState } from '../../src/tree/state/structured-state.ts';
import { readYaml } from '../../src/tree/state/yaml-reader.ts';
import { writeYaml } from '../../src/tree/state/yaml-writer.ts';
import { updatedYaml } from '../../src/tree/state/yaml-update.ts';
import { Chat, shown, wholeText, words } from '../support/messages/chat.ts';
import { fakeClock } from '../support/fakes/fakes.ts';
import { openFixed, overviewOf, pathsOf } from '../support/fixed-memory.ts';
import { STATE_SAMPLE } from '../support/state-sample.ts';
import { temporaryFolder } from '../support/storage/temporary-folders.ts';

const NOW = '2025-01-20T08:00:00.000Z';
const CWD = '/Users/genius/project/ai';
const SESSION = '0c2c8ce1-ec0d-4968-942d-d84b861c938e';
const FOLDER = `--Users-genius-project-ai--/${SESSION}`;

const sessionsFolder = async (): Promise<string> => join(await temporaryFolder(), '.ai', 'sessions');

const open = (options: Partial<OpenOptions> = {}): Promise<WorkingMemory> =>
  openFixed({ session: SESSION, workspace: CWD, clock: fakeClock(Date.parse(NOW)), ...options });

const stateTextOf = async (memory: WorkingMemory): Promise<string> => readBlocks(await overviewOf(memory)).state ?? '';

const DISCUSSION = [
  '# How the index is stored',
  ...Array.from(
    { length: 60 },
    (_, line) => `Argument ${line}: the index ${line % 2 ? 'belongs into the file' : 'is made anew'}.`,
  ),
  'We keep it in the file, because reading it costs nothing.',
].join('\n');

describe('the directory of a session', () => {
  it('is `--<cwd>--/<session-id>/`, with the memory and the protocol in it [S002-06, S002-11, S002-83]', async () => {
    const root = await sessionsFolder();
    const memory = await open({ storage: fileStorage({ root }) });
    await memory.transcript.append({ role: 'user', text: 'Where were we?' });
    await memory.close();
    expect((await readdir(root)).filter((name) => !name.startsWith('.'))).toEqual(['--Users-genius-project-ai--']);
    const here = join(root, FOLDER);
    expect((await readdir(here)).filter((name) => !name.startsWith('.')).sort()).toEqual([
      'messages.jsonl',
      'meta.json',
      'working-memory',
    ]);
    expect(await readFile(join(here, 'working-memory/overview.md'), 'utf8')).toMatch(/^# Working Memory\n/);
    const [line = '', ...rest] = (await readFile(join(here, 'messages.jsonl'), 'utf8')).split('\n');
    expect(JSON.parse(line)).toMatchObject({ role: 'user', text: 'Where were we?' });
    expect(rest).toEqual(['']);
  });

  it('looks the same in an export [S002-06, S002-11, S002-83]', async () => {
    const memory = await open();
    await memory.files.write('detail/design-doc.md', 'Decisions');
    const names = Object.keys(unzipSync(await memory.export()));
    for (const name of [
      'messages.jsonl',
      'meta.json',
      'working-memory/overview.md',
      'working-memory/detail/design-doc.md',
    ]) {
      expect(names).toContain(`sessions/${FOLDER}/${name}`);
    }
  });

  it('belongs to one session, also where two working directories have one name [S002-11, S002-12]', async () => {
    const root = await sessionsFolder();
    const places = [{}, { session: 'other' }, { workspace: '/Users/genius/project-ai' }];
    for (const [index, place] of places.entries()) {
      const memory = await open({ storage: fileStorage({ root }), ...place });
      await memory.files.write('detail/mine.md', `of ${index}`);
      await memory.close();
    }
    for (const [index, place] of places.entries()) {
      const memory = await open({ storage: fileStorage({ root }), ...place });
      expect((await memory.files.read('detail/mine.md')).text).toBe(`of ${index}`);
      await memory.close();
    }
    const names = (await readdir(root)).filter((name) => !name.startsWith('.'));
    expect(names).toHaveLength(2);
    for (const name of names) expect(name).toMatch(/^--Users-genius-project-ai--/);
  });
});

describe('the overview', () => {
  it('is kept current or found out not to be [S002-07]', async () => {
    const memory = await open();
    expect((await memory.files.overviewStatus()).status).toBe('template');
    await memory.files.write('overview.md', '# Working Memory\n\n- The parser is half done.', { source: 'assistant' });
    expect((await memory.files.overviewStatus()).status).toBe('maintained');
    for (let step = 0; step < 21; step++) await memory.items.step();
    expect(await memory.files.overviewStatus()).toMatchObject({ status: 'stale', stepsSince: 21 });
  });

  it('has the sections of 002, in Chinese and in English [S002-13, S002-14, S002-15, S002-16, S002-17]', async () => {
    const headings = (text: string) => text.match(/^##? .*$/gm);
    const chinese = await overviewOf(await open({ template: 'project', locale: 'zh-CN' }));
    expect(headings(chinese)).toEqual([
      '# Working Memory',
      '## 核心设计原则',
      '## 项目上下文',
      '## 已知问题',
      '## 当前会话',
    ]);
    expect(chinese).toMatch(/## 核心设计原则\n<!-- .*设计.* -->/);
    expect(chinese).toMatch(/## 项目上下文\n<!-- .*技术.*路径.*命令.* -->/);
    expect(chinese).toMatch(/## 已知问题\n<!-- .*限制.* -->/);
    expect(chinese).toMatch(/## 当前会话\n<!-- .*Session ID.*接下来.* -->/);
    const english = await overviewOf(await open({ template: 'project' }));
    expect(headings(english)).toHaveLength(5);
    expect(english).toMatch(/\n## Project context\n<!-- Technology.*paths.*commands -->/);
    expect(english).toMatch(/\n## Current session\n<!-- .*session id.*next -->/);
  });

  it('follows a task from its start to its end [S002-18]', async () => {
    const memory = await open();
    const now = async () => {
      const { status, task } = (await memory.state.read()).current_state;
      return [status, task];
    };
    await memory.state.onEvent({ type: 'task_started', context: { task: 'Write the parser' } });
    expect(await now()).toEqual(['in_progress', 'Write the parser']);
    await memory.state.onEvent({ type: 'task_started', context: { task: 'Write the parser', status: 'testing' } });
    expect(await now()).toEqual(['testing', 'Write the parser']);
    await memory.state.onEvent({ type: 'task_completed' });
    expect(await now()).toEqual(['done', 'Write the parser']);
    expect(await overviewOf(memory)).toContain('  task: Write the parser\n');
  });

  it('takes a decision together with its reason [S002-19]', async () => {
    const memory = await open();
    await memory.state.onEvent({ type: 'decision_made', context: { decision: 'Use idb', reason: 'it is small' } });
    expect(await overviewOf(memory)).toMatch(/- at: "2025-01-20T08:00:00\.000Z"\n +text: Use idb — it is small\n/);
  });

  it('lets a fact of the project be corrected where it stands [S002-20]', async () => {
    const memory = await open({ template: 'project' });
    const section = '## Project context';
    await memory.files.edit('overview.md', section, `${section}\n\n- Build: make all`, { source: 'assistant' });
    await memory.files.edit('overview.md', '- Build: make all', '- Build: npm run build', { source: 'assistant' });
    const text = await overviewOf(memory);
    expect(text).toContain(`${section}\n\n- Build: npm run build\n`);
    expect(text).not.toContain('make all');
    expect(text).toContain('## Known problems\n');
  });
});

describe('detail/', () => {
  it('holds what was compacted, what was designed and whatever else [S002-08, S002-09, S002-10, S002-88]', async () => {
    const memory = await open();
    const paths = [
      'detail/design-doc.md',
      'detail/session-summary.md',
      'detail/sprint 3/retro.txt',
      'detail/度量.json',
    ];
    for (const path of paths) await memory.files.write(path, `${DISCUSSION}\n${path}`);
    expect(await pathsOf(memory)).toEqual([...paths, 'overview.md'].sort());
    for (const path of paths) expect((await memory.files.read(path)).text).toBe(`${DISCUSSION}\n${path}`);
  });

  it('has an index in the overview that follows it [S002-43, S002-79]', async () => {
    const memory = await open();
    const index = async () => readBlocks(await overviewOf(memory)).index;
    expect(await index()).toBeUndefined();
    await memory.files.write('detail/design-doc.md', DISCUSSION);
    await memory.files.write('detail/plain.md', 'No heading here,\nbut a second line.');
    expect(await index()).toBe('- detail/plain.md: No heading here,\n- detail/design-doc.md: How the index is stored');
    await memory.files.rename('detail/plain.md', 'detail/renamed.md');
    await memory.files.delete('detail/design-doc.md');
    expect(await index()).toBe('- detail/renamed.md: No heading here,');
  });

  it('is only referred to: a long document costs the overview one line [S002-79]', async () => {
    const memory = await open();
    const before = (await overviewOf(memory)).split('\n').length;
    for (let index = 1; index <= 5; index++) await memory.files.write(`detail/${index}.md`, DISCUSSION);
    const text = await overviewOf(memory);
    expect(text).not.toContain('Argument');
    const lines = readBlocks(text).index?.split('\n') ?? [];
    expect(lines).toHaveLength(5);
    for (const line of lines) expect(line).toMatch(/^- detail\/\d\.md: How the index is stored$/);
    // An empty line, the two fences and a line for each document.
    expect(text.split('\n').length - before).toBe(8);
  });

  it('makes itself noticed: by the index, and by what a search finds [S002-44]', async () => {
    const memory = await open();
    await memory.files.write('detail/design-doc.md', DISCUSSION);
    await memory.files.write('detail/travel.md', '# Trips\n\nTrains to Lyon.');
    const { hits } = await memory.files.search('where is the index stored', { scope: 'detail' });
    expect(hits.map(({ path }) => path)).toContain('detail/design-doc.md');
    expect(hits.map(({ path }) => path)).not.toContain('detail/travel.md');
    expect(hits[0]).toMatchObject({ scope: 'detail', heading: 'How the index is stored' });
    expect(await overviewOf(memory)).toContain('- detail/travel.md: Trips\n');
  });
});

const sample = readState(STATE_SAMPLE);
const asYaml = (state: StructuredState) => state as unknown as Parameters<typeof updatedYaml>[1];

/** A memory whose overview holds the sample as its structured state. */
async function openSample(): Promise<WorkingMemory> {
  const memory = await open();
  const block = (name: string, body: string) =>
    `<!-- working-memory:${name} -->\n${body}\n<!-- /working-memory:${name} -->\n`;
  const overview = `# Working Memory\n\n- my own line\n\n${block('state', `\`\`\`yaml\n${STATE_SAMPLE}\`\`\``)}`;
  await memory.import(zipSync({ 'working-memory/overview.md': strToU8(overview) }));
  return memory;
}

describe('the structured state', () => {
  it('of the sample has each field with its value [S002-45, S002-46, S002-47, S002-48, S002-49, S002-50, S002-51, S002-52, S002-53, S002-54, S002-55]', () => {
    expect(Object.keys(sample)).toEqual(['meta', 'project', 'current_state', 'issues']);
    expect(Object.entries(sample.meta)).toEqual([
      ['version', '1.0'],
      ['last_updated', '2025-01-15T10:30:00Z'],
      ['session_id', SESSION],
    ]);
    const { name, description, tech_stack, key_paths, commands } = sample.project;
    expect([name, description]).toEqual(['ai', 'Go-based RPC-first Agent Core']);
    expect(tech_stack).toEqual({ language: 'Go 1.24.0', api: 'ZAI API (OpenAI-compatible)' });
    expect(Object.keys(key_paths)).toEqual(['rpc_handlers', 'agent_loop', 'shared_types']);
    expect(key_paths['agent_loop']).toBe('pkg/agent/loop.go');
    expect(Object.keys(commands)).toEqual(['build', 'test']);
    expect(commands['build']).toBe('go build -o bin/ai ./cmd/ai && ./bin/ai --mode rpc');
    const { status, task, next_actions } = sample.current_state;
    expect([status, task]).toEqual(['implementing', 'Add compact_history auto-update feature']);
    expect(next_actions).toEqual([
      'Review compact_history implementation',
      'Add auto-update logic',
      'Test the feature',
    ]);
    expect(sample.issues).toEqual([
      {
        id: 'issue-1',
        title: "compact_history doesn't update working memory",
        severity: 'medium',
        status: 'proposed',
        proposal: 'Auto-update overview.md after compression',
      } satisfies Issue,
    ]);
  });

  it('of the sample is read as YAML is, and written back unchanged [S002-56, S002-87]', () => {
    expect(sample).toEqual(parse(STATE_SAMPLE));
    expect(updatedYaml(STATE_SAMPLE, asYaml(sample))).toBe(STATE_SAMPLE);
    expect(readYaml(writeYaml(readYaml(STATE_SAMPLE)))).toEqual(readYaml(STATE_SAMPLE));
    expect(readState(writeYaml(asYaml(sample)))).toEqual(sample);
    expect(Object.keys(readYaml(writeYaml(asYaml(sample))) as object)).toEqual(Object.keys(sample));
  });

  it('of the sample lives in an overview, and what an event does not touch keeps its letters [S002-54, S002-55, S002-87]', async () => {
    const memory = await openSample();
    expect(await memory.state.read()).toEqual(sample);
    expect(await stateTextOf(memory)).toBe(`\`\`\`yaml\n${STATE_SAMPLE}\`\`\``);
    await memory.state.onEvent({ type: 'bug_found', context: { title: 'It forgets', severity: 'high' } });
    const text = await stateTextOf(memory);
    const untouched = STATE_SAMPLE.slice(STATE_SAMPLE.indexOf('project:'), STATE_SAMPLE.indexOf('issues:')).trimEnd();
    expect(text).toContain(untouched);
    const { issues, current_state: current, meta } = await memory.state.read();
    expect(issues).toEqual([
      ...sample.issues,
      { id: 'issue-2', title: 'It forgets', severity: 'high', status: 'open' },
    ]);
    expect(current).toEqual(sample.current_state);
    expect(meta).toEqual({ ...sample.meta, last_updated: NOW });
    expect(await overviewOf(memory)).toContain('# Working Memory\n\n- my own line\n');
  });

  it('of a new session has every field, the version, the time and the id of the session [S002-45, S002-46, S002-47, S002-56]', async () => {
    const memory = await open();
    const state = await memory.state.read();
    expect(state).toMatchObject({
      meta: { version: '1.0', last_updated: NOW, session_id: SESSION },
      project: { name: '', description: '', tech_stack: {}, key_paths: {}, commands: {} },
      current_state: { status: '', task: '', next_actions: [] },
      issues: [],
    });
    await memory.state.onEvent({ type: 'task_started', context: { task: 'Begin' } });
    const yaml = (await stateTextOf(memory)).replace(/^```yaml\n|```$/g, '');
    expect(yaml.startsWith('meta:\n  version: "1.0"\n')).toBe(true);
    expect(parse(yaml)).toEqual(await memory.state.read());
  });

  it('of a later version keeps what this one does not know [S002-56]', () => {
    const later =
      STATE_SAMPLE.replace('version: "1.0"', 'version: "2.1"').replace('project:\n', 'project:\n  owner: "genius"\n') +
      '\nrisks:\n  - "none so far"\n';
    const state = readState(later);
    expect(state.meta.version).toBe('2.1');
    expect(state.project['owner']).toBe('genius');
    expect(updatedYaml(later, asYaml(state))).toBe(later);
  });

  it('names a field that holds something else [S002-56]', () => {
    expect(() => readState(STATE_SAMPLE.replace('"implementing"', '3'))).toThrow(
      /current_state\.status must be a text/,
    );
    expect(() => readState(STATE_SAMPLE.replace('id: "issue-1"', 'identity: "issue-1"'))).toThrow(
      /issues\[0\]\.id must be a text/,
    );
  });
});

describe('an event', () => {
  it('has a type and a context, and the type decides what changes [S002-63, S002-64, S002-65, S002-66, S002-68]', async () => {
    const memory = await openSample();
    const { revision } = await memory.files.read('overview.md');
    const started = await memory.state.onEvent({ type: 'task_started', context: { task: 'Test the feature' } });
    expect(started.current_state).toEqual({ ...sample.current_state, status: 'in_progress', task: 'Test the feature' });
    expect(started.issues).toEqual(sample.issues);
    const decided = await memory.state.onEvent({
      type: 'decision_made',
      context: { decision: 'Summaries stay short' },
    });
    expect(decided.decisions).toEqual([{ at: NOW, text: 'Summaries stay short' }]);
    expect(decided.current_state).toEqual(started.current_state);
    const found = await memory.state.onEvent({ type: 'bug_found', context: { title: 'Two summaries' } });
    expect(found.issues.map(({ id, title, status }) => [id, title, status])).toEqual([
      ['issue-1', "compact_history doesn't update working memory", 'proposed'],
      ['issue-2', 'Two summaries', 'open'],
    ]);
    expect(await memory.state.read()).toEqual(found);
    // Nobody had to write the file: its free text, revision and age are those of the model's last write.
    expect((await memory.files.read('overview.md')).revision).toBe(revision);
  });

  it('of a finished compaction replaces the summary beside the state [S002-67]', async () => {
    const memory = await open();
    await memory.state.onEvent({ type: 'compression_completed', context: { summary: 'Ten turns about the parser.' } });
    await memory.state.onEvent({
      type: 'compression_completed',
      context: { summary: 'Forty turns: the parser is done.' },
    });
    const text = await overviewOf(memory);
    expect(readBlocks(text).compaction).toBe('Forty turns: the parser is done.');
    expect(text).not.toContain('Ten turns');
    expect((await memory.state.read()).events?.map(({ type }) => type)).toEqual([
      'compression_completed',
      'compression_completed',
    ]);
  });

  it('of an unknown type is recorded and does no harm [S002-68, S002-90]', async () => {
    const memory = await openSample();
    for (const type of ['dependency_added', 'constructor', '__proto__', 'x']) {
      await memory.state.onEvent({ type, context: { anything: [1, null, { deep: true }] } });
    }
    const { events, meta, ...others } = await memory.state.read();
    expect(events?.map(({ type }) => type)).toEqual(['dependency_added', 'constructor', '__proto__', 'x']);
    expect({ ...others, meta: { ...meta, last_updated: sample.meta.last_updated } }).toEqual(sample);
  });

  it('with a payload of the wrong shape is an error that says so, and changes nothing [S002-63, S002-90]', async () => {
    const memory = await openSample();
    const before = await overviewOf(memory);
    const wrong: readonly (readonly [event: unknown, field: string])[] = [
      [{ type: 'task_started' }, 'context.task'],
      [{ type: 'task_started', context: { task: 7 } }, 'context.task'],
      [{ type: 'task_started', context: { task: null } }, 'context.task'],
      [{ type: 'task_started', context: ['task'] }, 'event.context'],
      [{ type: 'decision_made', context: { decision: { text: 'no' } } }, 'context.decision'],
      [{ type: 'bug_found', context: {} }, 'context.title'],
      [{ type: 'compression_completed', context: { summary: false } }, 'context.summary'],
      [{ Type: 'task_started', Context: { task: 'x' } }, 'event.type'],
      ['task_started', 'event'],
    ];
    for (const [event, argument] of wrong) {
      await expect(memory.state.onEvent(event as never)).rejects.toMatchObject({
        code: 'invalid-input',
        details: { argument },
      });
    }
    expect(await overviewOf(memory)).toBe(before);
  });
});

describe('keeping the overview small', () => {
  it('sheds a passage, a document and a state that are out of date [S002-78]', async () => {
    const memory = await open();
    await memory.files.write('overview.md', '# Working Memory\n\n- The parser is broken.\n- Next: the writer.\n');
    await memory.files.edit('overview.md', '- The parser is broken.\n', '');
    await memory.files.write('detail/old.md', '# An old plan');
    await memory.files.rename('detail/old.md', 'archive/old.md');
    for (let count = 1; count <= 60; count++) {
      await memory.state.onEvent({ type: 'decision_made', context: { decision: `decision ${count}` } });
    }
    const text = await overviewOf(memory);
    expect(text).toMatch(/^# Working Memory\n\n- Next: the writer\.\n/);
    expect(text).not.toMatch(/parser|An old plan|decision 10\n/);
    expect(text).toContain('decision 60\n');
  });

  it('cannot be put off for ever: the whole file has a limit, beyond which nothing is written [S002-78]', async () => {
    const memory = await open();
    await expect(memory.files.write('overview.md', 'x'.repeat(20_000))).rejects.toMatchObject({ code: 'tree-full' });
    expect((await memory.files.overviewStatus()).status).toBe('template');
  });
});

describe('an archive', () => {
  it('keeps the whole discussion under a telling name, to be read and found [S002-80, S002-82]', async () => {
    const storage = memoryStorage();
    const memory = await open({ storage });
    const session = '# Debugging\n\nThe lock was held by a frozen tab.';
    await memory.transcript.append(DISCUSSION.split('\n').map((text) => ({ role: 'user' as const, text })));
    await memory.files.write('archive/design-discussion.md', DISCUSSION);
    await memory.files.write('detail/debug-session.md', session);
    await memory.close();
    const again = await open({ storage });
    expect((await again.files.read('archive/design-discussion.md')).text).toBe(DISCUSSION);
    expect((await again.files.read('detail/debug-session.md')).text).toBe(session);
    const [hit] = (await again.files.search('reading it costs nothing', { scope: 'archive' })).hits;
    expect(hit).toMatchObject({ path: 'archive/design-discussion.md', heading: 'How the index is stored' });
    // To put something away takes nothing from what was said.
    const messages = await again.transcript.read({ limit: 1000 });
    expect(messages.map(({ text }) => text).join('\n')).toBe(DISCUSSION);
  });

  it('leaves the key decisions in the overview [S002-81]', async () => {
    const memory = await open();
    await memory.files.write('overview.md', DISCUSSION);
    await memory.state.onEvent({
      type: 'decision_made',
      context: { decision: 'The index stays in the file', reason: 'reading it costs nothing' },
    });
    await memory.files.write('archive/design-discussion.md', DISCUSSION);
    await memory.files.write('overview.md', '# Working Memory\n\n- Discussion: archive/design-discussion.md\n', {
      force: true,
    });
    const text = await overviewOf(memory);
    expect(text).toContain('- Discussion: archive/design-discussion.md\n');
    expect(text).toContain('text: The index stays in the file — reading it costs nothing\n');
    expect(text).not.toContain('Argument');
  });

  it('is no loss even of what was written over [S002-80]', async () => {
    const memory = await open();
    await memory.files.write('detail/notes.md', DISCUSSION);
    expect(await memory.files.write('detail/notes.md', 'All done.')).toMatchObject({
      status: 'conflict',
      reason: 'shrinks',
    });
    await memory.files.write('detail/notes.md', 'All done.', { force: true });
    expect((await memory.files.history('detail/notes.md')).map(({ text }) => text)).toEqual([DISCUSSION]);
    await memory.files.restore('detail/notes.md', 1);
    expect((await memory.files.read('detail/notes.md')).text).toBe(DISCUSSION);
  });
});

const WINDOW = 100_000;
const LITERAL = { context: { placement: 'literal' } } as const;

/** A conversation in a new session. */
async function conversation(options: Partial<OpenOptions> = {}): Promise<{ memory: WorkingMemory; chat: Chat }> {
  const memory = await open(options);
  return { memory, chat: new Chat(memory, { system: 'You write software.', contextWindow: WINDOW }) };
}

/** Returns a conversation of six turns that the app has compacted. */
async function compacted(
  request: CompactionRequest = {},
  options: Partial<OpenOptions> = {},
): Promise<{ memory: WorkingMemory; chat: Chat; result: CompactionResult }> {
  const { memory, chat } = await conversation(options);
  await chat.turns(6);
  return { memory, chat, result: await memory.context.compact.apply(request) };
}

const OVERVIEW = [
  '# Working Memory',
  '',
  '## Current task',
  '',
  '- Move the store to SQLite; next: run the migration on a copy',
  '',
  '## Key decisions',
  '',
  '- SQLite, because the whole state must be one file',
  '',
].join('\n');

describe('a prompt', () => {
  it('has the overview in it every time, and of detail/ a line of the index [S002-22, S002-23, S002-43]', async () => {
    const { memory, chat } = await conversation();
    await memory.files.write('overview.md', OVERVIEW, { source: 'assistant' });
    await memory.files.write('detail/design-doc.md', '# Design\n\nThe journal is written first.', {
      source: 'assistant',
    });
    for (let turn = 0; turn < 5; turn++) {
      const text = wholeText(await chat.ask(`Question ${turn}`));
      for (const line of OVERVIEW.trim().split('\n')) expect(text).toContain(`| ${line}\n`);
      expect(text).toContain('| - detail/design-doc.md: Design\n');
      expect(text).not.toContain('The journal is written first.');
      chat.answer('Yes.');
    }
    await chat.ask('What is written first?');
    await chat.call('read', { path: 'working-memory/detail/design-doc.md' });
    expect(wholeText(await chat.prepare())).toContain('The journal is written first.');
  });

  it('has what was stated, in one place [S002-03, S002-05]', async () => {
    const { memory, chat } = await conversation({ template: 'yaml' });
    await memory.state.onEvent({ type: 'task_started', context: { task: 'Port the parser' } });
    const text = wholeText(await chat.ask('Go on.'));
    expect(text.split('Port the parser')).toHaveLength(2);
    expect((await memory.state.read()).current_state?.task).toBe('Port the parser');
    expect((await overviewOf(memory)).split('Port the parser')).toHaveLength(2);
  });

  it('shows an update without the rest being written again [S002-04]', async () => {
    const { memory, chat } = await conversation(LITERAL);
    await memory.files.write('overview.md', OVERVIEW, { source: 'assistant' });
    await chat.ask('Done with the copy.');
    await chat.call('edit', {
      path: 'working-memory/overview.md',
      find: 'next: run the migration on a copy',
      replace: 'next: run the migration',
    });
    expect(await overviewOf(memory)).toBe(OVERVIEW.replace(' on a copy', ''));
    chat.answer('Noted.');
    expect(wholeText(await chat.ask('And now?'))).toContain('| - Move the store to SQLite; next: run the migration\n');
  });
});

describe('the policy to the letter', () => {
  const BANDS = [
    [0, 19_999, 'normal'],
    [20_000, 39_999, 'light_compression'],
    [40_000, 59_999, 'medium_compression'],
    [60_000, 74_999, 'heavy_compression'],
    [75_000, 99_999, 'emergency_compression'],
  ] as const;

  it.each(BANDS)(
    'goes by context_meta: from %i to %i of 100,000 tokens it is %s [S002-24, S002-25, S002-26, S002-27, S002-28, S002-29, S002-57, S002-58, S002-59, S002-60]',
    async (from, to, hint) => {
      for (const tokensUsed of [from, to]) {
        const { memory, chat } = await conversation(LITERAL);
        const { meta, messages } = await chat.ask('Hello.', { tokensUsed });
        expect(meta).toMatchObject({ tokensUsed, tokensMax: WINDOW, ratio: tokensUsed / WINDOW, actionHint: hint });
        expect(memory.context.meter()).toEqual(meta);
        const line = `"action_hint": "${hint}"`;
        expect(messages.at(-1)?.content.includes(line)).toBe(hint !== 'normal');
      }
    },
  );

  it.each(['en', 'zh-CN'] as const)(
    'says in the system prompt what to do in each band, %s [S002-25, S002-26, S002-27, S002-28, S002-29]',
    async (locale) => {
      const guide = await (await open({ locale })).context.guide({ full: true });
      const lineOf = (pattern: RegExp) => guide.split('\n').find((line) => pattern.test(line)) ?? '';
      expect(lineOf(/20% ?(以下|:)/)).toMatch(/compact nothing|不压缩/);
      expect(lineOf(/light_compression/)).toMatch(/^- 20–40%.*(redundant tool output|多余的工具输出)/);
      expect(lineOf(/medium_compression/)).toMatch(/^- 40–60%.*(discussion to detail\/|讨论移到 detail\/)/);
      expect(lineOf(/heavy_compression/)).toMatch(/^- 60–75%.*(key decisions and the current task|关键决策和当前任务)/);
      expect(lineOf(/emergency_compression/)).toMatch(/75%.*(the system compacts for you|系统会代为压缩)/);
    },
  );

  /** Requests as full as these shares of the window. */
  async function filling(chat: Chat, percents: readonly number[]) {
    const all = [];
    for (const percent of percents) {
      all.push(await chat.ask(`At ${percent} %`, { tokensUsed: percent * (WINDOW / 100) }));
      chat.answer('Noted.');
    }
    return all;
  }
  const asks = (prepared: { messages: { content: string }[] }): boolean =>
    prepared.messages.at(-1)?.content.includes('then call compact_history') ?? false;

  it('suggests to compact when usage enters a fuller band, from the light one on [S002-62]', async () => {
    const { chat } = await conversation(LITERAL);
    const all = await filling(chat, [10, 19, 20, 30, 41, 59, 62, 61]);
    expect(all.map(asks)).toEqual([false, false, true, false, true, false, true, false]);
    expect(all.map(({ compaction }) => compaction)).toEqual(all.map(() => undefined));
  });

  it('leaves the model alone with the numbers where the app wants that [S002-61]', async () => {
    const { chat } = await conversation({ context: { ...LITERAL.context, autonomy: 'llm' } });
    const all = await filling(chat, [10, 20, 41, 62]);
    expect(all.some(asks)).toBe(false);
    expect(all.some(({ compaction }) => compaction !== undefined)).toBe(false);
    expect(shown(all[3] as never).at(-1)).toContain('"action_hint": "heavy_compression"');
  });

  it('compacts by itself with the switch on [S002-61]', async () => {
    const { chat } = await conversation({ context: { ...LITERAL.context, autonomy: 'auto' } });
    await chat.turns(10, () => words(300));
    const [before, at] = await filling(chat, [10, 45]);
    expect(before?.compaction).toBeUndefined();
    expect(at?.compaction).toMatchObject({ applied: true, trigger: 'policy' });
    expect(at?.hidden.length).toBeGreaterThan(0);
    expect(asks(at as never)).toBe(false);
  });
});

describe('compact_history', () => {
  it('takes the example call of the document [S002-30, S002-38]', async () => {
    const { memory, chat } = await conversation();
    await chat.turns(6);
    const answer = await chat.call('compact_history', {
      target: 'conversation',
      strategy: 'archive',
      keep_recent: 5,
      archive_to: 'working-memory/detail/session-summary.md',
    });
    expect(answer).toMatch(/^Compacted from the next request on: 6 messages hidden/);
    expect((await memory.files.read('detail/session-summary.md')).text).toContain('Question 2: t2w0 t2w1');
    expect((await chat.prepare()).hidden).toMatchObject([{ from: 1, to: 7, path: 'detail/session-summary.md' }]);
  });

  /** Some turns of talk, then three with many tool results. */
  async function atWork() {
    const { memory, chat } = await conversation();
    await chat.turns(4);
    for (let day = 0; day < 3; day++) {
      await chat.ask(`Read the logs of day ${day}.`);
      for (let part = 0; part < 4; part++) chat.called('read_log', { day, part }, words(400, `log${day}x${part}line`));
      await chat.prepare();
      if (day < 2) chat.answer('Read.');
    }
    return { memory, chat };
  }

  it.each([
    ['conversation', true, false],
    ['tools', false, true],
    ['all', true, true],
  ] as const)(
    'with target %s hides turns: %s, and puts tool results away: %s [S002-31, S002-32, S002-33]',
    async (target, turns, tools) => {
      const { memory, chat } = await atWork();
      const { applied } = await memory.context.compact.apply({ target });
      expect(applied).toBe(true);
      const { hidden, stubs } = await chat.prepare();
      expect(hidden.some(({ from }) => from < 9)).toBe(turns);
      expect(stubs.length > 0).toBe(tools);
    },
  );

  it('archives by default: the full text goes to a file in detail/, under a name of its own if none is given [S002-35, S002-37]', async () => {
    for (const request of [{}, { strategy: 'archive' }] as const) {
      const { memory, result } = await compacted(request);
      expect(result.archivedTo).toEqual(['detail/conversation-1-6.md']);
      const archive = await memory.files.read('detail/conversation-1-6.md');
      for (let turn = 0; turn < 3; turn++) {
        expect(archive.text).toContain(`Question ${turn}: ${words(30, `t${turn}w`)}`);
        expect(archive.text).toContain(`Answer ${turn}: ${words(30, `t${turn}w`)}`);
      }
    }
  });

  it('sums up instead where asked to, in the words of the app’s model if there is one [S002-34]', async () => {
    const { memory, result } = await compacted({ strategy: 'summarize' });
    expect(result.archivedTo).toEqual([]);
    expect(result.summary).toContain('Question 0: t0w0 t0w1');
    expect(await pathsOf(memory)).toEqual(['overview.md']);
    const given: string[] = [];
    const own = await compacted(
      { strategy: 'summarize' },
      { summarize: async (text) => (given.push(text), 'They counted words.') },
    );
    expect(own.result.summary).toBe('They counted words.');
    expect(given).toEqual([expect.stringContaining('Answer 2: t2w0')]);
    expect(wholeText(await own.chat.ask('Go on.'))).toContain('| They counted words.\n');
  });

  it('keeps the last five messages, widened to whole turns, at least three of them [S002-36, S002-39]', async () => {
    const keptBy = async (request: CompactionRequest) => {
      const { result } = await compacted(request);
      return [result.kept.turns, result.kept.messages];
    };
    // Six turns of question and answer, of which the last has no answer yet when it was prepared.
    expect(await keptBy({})).toEqual([3, 5]);
    expect(await keptBy({ keepRecent: 0 })).toEqual([3, 5]);
    expect(await keptBy({ keepRecent: 6 })).toEqual([4, 7]);
    expect(await keptBy({ keepRecent: 8 })).toEqual([5, 9]);
    const { chat } = await compacted({ keepRecent: 0 });
    const next = wholeText(await chat.ask('Go on.'));
    for (const turn of [3, 4, 5]) {
      expect(next).toContain(`\nQuestion ${turn}: ${words(30, `t${turn}w`)}`);
      expect(next).toContain(`\nAnswer ${turn}: ${words(30, `t${turn}w`)}`);
    }
  });

  it('keeps task, next step and decisions, however little else is kept [S002-40, S002-41]', async () => {
    const { memory, chat } = await conversation();
    await memory.files.write('overview.md', OVERVIEW, { source: 'assistant' });
    await memory.state.onEvent({ type: 'next_actions_changed', context: { next_actions: ['Check the indexes'] } });
    await chat.ask('Which format for dates?');
    chat.answer('We decided to store dates as ISO text, because they sort as they are.');
    await chat.turns(6);
    await chat.call('compact_history', { keep_recent: 0 });
    const text = wholeText(await chat.prepare());
    expect(text).not.toContain('\nWe decided to store dates');
    expect(text).toContain('- Move the store to SQLite; next: run the migration on a copy');
    expect(text).toContain('- SQLite, because the whole state must be one file');
    expect(text).toContain('Check the indexes');
    // The summary holds what nobody wrote down.
    expect(text).toMatch(/\| .*We decided to store dates as ISO text, because they sort as they are\./);
  });

  it.each(['conversation', 'all'] as const)(
    'with target %s puts a summary into the overview by itself, so that nothing is left to sync [S002-21, S002-42, S002-89]',
    async (target) => {
      const { memory, chat, result } = await compacted({ target });
      expect(result.syncRequired).toBe(false);
      const { compaction = '' } = readBlocks(await overviewOf(memory));
      expect(compaction).toContain(result.summary);
      expect(compaction).toMatch(
        /^Messages 1–6 of this conversation are not shown\. Full text: detail\/conversation-1-6\.md/,
      );
      const next = wholeText(await chat.ask('Go on.'));
      for (const line of compaction.split('\n')) expect(next).toContain(`| ${line}\n`);
    },
  );

  it('leaves the model’s own text as it was [S002-42]', async () => {
    const { memory, chat } = await conversation();
    await memory.files.write('overview.md', OVERVIEW, { source: 'assistant' });
    await chat.turns(6);
    await memory.context.compact.apply();
    const text = await overviewOf(memory);
    expect(text.startsWith(OVERVIEW)).toBe(true);
    expect((await memory.files.read('overview.md')).source).toBe('assistant');
  });

  it('says so where the overview has no room for the summary [S002-89]', async () => {
    const { result } = await compacted({}, { files: { maxOverviewBytes: 1024 } });
    expect(result).toMatchObject({ applied: true, syncRequired: true });
  });

  it('makes the archive known: in the index, and where the messages were [S002-43, S002-44]', async () => {
    const { memory, chat } = await compacted();
    expect(readBlocks(await overviewOf(memory)).index).toMatch(/^- detail\/conversation-1-6\.md: .*1–6/);
    expect(wholeText(await chat.ask('Go on.'))).toMatch(
      /Messages 1–6 of this conversation are not shown\. Full text: detail\/conversation-1-6\.md;/,
    );
    const [hit] = (await memory.files.search('t1w17', { scope: 'detail' })).hits;
    expect(hit).toMatchObject({ path: 'detail/conversation-1-6.md' });
  });
});

describe('the guide', () => {
  it.each([
    [
      'en',
      [
        'task starts, advances or ends',
        'design decision',
        'problem or limit',
        'project changes (dependency, command, path)',
        'after compacting',
      ],
      ['small talk and simple questions', 'debugging attempts without a major finding', 'repeat what it says'],
      'Bullet points, not paragraphs',
    ],
    [
      'zh-CN',
      ['任务开始、推进或完成', '重要设计决策', '问题或限制', '项目有变（依赖、命令、路径）', '压缩之后'],
      ['闲聊和简单问答', '没有重大发现的调试尝试', '已写过的信息'],
      '用要点而非长段落',
    ],
  ] as const)(
    'says when to update the overview, when not, and how, in %s [S002-69, S002-70, S002-71, S002-72, S002-73, S002-74, S002-75, S002-76, S002-77]',
    async (locale, when, whenNot, how) => {
      const memory = await open({ locale });
      const guide = await memory.context.guide({ full: true });
      const [updates = ''] = guide.split('\n').filter((line) => line.includes(when[0]));
      const [yes = '', no = ''] = updates.split(/ Not for |。(?=闲聊)/);
      for (const moment of when) expect(yes).toContain(moment);
      for (const moment of whenNot) expect(no).toContain(moment);
      expect(guide).toContain(how);
      // The same for a whole session: it may stand in the system prompt.
      await memory.files.write('overview.md', OVERVIEW);
      expect(await memory.context.guide({ full: true })).toBe(guide);
    },
  );
});

describe('the four problems', () => {
  it('are met in a session far longer than the window [S002-01, S002-02, S002-86]', async () => {
    const window = 6000;
    const memory = await open({ tokenizer: tokenScan(), context: { window } });
    const chat = new Chat(memory, { system: 'You write software.' });
    await memory.files.write('overview.md', OVERVIEW, { source: 'assistant' });
    await chat.ask('The staging key is in vault-7731-staging.');
    chat.answer('Noted.');
    let largest = 0;
    for (let turn = 0; turn < 80; turn++) {
      const prepared = await chat.ask(`Question ${turn}: ${words(80, `q${turn}w`)}`);
      chat.answer(`Answer ${turn}: ${words(80, `a${turn}w`)}`);
      largest = Math.max(largest, prepared.meta.tokensUsed);
      const text = wholeText(prepared);
      // Task and next step are said, and no message stands there twice.
      expect(text).toContain('next: run the migration on a copy');
      expect(text.split(`\nQuestion ${turn}: `)).toHaveLength(2);
    }
    // The window is never exceeded, although the list is many times as long.
    expect(largest).toBeLessThan(window);
    expect(JSON.stringify(chat.messages).length / 4).toBeGreaterThan(3 * window);
    // No message is lost.
    const [hit] = (await memory.files.search('staging key vault')).hits;
    expect(hit?.snippet).toContain('vault-7731-staging');
    expect(await memory.transcript.count()).toBeGreaterThanOrEqual(160);
  });

  it('are met for whoever comes after: a new conversation begins with the state of the former [S002-01, S002-02]', async () => {
    const root = await sessionsFolder();
    const first = await open({ storage: fileStorage({ root }) });
    const chat = new Chat(first);
    await chat.turns(4);
    await chat.ask('Note where we are.');
    await chat.call('write', { path: 'working-memory/overview.md', content: OVERVIEW, force: true });
    await chat.prepare();
    await first.sessions.fork('next week');
    await first.close();
    for (const session of [SESSION, 'next week']) {
      const memory = await open({ session, storage: fileStorage({ root }) });
      // The app kept none of its messages.
      const text = wholeText(await new Chat(memory).ask('Where were we?'));
      expect(text).toContain('| - Move the store to SQLite; next: run the migration on a copy\n');
      expect(text).not.toContain('Question 3');
      await memory.close();
    }
  });
});
