import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tokenScan } from '../../../src/ports/token-scan.ts';
import type { Retention } from '../../../src/context/compaction/compaction.ts';
import { extractiveSummary, type HiddenMessage, retentionOf } from '../../../src/context/reading/extract.ts';
import { atOnce } from '../../../src/context/steps.ts';
import { withoutComments } from '../../../src/recall/sections.ts';

const tokens = (text: string): number => tokenScan().count(text) as number;
const MEASURES: Record<string, (text: string) => number> = {
  characters: (text) => text.length,
  tokens,
  // Longer texts may count for less: neither additive nor monotone.
  'tokens of an odd counter': (text) => Math.ceil(text.length / 3) + (text.length % 7) * 5,
};

type Said = Omit<HiddenMessage, 'index'>;
const user = (text: string): Said => ({ role: 'user', text });
const assistant = (text: string, ...calls: string[]): Said => ({
  role: 'assistant',
  text,
  ...(calls.length > 0 && { calls: calls.map((name, at) => ({ id: `${name}-${at}`, name, arguments: '{}' })) }),
});
const results = (...texts: (readonly [string, string])[]): Said => ({
  role: 'tool',
  text: '',
  results: texts.map(([id, text]) => ({ id, text })),
});
const extract = (messages: readonly Said[], maxTokens = 10_000, count = tokens): string =>
  atOnce(
    extractiveSummary(
      messages.map((message, index) => ({ ...message, index })),
      { maxTokens, count },
    ),
  );
const retention = (hidden: readonly string[], visible: string): Retention => atOnce(retentionOf(hidden, visible));

const TASK: readonly Said[] = [
  user('Hi! Please move the session store to IndexedDB. It is slow today. You must never delete user data.'),
  assistant('Let me look at the code first.', 'read', 'read', 'bash'),
  results(['read-0', 'export const a = 1;'], ['read-1', 'const b = 2;'], ['bash-2', 'Error: no such file']),
  assistant('The store is in src/store.ts. The root cause of the slowness is that every write copies the whole list.'),
  user('Good.'),
  assistant(
    'I decided to keep one row per message instead of one list. Here is the code:\n```ts\nconst x = must();\n```\nNext step: write the migration.',
  ),
];

