import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { isWorkingMemoryError } from '../../../src/errors.ts';
import { applyStateEvent, emptyState, readState, type StateEvent } from '../../../src/tree/state/structured-state.ts';
import type { Yaml } from '../../../src/tree/state/yaml.ts';
import { readYaml } from '../../../src/tree/state/yaml-reader.ts';
import { writeYaml } from '../../../src/tree/state/yaml-writer.ts';
import { updatedYaml } from '../../../src/tree/state/yaml-update.ts';
import { STATE_SAMPLE } from '../../support/state-sample.ts';

/**
 * The sample in the style of the writer: no comment, no blank lines, quotes only around what looks like a number or a
 * time.
 */
const WRITTEN = STATE_SAMPLE.split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => (/version:|last_updated:/.test(line) ? line : line.replace(/"(.*)"$/, '$1')))
  .join('\n')
  .concat('\n');

const NOW = Date.parse('2025-02-01T08:00:00.000Z');
const AT = '2025-02-01T08:00:00.000Z';
const sample = readState(STATE_SAMPLE);
const apply = (type: string, context?: Record<string, unknown>) =>
  applyStateEvent(sample, { type, ...(context && { context }) }, NOW);

function refusal(act: () => unknown): { argument: string; expected: string } {
  try {
    act();
  } catch (error) {
    if (!isWorkingMemoryError(error, 'invalid-input')) throw error;
    expect(error.message).toContain(error.details.expected);
    return error.details;
  }
  throw new Error('was not refused');
}

describe('the structured state', () => {
  it('reads the sample of the specification, field by field', () => {
    expect(sample).toEqual(parse(STATE_SAMPLE));
    expect(sample.meta).toEqual({
      version: '1.0',
      last_updated: '2025-01-15T10:30:00Z',
      session_id: '0c2c8ce1-ec0d-4968-942d-d84b861c938e',
    });
    expect(sample.project.commands).toEqual({
      build: 'go build -o bin/ai ./cmd/ai && ./bin/ai --mode rpc',
      test: 'go test ./pkg/agent -v',
    });
    expect(sample.current_state.next_actions).toHaveLength(3);
    expect(sample.issues[0]?.title).toBe("compact_history doesn't update working memory");
  });

  it('writes the sample with the same values in the same order, and its own style byte for byte', () => {
    expect(writeYaml(readYaml(STATE_SAMPLE))).toBe(WRITTEN);
    expect(writeYaml(readYaml(WRITTEN))).toBe(WRITTEN);
    expect(writeYaml(sample)).toBe(WRITTEN);
    expect(readYaml(WRITTEN)).toEqual(readYaml(STATE_SAMPLE));
    expect(WRITTEN).toContain('version: "1.0"\n  last_updated: "2025-01-15T10:30:00Z"\n  session_id: 0c2c8ce1-');
  });

  it('begins empty, with every field there', () => {
    const empty = emptyState('session-1', NOW);
    expect(writeYaml(empty)).toBe(
      [
        'meta:',
        '  version: "1.0"',
        `  last_updated: "${AT}"`,
        '  session_id: session-1',
        'project:',
        '  name: ""',
        '  description: ""',
        '  tech_stack: {}',
        '  key_paths: {}',
        '  commands: {}',
        'current_state:',
        '  status: ""',
        '  task: ""',
        '  next_actions: []',
        'issues: []',
        'decisions: []',
        'events: []',
        '',
      ].join('\n'),
    );
    expect(readState(writeYaml(empty))).toEqual(empty);
  });

  it('keeps further keys in their places and fills in what is missing', () => {
    const text =
      'owner: me\nmeta:\n  tool: x\nissues:\n- id: a\n  title: t\n  url: http://x\ncurrent_state:\n  next_actions:\n  mood: 1\nproject:\n  tree: [] \nlast: [] # c\n';
    const state = readState(text);
    expect(Object.keys(state)).toEqual(['owner', 'meta', 'issues', 'current_state', 'project', 'last']);
    expect(state.meta).toEqual({ tool: 'x', version: '1.0', last_updated: '', session_id: '' });
    expect(state.issues).toEqual([{ id: 'a', title: 't', url: 'http://x', severity: 'medium', status: 'open' }]);
    expect(Object.keys(state.project)).toEqual(['tree', 'name', 'description', 'tech_stack', 'key_paths', 'commands']);
    expect(state.current_state).toEqual({ next_actions: [], mood: 1, status: '', task: '' });
    expect(Object.keys(applyStateEvent(state, { type: 'x' }, NOW).state)).toEqual([...Object.keys(state), 'events']);
  });

  it('names the field that holds something else', () => {
    const cases: readonly (readonly [string, string])[] = [
      ['', 'state'],
      ['a text', 'state'],
      ['- 1', 'state'],
      ['meta: 1', 'meta'],
      ['meta:\n  version: 2', 'meta.version'],
      ['project: []', 'project'],
      ['project:\n  name: true', 'project.name'],
      ['project:\n  commands: x', 'project.commands'],
      ['project:\n  tech_stack:\n    - Go', 'project.tech_stack'],
      ['current_state:\n  task: 1', 'current_state.task'],
      ['current_state:\n  next_actions: x', 'current_state.next_actions'],
      ['current_state:\n  next_actions:\n    - a\n    - 1', 'current_state.next_actions[1]'],
      ['issues: {}', 'issues'],
      ['issues:\n  - x', 'issues[0]'],
      ['issues:\n  - id: a', 'issues[0].title'],
      ['issues:\n  - id: 1\n    title: t', 'issues[0].id'],
      ['issues:\n  - id: a\n    title: t\n    proposal: 1', 'issues[0].proposal'],
      ['decisions: x', 'decisions'],
      ['decisions:\n  - at: x', 'decisions[0].text'],
      ['events:\n  - type: x', 'events[0].at'],
      ['a: &b c', 'yaml'],
    ];
    for (const [text, field] of cases) expect([text, refusal(() => readState(text)).argument]).toEqual([text, field]);
    expect(refusal(() => readState(7 as unknown as string)).argument).toBe('yaml');
  });
});

