// Conversations in neutral form, and a generator of sound ones.
import fc from 'fast-check';
import type { Script, ScriptEntry as Entry } from '../../../src/entries/contract.ts';

export type { Entry, Script };

const text = fc.oneof(
  fc.lorem({ maxCount: 12 }),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 }),
  fc.constantFrom('数据库迁移的计划', '# Title\n\n- a\n- b', '{"json": true}', '</context_meta>'),
);
const base64 = fc.uint8Array({ minLength: 1, maxLength: 60 }).map((bytes) => btoa(String.fromCharCode(...bytes)));
const json = fc.dictionary(fc.constantFrom('path', 'content', 'query', 'limit'), fc.oneof(text, fc.integer()));

const system = fc.record({ role: fc.constant('system' as const), text });
const user = fc.record({ role: fc.constant('user' as const), text, image: base64 }, { requiredKeys: ['role', 'text'] });
const answer = fc.record(
  { role: fc.constant('assistant' as const), text, reasoning: text },
  { requiredKeys: ['role', 'text'] },
);
/** One to three parallel calls with their results; the ids come later. */
const step = fc.record(
  {
    text: fc.oneof(fc.constant(''), text),
    reasoning: text,
    calls: fc.array(
      fc.record({
        name: fc.constantFrom('read', 'write', 'search'),
        input: json,
        result: fc.oneof(fc.constant(''), text),
      }),
      { minLength: 1, maxLength: 3 },
    ),
  },
  { requiredKeys: ['text', 'calls'] },
);
const turn = fc.record({ user, steps: fc.array(step, { maxLength: 3 }), answer });

/**
 * Lists that any provider accepts: at most two system entries in front, then turns of user, calls with all their
 * results, and an answer. They end with the user or with results. Ids are unique.
 */
export const scripts: fc.Arbitrary<Script> = fc
  .record({
    systems: fc.array(system, { maxLength: 2 }),
    turns: fc.array(turn, { minLength: 1, maxLength: 4 }),
  })
  .map(({ systems, turns }) => {
    let calls = 0;
    const entries = turns.flatMap(({ user: asked, steps, answer: answered }, index): Entry[] => [
      asked,
      ...steps.flatMap(({ calls: made, text: said, reasoning }): Entry[] => {
        const numbered = made.map((call) => ({ ...call, id: `call_${++calls}` }));
        return [
          {
            role: 'assistant',
            text: said,
            ...(reasoning !== undefined && { reasoning }),
            calls: numbered.map(({ id, name, input }) => ({ id, name, arguments: JSON.stringify(input) })),
          },
          { role: 'tool', results: numbered.map(({ id, result }) => ({ id, text: result })) },
        ];
      }),
      ...(index < turns.length - 1 ? [answered] : []),
    ]);
    return [...systems, ...entries];
  });
