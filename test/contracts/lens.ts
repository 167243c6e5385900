// What every lens must do, whatever messages it reads.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { sized } from '../../src/client/context/media/sized.ts';
import type { Lens } from '../../src/context/view/lens.ts';
import type { ToolCall, ToolResult } from '../../src/tree/transcript/transcript.ts';
import type { MessageFormat } from '../support/messages/message-formats.ts';
import { type Script, scripts } from '../support/messages/message-script.ts';
import { screenshot } from '../support/messages/pictures.ts';

interface Answers {
  readonly role: string | undefined;
  readonly text: string;
  readonly calls: readonly ToolCall[];
  readonly results: readonly ToolResult[];
}

const answers = <Message>(lens: Lens<Message>, message: Message): Answers => ({
  role: lens.role(message),
  text: lens.text(message),
  calls: lens.calls(message),
  results: lens.results(message),
});

function frozen<Value>(value: Value): Value {
  if (typeof value === 'object' && value !== null && !ArrayBuffer.isView(value)) {
    Object.values(value).forEach(frozen);
    Object.freeze(value);
  }
  return value;
}

/** What a change of which no answer has to tell: names of roles and parts, ids of items, and what no model reads. */
const SILENT = new Set(['role', 'type', 'id', 'status', 'signature', 'providerOptions', 'toolName']);

/** Copies of a value, each with one text in it changed; not those that are `silent`, by their field or their value. */
function* withOneTextChanged(value: unknown, silent: readonly string[] = []): Generator<unknown> {
  if (typeof value === 'string' && !silent.includes(value)) yield `${value}!`;
  if (ArrayBuffer.isView(value) || typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    if (SILENT.has(key) || silent.includes(key)) continue;
    for (const changed of withOneTextChanged(inner, silent)) {
      yield Array.isArray(value)
        ? value.map((each: unknown, index) => (String(index) === key ? changed : each))
        : { ...value, [key]: changed };
    }
  }
}

/** A value with one thing in it replaced by anything at all. */
function* corrupted(value: unknown, by: unknown): Generator<unknown> {
  yield by;
  if (ArrayBuffer.isView(value) || typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    for (const changed of corrupted(inner, by)) yield { ...value, [key]: changed };
    if (Array.isArray(value)) for (const changed of corrupted(inner, by)) yield [changed];
  }
}

const runsOf = (roles: readonly (string | undefined)[]): (string | undefined)[] =>
  roles.filter((role, index) => index === 0 || role !== roles[index - 1]);