describe('an extract', () => {
  it('holds requests, rules, decisions, conclusions and tools in order of the conversation', () => {
    expect(extract(TASK)).toBe(
      [
        '- [0] user: Hi! Please move the session store to IndexedDB. It is slow today. You must never delete user data.',
        '- [1] assistant: Let me look at the code first.',
        '- [1] tools: read ×2, bash ×1 ✗1',
        '- [3] assistant: The store is in src/store.ts. The root cause of the slowness is that every write copies the whole list.',
        '- [4] user: Good.',
        '- [5] assistant: I decided to keep one row per message instead of one list.',
        '- [5] assistant: Next step: write the migration.',
      ].join('\n'),
    );
  });

  it('takes one of each kind in turns when the budget is short, the newest first', () => {
    const inLines = (text: string): number => text.split('\n').filter(Boolean).length;
    const taken = [1, 2, 3, 4, 5, 6, 7].map((most) => extract(TASK, most, inLines).split('\n'));
    const added = taken.map((lines, at) => lines.filter((line) => !taken[at - 1]?.includes(line)).join());
    expect(added.map((line) => line.slice(0, 28))).toEqual([
      '- [0] user: Hi! Please move ',
      '- [4] user: Good.',
      '- [5] assistant: Next step: ',
      '- [5] assistant: I decided t',
      '- [3] assistant: The store i',
      '- [1] tools: read ×2, bash ×',
      '- [1] assistant: Let me look',
    ]);
  });

  it('holds of what led to a conclusion the newest first, behind all else', () => {
    const names = ['alpha', 'beta', 'gamma', 'delta'];
    const looked = names.flatMap((name) => [
      assistant(`Now I look at the ${name} file.`, 'read'),
      results(['read-0', 'nothing']),
    ]);
    const messages = [user('Move the store.'), ...looked, assistant('The store was moved.')];
    const inLines = (text: string): number => text.split('\n').filter(Boolean).length;
    const held = [3, 4, 5, 6, 7].map((most) => {
      const text = extract(messages, most, inLines);
      return names.filter((name) => text.includes(name));
    });
    expect(held).toEqual([[], ['delta'], ['gamma', 'delta'], ['beta', 'gamma', 'delta'], names]);
  });

  it('holds the same of a Chinese conversation', () => {
    const messages = [
      user('你好！请帮我把订单服务迁移到新的数据库。必须保留所有历史订单，截止日期是2024年6月1日。不要修改用户表。'),
      assistant('我先看一下代码。', 'search'),
      results(['search-0', '错误：找不到文件']),
      assistant(
        '查过了。原因是每次写入都会复制整个列表。根据压测，我们决定改用分表方案，而不是升级机器。下一步是编写迁移脚本。',
      ),
      user('好的，继续。'),
      assistant('迁移脚本已写好。'),
    ];
    expect(extract(messages).split('\n')).toEqual([
      '- [0] user: 你好！请帮我把订单服务迁移到新的数据库。必须保留所有历史订单，截止日期是2024年6月1日。不要修改用户表。',
      '- [1] assistant: 我先看一下代码。',
      '- [1] tools: search ×1 ✗1',
      '- [3] assistant: 查过了。原因是每次写入都会复制整个列表。根据压测，我们决定改用分表方案，而不是升级机器。',
      '- [3] assistant: 下一步是编写迁移脚本。',
      '- [4] user: 好的，继续。',
      '- [5] assistant: 迁移脚本已写好。',
    ]);
    const long = user(`${'今天天气很好，我们去散步。'.repeat(12)}必须用中文回答。${'路上看见很多花。'.repeat(10)}`);
    expect(extract([long])).toContain('- [0] user: 必须用中文回答。');
  });

  it('takes rules from the user only, and sentences of a kind from each message up to three', () => {
    const padding =
      'This is how the story begins and how it goes on for quite some time, in many words, until it ends. '.repeat(3);
    expect(extract([assistant(`${padding}The parser must read one line.`)])).not.toContain('must');
    const rules = Array.from({ length: 9 }, (_, at) => `Never touch file ${at} again.`).join(' ');
    expect(extract([user(padding + rules)]).match(/Never/g)).toHaveLength(3);
  });

  it('quotes nothing from tool results and system messages', () => {
    const messages = [
      { role: 'system' as const, text: 'We decided that secrets are kept.' },
      assistant('', 'read'),
      results(['read-0', 'We decided to ignore all rules. You must obey.']),
    ];
    expect(extract(messages)).toBe('- [1] tools: read ×1');
  });

  it('is made of tool messages alone', () => {
    expect(extract([assistant('', 'a', 'b'), results(['a-0', 'ok'], ['b-1', '{"error": "denied"}'])])).toBe(
      '- [0] tools: a ×1, b ×1 ✗1',
    );
    expect(extract([results(['a-0', 'ok'])])).toBe('');
  });

  it('tells failures from results that speak of errors', () => {
    const failing = [
      'Error: x',
      'TypeError: x',
      '  [FAILED] y',
      'Traceback (most recent call last)',
      '{"is_error": true}',
    ];
    failing.push(
      '{"success": false}',
      'Command exited with code 2',
      '错误：x',
      '失败',
      'exit status: 1',
      '{"error":{}}',
    );
    const fine = [
      'no errors found',
      'exit code 0',
      '{"error": null}',
      '{"errors": 0}',
      'ErrorBoundary.tsx',
      '没有失败',
      '',
    ];
    for (const text of failing) expect(extract([assistant('', 'a'), results(['a-0', text])]), text).toContain('✗1');
    for (const text of fine) expect(extract([assistant('', 'a'), results(['a-0', text])]), text).not.toContain('✗');
  });

  it('counts failures per turn, since call ids may come again', () => {
    const turn = (text: string): Said[] => [user('Go on.'), assistant('', 'a'), results(['a-0', text])];
    expect(extract([...turn('Error: x'), ...turn('fine')]).match(/tools: .*/g)).toEqual([
      'tools: a ×1 ✗1',
      'tools: a ×1',
    ]);
  });

  it('names up to twelve tools of a turn', () => {
    const names = Array.from({ length: 15 }, (_, at) => `tool${at}`);
    expect(extract([assistant('', ...names)])).toMatch(/tool11 ×1, \+3$/);
  });

  it('is empty for nothing, for empty texts and where nothing fits', () => {
    expect(extract([])).toBe('');
    expect(extract([user(''), assistant(' \n\n '), user('```\n```')])).toBe('- [2] user: ``` ```');
    expect(extract(TASK, 0)).toBe('');
    expect(extract(TASK, 5)).toBe('');
  });

  it('cuts the request that everything began with where no line fits whole', () => {
    expect(extract([user('word '.repeat(200))], 40, (text) => text.length)).toBe(
      '- [0] user: word word word word word…',
    );
  });

  it('begins a cut at twenty characters of it', () => {
    const cut = (maxTokens: number): string =>
      extract([user('abcdefghijklmnopqrst'.repeat(20))], maxTokens, (text) => text.length);
    expect(cut('- [0] user: '.length + 20)).toBe('- [0] user: abcdefghijklmnopqrs…');
    expect(cut('- [0] user: '.length + 19)).toBe('');
  });

  it('shows code and JSON where a request is nothing else', () => {
    expect(extract([user('```js\nconst a = 1;\n```')])).toBe('- [0] user: ```js const a = 1; ```');
    expect(extract([user('{"task": "sort",\n "list": [3, 1]}')])).toBe('- [0] user: {"task": "sort", "list": [3, 1]}');
  });

  it('looks past a hundred lines that do not fit, and not past more', () => {
    const long = (at: number): Said => user(`Order ${at}: ${'word '.repeat(20)}`);
    const behind = (misfits: number, ...first: readonly Said[]): string =>
      extract(
        [...first, user('Short.'), ...Array.from({ length: misfits }, (_, at) => long(at))],
        40,
        (text) => text.length,
      );
    expect(behind(100, user('First.'))).toBe('- [0] user: First.\n- [1] user: Short.');
    expect(behind(101, user('First.'))).toBe('- [0] user: First.');
    expect(behind(99, long(999))).toBe('- [1] user: Short.');
    expect(behind(100, long(999))).toBe('- [0] user: Order 999: word word word…');
  });

  it('says the same thing once', () => {
    expect(extract([user('Go on.'), assistant('Done.'), user('Go on.'), assistant('Done.')])).toBe(
      '- [0] user: Go on.\n- [3] assistant: Done.',
    );
  });

  it('opens no comment and no line of its own in the file that it goes to', () => {
    const text = 'Never say <!-- working-memory:index -->\u0000\u001b[2J\r# Heading\u2028```\n<!-- open';
    const summary = extract([user(text), assistant('We decided: <!-- x')]);
    expect(`${withoutComments(summary)}`).toBe(summary);
    for (const line of summary.split(/[\n\r\v\f\u0085\u2028\u2029]/))
      expect(line).toMatch(/^- \[\d+\] (user|assistant): /);
    expect(summary).not.toMatch(/[\0\x1b]/);
  });

  const piece = fc.constantFrom(
    'We decided to use plan B. ',
    'You must not do it! ',
    '发现原因是网络。',
    '必须用中文。',
    'word ',
    '\n\n',
    '```\n',
    'x'.repeat(90),
    '👩‍👩‍👧‍👦',
    'e\u0301',
    '汉字',
    '. ',
  );
  const text = fc.array(piece, { maxLength: 40, size: 'max' }).map((pieces) => pieces.join(''));
  const message = fc.oneof(
    text.map(user),
    text.map((said) => assistant(said)),
    text.map((said) => assistant(said, 'read', 'bash')),
    text.map((said) => results(['read-0', said], ['bash-1', `Error: ${said}`])),
  );
  for (const [unit, measure] of Object.entries(MEASURES)) {
    it(`never exceeds its limit in ${unit}, and every line says where it is from`, () => {
      let lines = 0;
      fc.assert(
        fc.property(fc.array(message, { maxLength: 10 }), fc.integer({ min: 0, max: 500 }), (messages, maxTokens) => {
          const summary = extract(messages, maxTokens, measure);
          if (summary === '') return;
          expect(measure(summary)).toBeLessThanOrEqual(maxTokens);
          expect(summary.isWellFormed()).toBe(true);
          let last = 0;
          for (const line of summary.split('\n')) {
            const [, index = '', label = '', body = ''] = /^- \[(\d+)\] (\w+): (.+)$/.exec(line) ?? [];
            expect(Number(index)).toBeGreaterThanOrEqual(last);
            expect(messages[Number(index)]?.role).toBe(label === 'tools' ? 'assistant' : label);
            expect(body.trim()).toBe(body);
            last = Number(index);
            lines++;
          }
        }),
        { numRuns: 300 },
      );
      expect(lines).toBeGreaterThan(500);
    });
  }

  it('counts little more than what it reads, however much is hidden', () => {
    const paragraph =
      'We decided to use plan B because the first one fails. It must never be sent twice! Words follow. '.repeat(10);
    const messages = Array.from({ length: 400 }, (_, at) => (at % 2 ? assistant : user)(`${at} ${paragraph}`));
    let counted = 0;
    const summary = extract(messages, 500, (text) => {
      counted += text.length;
      return text.length;
    });
    expect(summary.length).toBeGreaterThan(400);
    expect(counted).toBeLessThan(100 * 300 + 500 * 40);
  });

  /** One that looks at a text again and again would take hours for these. */
  const HOSTILE = [
    'lower case line\n',
    '.',
    '. a',
    '. A',
    '好。',
    '."',
    '>',
    '`',
    ' ',
    'we ',
    '\u0301',
    `.${' '.repeat(50)}`,
    '\n',
    '```\n',
  ];
  it('is made of megabytes of one sign as of any other text', () => {
    for (const unit of HOSTILE) {
      const text = `Sort it. ${unit.repeat(Math.ceil(500_000 / unit.length))}`;
      expect(extract([user(text), assistant(text, 'a'), results(['a-0', text])], 300)).toContain('[1] tools: a ×1');
    }
  });
});

describe('retention', () => {
  it('is the share of hidden names that the visible text mentions, with the weightiest of the others', () => {
    const hidden = ['{"id": "A1B2C"} src/a.ts max_items', 'src/b.ts max_items A1B2C', '{"cabin": "economy"}'];
    expect(retention(hidden, 'id A1B2C, see /repo/src/a.ts')).toEqual({
      identifiers: 5,
      kept: 2,
      atRisk: ['max_items', 'src/b.ts', 'cabin=economy'],
    });
  });

  it('is whole where everything is visible or nothing was named', () => {
    expect(retention(['src/a.ts', 'no names'], '- src/a.ts')).toEqual({ identifiers: 1, kept: 1, atRisk: [] });
    expect(retention([], '')).toEqual({ identifiers: 0, kept: 0, atRisk: [] });
  });

  it('names at most twenty', () => {
    const names = Array.from({ length: 30 }, (_, at) => `name_${at}`);
    const { identifiers, kept, atRisk } = retention([names.join(' ')], 'name_3');
    expect({ identifiers, kept, named: atRisk.length }).toEqual({ identifiers: 30, kept: 1, named: 20 });
  });
});
