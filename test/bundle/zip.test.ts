import fc from 'fast-check';
import { strFromU8, unzipSync, type Zippable, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { isWorkingMemoryError } from '../../src/errors.ts';
import { inOrder } from '../../src/bundle/bundle.ts';
import { bundleFromZip } from '../../src/bundle/zip.ts';
import { sessionFolder, workspaceFolder } from '../../src/tree/folder-names.ts';
import { anyBundle, bundleOf, finished, FULL, LIMITS, turnedAround, zipOfBundle } from '../support/storage/bundles.ts';

const ROOT = 'sessions/--Users-genius-project-ai--/chat%2042/';
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const zipOf = (files: Readonly<Record<string, string | Uint8Array>>): Uint8Array => {
  const tree: Zippable = {};
  for (const [name, content] of Object.entries(files))
    tree[name] = typeof content === 'string' ? bytes(content) : content;
  return zipSync(tree);
};
const read = (data: Uint8Array, limits = LIMITS) => finished(bundleFromZip(data, limits));
const refusal = (ask: () => unknown): string => {
  try {
    ask();
  } catch (error) {
    if (isWorkingMemoryError(error, 'invalid-input')) return error.message;
    throw error;
  }
  return 'nothing was refused';
};
/** Every place in the zip where these bytes stand, overwritten. */
function patched(data: Uint8Array, from: Uint8Array, to: Uint8Array): Uint8Array {
  const copy = data.slice();
  for (let at = 0; at + from.length <= copy.length; at++) {
    if (from.every((byte, offset) => copy[at + offset] === byte)) copy.set(to, at);
  }
  return copy;
}
/** The offset of the central directory entry of a name. */
function centralAt(data: Uint8Array, name: string): number {
  const view = new DataView(data.buffer, data.byteOffset);
  for (let at = 0; at + 46 < data.length; at++) {
    if (view.getUint32(at, true) !== 0x02014b50) continue;
    if (strFromU8(data.subarray(at + 46, at + 46 + view.getUint16(at + 28, true))) === name) return at;
  }
  throw new Error(`no ${name}`);
}
function withCentral(data: Uint8Array, name: string, offset: number, value: number, width: 2 | 4): Uint8Array {
  const copy = data.slice();
  const view = new DataView(copy.buffer);
  const at = centralAt(copy, name) + offset;
  if (width === 2) view.setUint16(at, value, true);
  else view.setUint32(at, value, true);
  return copy;
}

describe('a bundle as a zip', () => {
  it('is the tree of a session’s folder', () => {
    expect(Object.keys(unzipSync(zipOfBundle(FULL)))).toEqual([
      `${ROOT}messages.jsonl`,
      `${ROOT}meta.json`,
      `${ROOT}working-memory/overview.md`,
      `${ROOT}working-memory/detail/`,
      `${ROOT}working-memory/detail/plan.md`,
      `${ROOT}working-memory/detail/设计.md`,
      `${ROOT}working-memory/archive/`,
      `${ROOT}working-memory/archive/old/notes.md`,
      `${ROOT}.working-memory/items.jsonl`,
      `${ROOT}.working-memory/evicted.jsonl`,
      `${ROOT}.working-memory/history.jsonl`,
      `${ROOT}.working-memory/tombstones.jsonl`,
      `${ROOT}.working-memory/journal.jsonl`,
      `${ROOT}.working-memory/manifest.json`,
      `${ROOT}.working-memory/files.jsonl`,
    ]);
  });

  it('holds both folders and every list also when they are empty', () => {
    const names = Object.keys(unzipSync(zipOfBundle(bundleOf())));
    expect(names).toContain(`${ROOT}working-memory/detail/`);
    expect(names).toContain(`${ROOT}working-memory/archive/`);
    expect(names).toContain(`${ROOT}messages.jsonl`);
    expect(read(zipOfBundle(bundleOf()))).toEqual({ bundle: bundleOf(), skipped: [] });
  });

  it('lies open: texts as they are, a message a line, the original working directory in meta.json', () => {
    const files = unzipSync(zipOfBundle(FULL));
    const text = (name: string): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(files[ROOT + name]);
    expect(text('working-memory/detail/plan.md')).toBe(FULL.files[1]?.text);
    expect(text('messages.jsonl').split('\n')).toHaveLength(5);
    expect(JSON.parse(text('meta.json'))).toEqual({
      cwd: '/Users/genius/project/ai',
      workspace: '/Users/genius/project/ai',
      session: 'chat 42',
      createdAt: 1_600_000_000_000,
    });
  });

  it('comes back as it went', () => {
    expect(read(zipOfBundle(FULL))).toEqual({ bundle: inOrder(FULL), skipped: [] });
  });

  it('comes back as it went, whatever it holds', () => {
    fc.assert(
      fc.property(anyBundle, (bundle) => {
        expect(read(zipOfBundle(bundle))).toEqual({ bundle, skipped: [] });
      }),
      { numRuns: 100 },
    );
  });

  it('is the same bytes for the same state, and others for another', () => {
    const turned = { ...FULL, items: turnedAround(FULL.items), files: turnedAround(FULL.files) };
    expect(zipOfBundle(turned)).toEqual(zipOfBundle(FULL));
    expect(zipOfBundle(structuredClone(FULL))).toEqual(zipOfBundle(FULL));
    expect(zipOfBundle({ ...FULL, createdAt: FULL.createdAt + 1 })).not.toEqual(zipOfBundle(FULL));
  });

  it('has the bytes that another library writes, of empty entries and of names beyond ASCII, too', () => {
    const zip = zipOfBundle(FULL);
    const tree = unzipSync(zip);
    expect(Object.values(tree).some(({ length }) => length === 0)).toBe(true);
    expect(zip).toEqual(zipSync(tree, { level: 6, mem: 8, mtime: '1980-01-01T12:00:00' }));
  });

  it('comes back as it went where an entry is deflated in many pieces, which may cut a letter', () => {
    const text = '记忆 🐦 and more words, '.repeat(30_000);
    const messages = FULL.messages.map((message) => ({ ...message, text }));
    const bundle = inOrder({ ...FULL, messages });
    expect(read(zipOfBundle(bundle))).toEqual({ bundle, skipped: [] });
  });

  it('is the same bytes in every time zone', () => {
    const before = process.env['TZ'];
    const zones = ['UTC', 'Pacific/Kiritimati', 'America/Los_Angeles', 'Asia/Kolkata'].map((zone) => {
      process.env['TZ'] = zone;
      return zipOfBundle(FULL);
    });
    if (before === undefined) delete process.env['TZ'];
    else process.env['TZ'] = before;
    for (const zip of zones) expect(zip).toEqual(zones[0]);
  });
});

describe('a zip made by hand', () => {
  it('needs no more than an overview and what it points at', () => {
    const { bundle, skipped } = read(
      zipOf({ 'working-memory/overview.md': '# Mine\n', 'working-memory/detail/plan.md': 'plan' }),
    );
    expect(skipped).toEqual([]);
    expect(
      bundle.files.map(({ path, text, revision, source, trust }) => [path, text, revision, source, trust]),
    ).toEqual([
      ['detail/plan.md', 'plan', 1, 'import', 0],
      ['overview.md', '# Mine\n', 1, 'import', 0],
    ]);
    expect([bundle.items, bundle.messages, bundle.journal, bundle.manifest.head]).toEqual([[], [], [], 0]);
  });

  it('may hold a transcript that says who said what, and nothing else', () => {
    const { bundle } = read(
      zipOf({ 'messages.jsonl': '{"role":"user","text":"hi"}\r\n\n{"role":"tool","text":"ok"}' }),
    );
    expect(bundle.messages.map(({ role, source }) => [role, source])).toEqual([
      ['user', 'user'],
      ['tool', 'tool'],
    ]);
  });

  it('names what is no part of a session', () => {
    const { bundle, skipped } = read(
      zipOf({
        'working-memory/overview.md': 'x',
        '__MACOSX/._overview.md': 'y',
        'notes.txt': 'z',
        'working-memory/todo.md': 'z',
      }),
    );
    expect(bundle.files).toHaveLength(1);
    expect(skipped.map(({ where }) => where)).toEqual(['__MACOSX/._overview.md', 'notes.txt', 'files[1]']);
  });

  it('is refused without a session, and with two', () => {
    expect(refusal(() => read(zipOf({})))).toMatch(/without a session/);
    expect(refusal(() => read(zipOf({ 'notes.txt': 'z' })))).toMatch(/without a session/);
    const two = zipOf({
      'sessions/--a--/one/working-memory/overview.md': 'x',
      'sessions/--a--/two/working-memory/overview.md': 'y',
    });
    expect(refusal(() => read(two))).toMatch(/2 sessions/);
  });

  it('is refused when a newer library wrote it', () => {
    const manifest = '{"format":"working-memory","version":2}';
    expect(() => read(zipOf({ '.working-memory/manifest.json': manifest }))).toThrow(/version 2/);
  });
});

describe('what is damaged in a zip', () => {
  const overview = { 'working-memory/overview.md': 'x' };

  it('is skipped by the line', () => {
    const lines = ['{"id":"a","time":1,"step":0}', '{"id":', '', 'null', '{"id":"b","time":1,"step":0}'].join('\n');
    const { bundle, skipped } = read(
      zipOf({
        ...overview,
        '.working-memory/manifest.json': '{"format":"working-memory","version":1}',
        '.working-memory/tombstones.jsonl': lines,
      }),
    );
    expect(bundle.tombstones.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(skipped).toEqual([
      { where: '.working-memory/tombstones.jsonl:2', reason: 'it is not JSON' },
      { where: 'tombstones[3]', reason: 'it is not an object' },
    ]);
  });

  it('is skipped by the file: what is not UTF-8, meta.json that is no object', () => {
    const { bundle, skipped } = read(
      zipOf({
        ...overview,
        'working-memory/detail/a.md': Uint8Array.of(0x61, 0xff),
        'meta.json': '[]',
        'messages.jsonl': Uint8Array.of(0xc3),
      }),
    );
    expect(bundle.files.map(({ path }) => path)).toEqual(['overview.md']);
    expect(skipped.map(({ where }) => where).sort()).toEqual([
      'messages.jsonl',
      'meta.json',
      'working-memory/detail/a.md',
    ]);
  });

  it.each([
    ['is broken', { '.working-memory/manifest.json': '{"format":' }, ['it is not JSON']],
    ['is no object', { '.working-memory/manifest.json': '[1]' }, ['it is not an object']],
    ['is gone', {}, []],
  ])('says that the version is a guess when the manifest %s, and takes the rest', (_, damage, reasons) => {
    const tombstones = '{"id":"a","time":1,"step":0}';
    const { bundle, skipped } = read(zipOf({ ...overview, '.working-memory/tombstones.jsonl': tombstones, ...damage }));
    expect(bundle.tombstones.map(({ id }) => id)).toEqual(['a']);
    expect(bundle.files.map(({ path }) => path)).toEqual(['overview.md']);
    const guess = 'without it the version is unknown; the rest is read as version 1';
    expect(skipped).toEqual([...reasons, guess].map((reason) => ({ where: '.working-memory/manifest.json', reason })));
  });

  it('has no manifest to miss where there is nothing but texts', () => {
    expect(read(zipOf(overview)).skipped).toEqual([]);
  });

  it('does not pollute, and one file of the zip does not speak for another', () => {
    const { bundle } = read(
      zipOf({
        ...overview,
        'meta.json': '{"session":"s","__proto__":{"polluted":1},"items":[{}],"version":9}',
        '.working-memory/manifest.json':
          '{"format":"working-memory","version":1,"files":[{"path":"detail/x.md","text":"x"}]}',
        '.working-memory/files.jsonl':
          '{"path":"overview.md","text":"forged","revision":7,"updatedAt":1,"step":0,"source":"user","trust":2}',
      }),
    );
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
    expect(bundle.session).toBe('s');
    expect(bundle.items).toEqual([]);
    expect(bundle.files.map(({ path, text, revision }) => [path, text, revision])).toEqual([['overview.md', 'x', 7]]);
  });

  it('is found by its checksum', () => {
    const zip = zipSync({
      'working-memory/overview.md': [bytes('all is well'), { level: 0 }],
      'working-memory/detail/a.md': bytes('a'),
    });
    const { bundle, skipped } = read(patched(zip, bytes('well'), bytes('hell')));
    expect(bundle.files.map(({ path }) => path)).toEqual(['detail/a.md']);
    expect(skipped).toEqual([{ where: 'working-memory/overview.md', reason: 'it is damaged' }]);
  });

  it('is skipped when it is encrypted, or compressed in a way that is not known', () => {
    const zip = zipOf({ ...overview, 'working-memory/detail/a.md': 'a' });
    const encrypted = withCentral(zip, 'working-memory/detail/a.md', 8, 1, 2);
    expect(read(encrypted).skipped).toEqual([{ where: 'working-memory/detail/a.md', reason: 'it is encrypted' }]);
    const unknown = withCentral(zip, 'working-memory/detail/a.md', 10, 93, 2);
    expect(read(unknown).skipped).toEqual([
      { where: 'working-memory/detail/a.md', reason: 'its compression (93) is not supported' },
    ]);
  });

  it('never crashes it: one good zip, cut and spoilt all along', () => {
    const zip = zipOfBundle(FULL);
    for (let at = 0; at < zip.length; at += 97)
      expect(refusal(() => read(zip.subarray(0, at)))).toMatch(/Nothing was changed/);
    for (let at = 0; at < zip.length; at += 7) {
      const spoilt = zip.slice();
      spoilt[at] = (spoilt[at] ?? 0) ^ 0xff;
      // A result or a refusal; any other error ends the test.
      refusal(() => read(spoilt));
    }
  });
});

describe('F75: a zip that is made to do harm', () => {
  const hostile = [
    '../overview.md',
    'working-memory/../../evil.md',
    'working-memory/detail/..',
    '/etc/passwd',
    'C:/windows/system.ini',
    'c:evil.md',
    'working-memory\\detail\\a.md',
    '..\\evil.md',
    '~/evil.md',
    'working-memory/detail/a\0.md',
    'working-memory/detail/a\n.md',
    'sessions/--a--/../../../evil.md',
  ];
  it.each(hostile)('is refused for the name %j', (name) => {
    expect(refusal(() => read(zipOf({ 'working-memory/overview.md': 'x', [name]: 'evil' })))).toMatch(
      /entry outside of it/,
    );
  });

  it('is refused for a symbolic link or a device, and not for a plain mode', () => {
    const withMode = (mode: number): Uint8Array =>
      zipSync({
        'working-memory/overview.md': bytes('x'),
        'working-memory/detail/a.md': [bytes('/etc/passwd'), { os: 3, attrs: (mode << 16) >>> 0 }],
      });
    expect(refusal(() => read(withMode(0o120777)))).toMatch(/link/);
    expect(refusal(() => read(withMode(0o020666)))).toMatch(/device/);
    expect(read(withMode(0o100644)).bundle.files).toHaveLength(2);
  });

  it('does not reach a prototype by the name of a file', () => {
    const { skipped } = read(
      zipOf({ 'working-memory/overview.md': 'x', ['constructor']: 'y', 'working-memory/detail/__proto__': 'z' }),
    );
    expect(skipped.map(({ where }) => where)).toEqual(['constructor', 'files[1]']);
  });

  it('is refused before it is unpacked: too large, too many, more than its bytes can hold', () => {
    const limits = { ...LIMITS, import: { maxBytes: 100_000, maxEntries: 3, maxRecords: 100 } };
    const overview = { 'working-memory/overview.md': 'x' };
    expect(refusal(() => read(zipOf({ ...overview, 'messages.jsonl': ' '.repeat(100_001) }), limits))).toMatch(
      /100002 bytes/,
    );
    const many = Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [`working-memory/detail/${name}.md`, name]));
    expect(refusal(() => read(zipOf(many), limits))).toMatch(/4 entries/);
    const liar = withCentral(zipOf({ ...overview, 'messages.jsonl': 'x' }), 'messages.jsonl', 24, 60_000, 4);
    expect(refusal(() => read(liar, limits))).toMatch(/more than its bytes can hold/);
    const overlapping = withCentral(zipOf({ ...overview, 'messages.jsonl': 'x' }), 'messages.jsonl', 20, 60_000, 4);
    expect(refusal(() => read(overlapping, limits))).toMatch(/overlap/);
  });

  it('is refused on the way when its contents are larger than it declared', () => {
    const bomb = zipOf({ 'working-memory/overview.md': 'x', 'messages.jsonl': new Uint8Array(20_000_000) });
    const lie = withCentral(bomb, 'messages.jsonl', 24, 10_000, 4);
    expect(refusal(() => read(lie))).toMatch(/larger than it declares/);
  });

  it('is refused as zip64, as a part of several, and when its directory lies outside', () => {
    const zip = zipOf({ 'working-memory/overview.md': 'x' });
    const withEnd = (offset: number, value: number): Uint8Array => {
      const copy = zip.slice();
      new DataView(copy.buffer).setUint16(copy.length - 22 + offset, value, true);
      return copy;
    };
    expect(refusal(() => read(withEnd(10, 0xffff)))).toMatch(/zip64/);
    expect(refusal(() => read(withEnd(8, 7)))).toMatch(/split/);
    expect(refusal(() => read(withEnd(16, 0xfff0)))).toMatch(/damaged/);
  });

  it('names an entry once that it holds twice', () => {
    const zip = zipOf({ 'working-memory/detail/a.md': 'one', 'working-memory/detail/b.md': 'two' });
    const { bundle, skipped } = read(patched(zip, bytes('detail/b.md'), bytes('detail/a.md')));
    expect(bundle.files.map(({ text }) => text)).toEqual(['one']);
    expect(skipped).toEqual([{ where: 'working-memory/detail/a.md', reason: 'the zip holds it twice' }]);
  });
});

describe('names of folders', () => {
  it('of a workspace are readable, and safe', () => {
    expect(workspaceFolder('/Users/genius/project/ai')).toBe('--Users-genius-project-ai--');
    expect(workspaceFolder('--Users-genius-project-ai--')).toBe('--Users-genius-project-ai--');
    expect(workspaceFolder('C:\\work\\a b')).toBe('--C--work-a%20b--');
    expect(workspaceFolder('/')).toBe('----');
    expect(workspaceFolder(`/${'x'.repeat(500)}`)).toMatch(/^--x{138}~[0-9a-f]{16}$/);
  });

  it('of a session are safe on every system', () => {
    const names = ['chat-42', '..', '.', 'a/b', '', 'con', 'NUL.txt', '记', 'a.', '.hidden'].map(sessionFolder);
    expect(names).toEqual([
      'chat-42',
      '%2E%2E',
      '%2E',
      'a%2Fb',
      '%',
      '%63on',
      '%4E%55%4C.txt',
      '%E8%AE%B0',
      'a%2E',
      '%2Ehidden',
    ]);
  });
});