export function lensContract({ name, lens, build, carries, silent, marked, transcript }: MessageFormat): void {
  describe(`${name} keeps the lens contract`, () => {
    const message = transcript.chain((messages) => fc.constantFrom(...messages));
    const told = (script: Script): Answers[] => build(script).map((each) => answers(lens, each));

    it('tells who speaks, in the order of the conversation', () => {
      fc.assert(
        fc.property(scripts, (script) => {
          const spoken = script.map(({ role }) => role).filter((role) => carries.system || role !== 'system');
          expect(runsOf(told(script).map(({ role }) => role))).toEqual(runsOf(spoken));
        }),
      );
    });

    it('gives out every text, every call and every result, in order', () => {
      fc.assert(
        fc.property(scripts, (script) => {
          const found = told(script);
          const carried = carries.calls ? script : [];
          expect(found.flatMap(({ calls }) => calls)).toEqual(
            carried.flatMap((entry) => ('calls' in entry ? (entry.calls ?? []) : [])),
          );
          expect(found.flatMap(({ results }) => results)).toEqual(
            carried.flatMap((entry) => ('results' in entry ? entry.results : [])),
          );
          const all = found.map(({ text }) => text).join('\n');
          let at = 0;
          for (const entry of script) {
            if (entry.role === 'system' && !carries.system) continue;
            const texts = [
              ...(carries.reasoning && 'reasoning' in entry ? [entry.reasoning ?? ''] : []),
              ...('text' in entry ? [entry.text] : []),
            ];
            for (const text of texts) {
              const next = all.indexOf(text, at);
              expect(next, `${JSON.stringify(text)} after ${at} in ${all}`).toBeGreaterThanOrEqual(at);
              at = next + text.length;
            }
          }
        }),
      );
    });

    it('tells of every change of what a model reads', () => {
      fc.assert(
        fc.property(message, (each) => {
          for (const changed of withOneTextChanged(each, silent)) {
            expect(answers(lens, changed as object), JSON.stringify(changed)).not.toEqual(answers(lens, each));
          }
        }),
      );
    });

    it('is silent about marks for the provider', () => {
      fc.assert(
        fc.property(message, (each) => {
          expect(answers(lens, marked(each))).toEqual(answers(lens, each));
        }),
      );
    });

    if (carries.images) {
      it('names an image in brackets, one unlike another', () => {
        const seen = (image: string): string => lens.text(build([{ role: 'user', text: 'Look', image }])[0] as object);
        expect(seen('AAAA')).toMatch(/\[[^\n]+, \d+ bytes, [0-9a-f]+\]/);
        expect(seen('AAAA')).toContain('Look');
        expect(seen('AAAB')).not.toBe(seen('AAAA'));
      });

      it('tells of a picture with its size, and puts a text in its place', () => {
        const message = frozen(build([{ role: 'user', text: 'Look', image: screenshot(640, 480) }])[0] as object);
        expect(lens.media?.(message).map(sized)).toMatchObject([{ kind: 'picture', width: 640, height: 480 }]);
        const without = lens.withoutMedia?.(message, ['[gone]']) as object;
        expect(lens.media?.(without)).toEqual([]);
        expect(lens.text(without)).toContain('[gone]');
        expect(lens.text(without)).toContain('Look');
        expect(lens.media?.(build([{ role: 'user', text: 'Look' }])[0] as object)).toEqual([]);
      });
    }

    it('answers the same after structuredClone and after JSON', () => {
      fc.assert(
        fc.property(message, (each) => {
          const found = answers(lens, each);
          expect(answers(lens, structuredClone(each))).toEqual(found);
          expect(answers(lens, JSON.parse(JSON.stringify(each)) as object)).toEqual(found);
        }),
      );
    });

    it('makes messages that it reads back', () => {
      fc.assert(
        fc.property(fc.constantFrom('system', 'user'), fc.string({ unit: 'grapheme', minLength: 1 }), (role, text) => {
          expect(answers(lens, lens.inject(role, text))).toEqual({ role, text, calls: [], results: [] });
        }),
      );
    });

    it('appends after everything else, to a copy', () => {
      fc.assert(
        fc.property(message, (each) => {
          const before = answers(lens, each);
          const appended = lens.append(frozen(each), 'The tail.');
          if (appended === undefined) {
            expect(['assistant', 'tool']).toContain(before.role);
            return;
          }
          const { text, ...rest } = answers(lens, appended);
          expect(text.startsWith(before.text)).toBe(true);
          expect(text.endsWith('The tail.')).toBe(true);
          expect({ calls: rest.calls, results: rest.results }).toEqual({
            calls: before.calls,
            results: before.results,
          });
          const json = JSON.stringify(appended);
          expect(before.results.every(({ id }) => json.lastIndexOf(id) < json.indexOf('The tail.'))).toBe(true);
          // A second one goes after the first.
          const again = lens.append(frozen(appended), 'The end.');
          expect(again && lens.text(again)).toMatch(/The tail\.\s+The end\.$/);
        }),
      );
    });

    it('puts no words into the mouth of the model', () => {
      fc.assert(
        fc.property(message, (each) => {
          if (lens.role(each) === 'assistant') expect(lens.append(each, 'The tail.')).toBeUndefined();
        }),
      );
    });

    it('puts a text in place of a result, whose id stays', () => {
      fc.assert(
        fc.property(message, (each) => {
          const before = answers(lens, frozen(each));
          for (const { id } of before.results) {
            const results = before.results.map((result) => (result.id === id ? { id, text: 'A stub.' } : result));
            expect(answers(lens, lens.withResult(each, id, 'A stub.'))).toEqual({ ...before, results });
          }
        }),
      );
    });

    it('takes reasoning out and nothing else', () => {
      fc.assert(
        fc.property(scripts, (script) => {
          const kept = (list: readonly object[]): object[] =>
            list.flatMap((each) => {
              const rest = lens.withoutReasoning ? lens.withoutReasoning(frozen(each)) : each;
              return rest === undefined ? [] : [rest];
            });
          const unreasoned = build(
            script.map((entry) => {
              const { reasoning: _, ...rest } = { reasoning: '', ...entry };
              return rest as typeof entry;
            }),
          );
          const read = (list: readonly object[]): Answers[] => list.map((each) => answers(lens, each));
          expect(read(kept(build(script)))).toEqual(read(unreasoned));
          const once = kept(build(script));
          kept(once).forEach((each, index) => expect(each).toBe(once[index]));
        }),
      );
    });

    it('answers whatever it is given', () => {
      fc.assert(
        fc.property(message, fc.anything({ withDate: true, withTypedArray: true, withBigInt: true }), (each, by) => {
          for (const weird of corrupted(each, by)) {
            const { text, calls, results } = answers(lens, weird as object);
            const texts = [text, ...[...calls, ...results].flatMap((entry) => Object.values(entry) as unknown[])];
            expect(texts.every((answer) => typeof answer === 'string')).toBe(true);
          }
        }),
      );
    });
  });
}