describe('a state event', () => {
  it('task_started sets task and status', () => {
    expect(apply('task_started', { task: 'Write docs' }).state.current_state).toEqual({
      ...sample.current_state,
      task: 'Write docs',
      status: 'in_progress',
    });
    expect(apply('task_started', { task: 'x', status: 'planning' }).state.current_state.status).toBe('planning');
  });

  it('task_completed is done, with or without its task', () => {
    expect(apply('task_completed').state.current_state).toEqual({ ...sample.current_state, status: 'done' });
    expect(apply('task_completed', { task: 'x' }).state.current_state).toMatchObject({ status: 'done', task: 'x' });
  });

  it('decision_made adds the decision with its reason', () => {
    const { state } = apply('decision_made', { decision: 'Use IndexedDB', reason: 'it works offline' });
    expect(state.decisions).toEqual([{ at: AT, text: 'Use IndexedDB — it works offline' }]);
    const next = applyStateEvent(
      state,
      { type: 'decision_made', context: { decision: 'No YAML library' } },
      NOW + 1,
    ).state;
    expect(next.decisions?.[1]).toEqual({ at: '2025-02-01T08:00:00.001Z', text: 'No YAML library' });
    expect(Object.keys(next)).toEqual([...Object.keys(sample), 'decisions']);
  });

  it('bug_found adds an open issue with an id of its own', () => {
    const { state } = apply('bug_found', { title: 'It breaks' });
    expect(state.issues.slice(1)).toEqual([{ id: 'issue-2', title: 'It breaks', severity: 'medium', status: 'open' }]);
    expect(apply('bug_found', { title: 't', id: 'X-9', severity: 'high', proposal: 'fix it' }).state.issues[1]).toEqual(
      {
        id: 'X-9',
        title: 't',
        severity: 'high',
        status: 'open',
        proposal: 'fix it',
      },
    );
    expect(refusal(() => apply('bug_found', { title: 't', id: 'issue-1' })).argument).toBe('context.id');
    expect(
      applyStateEvent(emptyState('s', NOW), { type: 'bug_found', context: { title: 't' } }, NOW).state.issues[0]?.id,
    ).toBe('issue-1');
  });

  it('compression_completed is recorded and hands the summary back', () => {
    const { state, summary } = apply('compression_completed', { summary: 'Ten turns became one.' });
    expect(summary).toBe('Ten turns became one.');
    expect(state.events).toEqual([{ at: AT, type: 'compression_completed' }]);
    expect(writeYaml(state)).not.toContain('Ten turns');
  });

  it('of any other type is recorded', () => {
    for (const type of ['deploy', 'x', 'a.b-c_9', 'z'.repeat(64), 'constructor', '__proto__']) {
      const { state, ...others } = apply(type, { anything: 1 });
      expect(state.events).toEqual([{ at: AT, type }]);
      expect(others).toEqual({});
      expect(readState(writeYaml(state))).toEqual(state);
    }
  });

  it('updates the time and nothing else of the state it is given', () => {
    const before = structuredClone(sample);
    const { state } = apply('deploy');
    expect(sample).toEqual(before);
    expect(state).toEqual({
      ...before,
      meta: { ...before.meta, last_updated: AT },
      events: [{ at: AT, type: 'deploy' }],
    });
  });

  it('drops the oldest entry of a full list', () => {
    let state = emptyState('s', NOW);
    for (let index = 1; index <= 120; index++) {
      state = applyStateEvent(state, { type: 'decision_made', context: { decision: `d${index}` } }, NOW).state;
      state = applyStateEvent(state, { type: 'bug_found', context: { title: `t${index}` } }, NOW).state;
      state = applyStateEvent(state, { type: `e${index}` }, NOW).state;
    }
    expect(state.decisions?.map(({ text }) => text)).toEqual(
      Array.from({ length: 50 }, (_, index) => `d${index + 71}`),
    );
    expect(state.issues.map(({ id, title }) => `${id} ${title}`)).toEqual(
      Array.from({ length: 100 }, (_, index) => `issue-${index + 21} t${index + 21}`),
    );
    expect(state.events?.map(({ type }) => type)).toEqual(Array.from({ length: 20 }, (_, index) => `e${index + 101}`));
    expect(readState(writeYaml(state))).toEqual(state);
  });

  it('with a wrong payload is refused by the name of the field', () => {
    const cases: readonly (readonly [event: unknown, field: string])[] = [
      [null, 'event'],
      ['task_started', 'event'],
      [[], 'event'],
      [{}, 'event.type'],
      [{ type: 7 }, 'event.type'],
      [{ type: '' }, 'event.type'],
      [{ type: 'Upper' }, 'event.type'],
      [{ type: 'two words' }, 'event.type'],
      [{ type: 'line\n' }, 'event.type'],
      [{ type: 'x'.repeat(65) }, 'event.type'],
      [{ type: 'deploy', context: 'text' }, 'event.context'],
      [{ type: 'deploy', context: null }, 'event.context'],
      [{ type: 'task_started' }, 'context.task'],
      [{ type: 'task_started', context: { task: 7 } }, 'context.task'],
      [{ type: 'task_started', context: { task: '' } }, 'context.task'],
      [{ type: 'task_started', context: { task: ' \n' } }, 'context.task'],
      [{ type: 'task_started', context: { task: 'x'.repeat(2001) } }, 'context.task'],
      [{ type: 'task_started', context: { task: 'half \ud800' } }, 'context.task'],
      [{ type: 'task_started', context: { task: 'x', status: null } }, 'context.status'],
      [{ type: 'task_completed', context: { task: {} } }, 'context.task'],
      [{ type: 'decision_made', context: {} }, 'context.decision'],
      [{ type: 'decision_made', context: { decision: 'x', reason: 1 } }, 'context.reason'],
      [{ type: 'bug_found', context: { severity: 'high' } }, 'context.title'],
      [{ type: 'bug_found', context: { title: 't', id: 4 } }, 'context.id'],
      [{ type: 'bug_found', context: { title: 't', severity: 4 } }, 'context.severity'],
      [{ type: 'bug_found', context: { title: 't', proposal: [] } }, 'context.proposal'],
      [{ type: 'compression_completed' }, 'context.summary'],
      [{ type: 'compression_completed', context: { summary: false } }, 'context.summary'],
    ];
    for (const [event, field] of cases) {
      expect([event, refusal(() => applyStateEvent(sample, event as StateEvent, NOW)).argument]).toEqual([
        event,
        field,
      ]);
    }
    expect(apply('task_started', { task: 'x'.repeat(2000) }).state.current_state.task).toHaveLength(2000);
    expect(refusal(() => applyStateEvent(sample, { type: 'deploy' }, Number.NaN)).argument).toBe('now');
  });

  it('of any kind gives a state that reads back as it was written, or a refusal', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.constantFrom('a\nb\n', '```\nx', '1.0', 'null', '- a: b # c'),
    );
    const types = ['task_started', 'task_completed', 'decision_made', 'bug_found', 'compression_completed', 'deploy'];
    const fields = ['task', 'status', 'decision', 'reason', 'title', 'id', 'severity', 'proposal', 'summary'];
    const event = fc.record({
      type: fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...types) }, { weight: 1, arbitrary: text }),
      context: fc.dictionary(
        fc.constantFrom(...fields),
        fc.oneof({ weight: 19, arbitrary: text }, { weight: 1, arbitrary: fc.anything() }),
        {
          minKeys: 5,
          noNullPrototype: true,
        },
      ),
    });
    fc.assert(
      fc.property(fc.array(event, { maxLength: 10 }), (events) => {
        let state = sample;
        for (const one of events) {
          try {
            ({ state } = applyStateEvent(state, one, NOW));
          } catch (error) {
            if (!isWorkingMemoryError(error, 'invalid-input')) throw error;
          }
        }
        expect(readState(writeYaml(state))).toEqual(state);
        expect(parse(writeYaml(state))).toEqual(state);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('events about the project', () => {
  it('merge its maps key by key and replace the next actions', () => {
    const { state } = apply('project_changed', { name: 'ai 2', commands: { lint: 'golint ./...' } });
    expect(state.project).toMatchObject({
      name: 'ai 2',
      description: sample.project.description,
      commands: { ...sample.project.commands, lint: 'golint ./...' },
    });
    expect(apply('next_actions_changed', { next_actions: ['rest'] }).state.current_state.next_actions).toEqual([
      'rest',
    ]);
  });

  it('refuse a wrong payload by its field', () => {
    expect(refusal(() => apply('project_changed', {})).argument).toBe('context');
    expect(refusal(() => apply('project_changed', { commands: 'go' })).argument).toBe('context.commands');
    expect(refusal(() => apply('next_actions_changed', { next_actions: [7] })).argument).toBe('context.0');
    expect(refusal(() => apply('next_actions_changed', {})).argument).toBe('context.next_actions');
  });
});

describe('a YAML text with changed values', () => {
  const asMap = (value: unknown): { readonly [key: string]: Yaml } => value as { readonly [key: string]: Yaml };

  it('is the same letter for letter when nothing changed', () => {
    expect(updatedYaml(STATE_SAMPLE, asMap(readYaml(STATE_SAMPLE)))).toBe(STATE_SAMPLE);
    expect(updatedYaml(STATE_SAMPLE, asMap(sample))).toBe(STATE_SAMPLE);
  });

  it('keeps comments and quotes of what an event does not touch', () => {
    const { state } = apply('task_started', { task: 'another task' });
    const updated = updatedYaml(STATE_SAMPLE, asMap(state));
    expect(readYaml(updated)).toEqual(JSON.parse(JSON.stringify(state)));
    for (const line of [
      '# Working Memory',
      '    build: "go build -o bin/ai ./cmd/ai && ./bin/ai --mode rpc"',
      '  - id: "issue-1"',
    ]) {
      expect(updated.split('\n')).toContain(line);
    }
    expect(updated).toContain('task: another task');
  });

  /** State as a person or a model may type it, in a layout that no program writes. */
  const BY_HAND = `# Ours

meta:   # who and when
    version: '1.0'
    session_id: s-1

current_state:
  status: planning      # one of planning, in_progress, done
  # what we are at
  task: >
    A long text
    in two lines
  next_actions: ["Read", 'Write', Test] # in this order
project: {name: "ai", tech_stack: {language: 'Go 1.24'}}   # short
notes: |
  first

    second
# found so far
issues:
- id: issue-1
  title: It's slow # measured
  labels: [a,b]
# and this
- id: issue-2
  title: "It 'leaks'"
zip: 007
# the end
`;
  const afterEvents = (text: string, ...events: StateEvent[]): string =>
    events.reduce((before, event) => {
      const { state } = applyStateEvent(readState(before), event, NOW);
      const after = updatedYaml(before, asMap(state));
      expect(readState(after)).toEqual(state);
      return after;
    }, text);
  const edited = (text: string, ...changes: (readonly [string, string])[]): string =>
    changes.reduce((before, [from, to]) => {
      expect(before.split(from)).toHaveLength(2);
      return before.replace(from, () => to);
    }, text);
  /** Fields that were missing, and the time, which every event writes. */
  const STAMPED = [
    ['    session_id: s-1\n', `    session_id: s-1\n    last_updated: "${AT}"\n`],
    ["{language: 'Go 1.24'}}", `{language: 'Go 1.24'}, description: "", key_paths: {}, commands: {}}`],
    [
      "  title: It's slow # measured\n  labels: [a,b]\n",
      "  title: It's slow # measured\n  labels: [a,b]\n  severity: medium\n  status: open\n",
    ],
    [`  title: "It 'leaks'"\n`, `  title: "It 'leaks'"\n  severity: medium\n  status: open\n`],
  ] as const;

  it('keeps flow lists, folded and literal texts, comments, quotes and layout over an event', () => {
    expect(afterEvents(BY_HAND, { type: 'task_completed' })).toBe(
      edited(BY_HAND, ...STAMPED, ['planning      #', 'done      #']),
    );
    expect(afterEvents(BY_HAND, { type: 'task_started', context: { task: 'Short' } })).toBe(
      edited(
        BY_HAND,
        ...STAMPED,
        ['planning      #', 'in_progress      #'],
        ['task: >\n    A long text\n    in two lines\n', 'task: Short\n'],
      ),
    );
    expect(afterEvents(BY_HAND, { type: 'task_started', context: { task: 'one\ntwo', status: 'a\nb' } })).toBe(
      edited(
        BY_HAND,
        ...STAMPED,
        ['planning      #', '"a\\nb"      #'],
        ['task: >\n    A long text\n    in two lines\n', 'task: |-\n    one\n    two\n'],
      ),
    );
  });

  it('adds to lists and maps in the form that they have', () => {
    expect(
      afterEvents(
        BY_HAND,
        { type: 'bug_found', context: { title: 'New: one' } },
        { type: 'project_changed', context: { name: 'ai 2', tech_stack: { db: 'a, b' }, commands: { go: 'go' } } },
        { type: 'next_actions_changed', context: { next_actions: ['Read', 'Test', 'Rest', 'Go on'] } },
      ),
    ).toBe(
      edited(
        BY_HAND,
        STAMPED[0],
        [
          '{name: "ai", tech_stack: {language: \'Go 1.24\'}}',
          `{name: ai 2, tech_stack: {language: 'Go 1.24', db: "a, b"}, description: "", key_paths: {}, commands: {go: go}}`,
        ],
        STAMPED[2],
        [STAMPED[3][0], `${STAMPED[3][1]}- id: issue-3\n  title: "New: one"\n  severity: medium\n  status: open\n`],
        [`["Read", 'Write', Test] #`, `["Read", Test, Rest, Go on] #`],
      ),
    );
  });

  it('takes the oldest entry out of a full list and leaves the others as they are', () => {
    const entry = (place: number): string => `  - at: '${AT}' # ${place}\n    type: "e${place}"\n`;
    const entries = Array.from({ length: 20 }, (_, place) => entry(place));
    const text = `meta: {}\nproject: {}\ncurrent_state: {}\nissues: []\nevents: # newest last\n${entries.join('  # between\n')}# end\n`;
    const after = afterEvents(text, { type: 'new' });
    expect(after.slice(after.indexOf('events:'), after.indexOf('# end'))).toBe(
      `events: # newest last\n  # between\n${entries.slice(1).join('  # between\n')}  - at: "${AT}"\n    type: new\n`,
    );
    expect(after).toContain('# end\n');
  });

  it('keeps the line ends of a file that was edited on Windows', () => {
    const windows = BY_HAND.replaceAll('\n', '\r\n');
    expect(readState(windows)).toEqual(readState(BY_HAND));
    const events = [{ type: 'deploy' }, { type: 'bug_found', context: { title: 'a', proposal: 'b\nc' } }];
    expect(afterEvents(windows, ...events)).toBe(afterEvents(BY_HAND, ...events).replaceAll('\n', '\r\n'));
  });

  it('fills what is there without a value, and goes on after comments alone', () => {
    const bare =
      '# mine\nmeta:\n  version: # none\nproject:\ncurrent_state:\n  task:\n  next_actions: [] # none\nissues: []';
    const after = afterEvents(
      bare,
      { type: 'next_actions_changed', context: { next_actions: ['x', 'z'] } },
      { type: 'bug_found', context: { title: 't' } },
    );
    expect(after).toContain('# mine\nmeta:\n  version: "1.0" # none\n');
    expect(after).toContain('\n  task: ""\n  next_actions: [x, z] # none\n');
    expect(after).toContain('\nissues:\n  - id: issue-1\n    title: t\n');
    expect(updatedYaml('# mine\n', { a: 1 })).toBe('# mine\na: 1\n');
    expect(updatedYaml('# mine\na: {b: }\n', { a: { b: null, c: 1 } })).toBe('# mine\na: {b: , c: 1}\n');
    expect(updatedYaml('? a # mine\n', { a: null, b: 1 })).toBe('? a # mine\nb: 1\n');
    for (const [value, written] of [
      [null, 'null'],
      ['text', 'text'],
      [7, '7'],
      [{}, '{}'],
    ] as const)
      for (const former of ['a:\n  b: 1\n', 'a:\n  - b\n'])
        expect(updatedYaml(`# mine\n${former}c: 2 # kept\n`, { a: value, c: 2 })).toBe(
          `# mine\na: ${written}\nc: 2 # kept\n`,
        );
  });

  it('keeps the comments of any layout, whatever the events', () => {
    const layouts = fc
      .tuple(
        fc.constantFrom('a', '"a b"', "'c'", '>\n    folded\n    text', '|-\n    x\n\n    y', '', 'one\n    two'),
        fc.constantFrom(
          '[]',
          '[a, "b"]',
          '\n  - a # in\n  # between\n  - "b"',
          '\n    - a',
          '',
          '[\n    a, # in\n    b\n  ]',
        ),
        fc.constantFrom('', ' # behind'),
        fc.constantFrom('', '\n', '\n\n# below\n', '  # inside\n'),
      )
      .map(([task, list, behind, below]) => {
        const comment = /[>|\n]/.test(task) ? '' : behind;
        return `# top\nmeta:${behind}\n  version: '1.0'${behind}\n${below}current_state:\n  task: ${task}${comment}\n${below}  next_actions: ${list}\n${below}issues: ${list.includes('a') ? '[]' : list}\n# end\n`;
      });
    const word = fc.constantFrom('x', 'a', 'b', 'one\ntwo\n', '# no', '- a', 'a: b', '[forgotten]', '```\n', '"', '1');
    const events: fc.Arbitrary<StateEvent> = fc.oneof(
      word.map((task) => ({ type: 'task_started', context: { task, status: task } })),
      fc
        .array(word, { maxLength: 4 })
        .map((next_actions) => ({ type: 'next_actions_changed', context: { next_actions } })),
      word.map((title) => ({ type: 'bug_found', context: { title, proposal: title } })),
      word.map((text) => ({ type: 'project_changed', context: { name: text, commands: { [text]: text } } })),
      fc.constant({ type: 'deploy' }),
    );
    fc.assert(
      fc.property(layouts, fc.array(events, { minLength: 1, maxLength: 6 }), (text, list) => {
        const after = afterEvents(text, ...list);
        for (const comment of [
          '# top\n',
          "version: '1.0'",
          '# end\n',
          ...(text.match(/# b(?:ehind|elow)/g) ?? []).slice(0, 1),
        ]) {
          expect([text, after, after.includes(comment)]).toEqual([text, after, true]);
        }
      }),
      { numRuns: 300 },
    );
  });

  it('reads as the new value, whatever the old text was', () => {
    const anyKey = fc
      .stringMatching(/^[a-z_]{1,8}$/)
      .filter((name) => !['constructor', 'prototype', 'null', 'true', 'false'].includes(name));
    // Mostly one of few, so that its value changes from one kind to another.
    const key = fc.oneof({ weight: 3, arbitrary: fc.constantFrom('a', 'b', 'c', 'd') }, anyKey);
    const leaf = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null));
    const value = fc.dictionary(
      key,
      fc.oneof(leaf, fc.array(leaf, { maxLength: 3 }), fc.dictionary(key, leaf, { maxKeys: 3 })),
      { maxKeys: 5 },
    );
    const clean = (map: unknown): { readonly [key: string]: Yaml } =>
      JSON.parse(JSON.stringify(map)) as { readonly [key: string]: Yaml };
    fc.assert(
      fc.property(value, value, (before, after) => {
        const text = writeYaml(clean({ ...before, shared: 'same' }));
        const next = clean({ ...after, shared: 'same' });
        expect(readYaml(updatedYaml(text, next))).toEqual(next);
      }),
    );
  });
});
