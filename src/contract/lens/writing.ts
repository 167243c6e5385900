// Checks that a lens writes copies and changes nothing else in a message.
import type { Lens } from '../../context/view/lens.ts';
import { expectEqual, expectTrue, shown } from '../expectations.ts';
import type { Checks } from '../suite.ts';
import { answersOf, frozen, type LensSubject, messagesOf } from './subject.ts';

const INJECTED = ['Be brief.', '# Notes\n\n- a', '数据', '</context_meta>', '{"json": true}', ' x ', '🐦'];

export const writingChecks = (): Checks<LensSubject> => ({
  'makes messages that it reads back'({ format: { lens } }) {
    for (const role of ['system', 'user'] as const) {
      for (const text of INJECTED) {
        const read = answersOf(lens, lens.inject(role, text));
        expectEqual(read, { role, text, calls: [], results: [] }, `the reading of an injected message of ${role}`);
      }
    }
  },

  'appends after everything else, to a copy'(subject) {
    for (const message of messagesOf(subject)) appendsLast(subject.format.lens, message);
  },

  'puts no words into the mouth of the model'(subject) {
    const { lens } = subject.format;
    for (const message of messagesOf(subject)) {
      if (lens.role(message) !== 'assistant') continue;
      expectEqual(lens.append(message, 'The tail.'), undefined, 'the result of appending to an answer');
    }
  },

  'puts a text in place of a result, whose id stays'(subject) {
    const { lens } = subject.format;
    for (const message of messagesOf(subject)) {
      const before = answersOf(lens, frozen(message));
      for (const { id } of before.results) {
        const results = before.results.map((result) => (result.id === id ? { id, text: 'A stub.' } : result));
        const stubbed = answersOf(lens, lens.withResult(message, id, 'A stub.'));
        expectEqual(stubbed, { ...before, results }, `the reading with a stub for ${id}`);
      }
    }
  },

  'takes reasoning out and nothing else'({ format: { lens, build }, scripts }) {
    const kept = (list: readonly object[]): object[] =>
      list.flatMap((message) => {
        const rest = lens.withoutReasoning ? lens.withoutReasoning(frozen(message)) : message;
        return rest === undefined ? [] : [rest];
      });
    const read = (list: readonly object[]) => list.map((message) => answersOf(lens, message));
    for (const script of scripts) {
      const unreasoned = script.map((entry) => {
        const { reasoning: _, ...rest } = { reasoning: '', ...entry };
        return rest as typeof entry;
      });
      const once = kept(build(script));
      expectEqual(read(once), read(build(unreasoned)), `the reading without reasoning of ${shown(script)}`);
      const isSame = kept(once).every((message, index) => message === once[index]);
      expectTrue(isSame, 'a message without reasoning is not returned itself');
    }
  },
});

function appendsLast<Message>(lens: Lens<Message>, message: Message): void {
  const before = answersOf(lens, message);
  const appended = lens.append(frozen(message), 'The tail.');
  if (appended === undefined) {
    const { role } = before;
    expectTrue(role === 'assistant' || role === 'tool', `nothing can be appended to a message of ${shown(role)}`);
    return;
  }
  const { text, calls, results } = answersOf(lens, appended);
  const isLast = text.startsWith(before.text) && text.endsWith('The tail.');
  expectTrue(isLast, `the text is ${shown(text)}; it was ${shown(before.text)}, and "The tail." was appended`);
  expectEqual({ calls, results }, { calls: before.calls, results: before.results }, 'calls and results');
  const json = JSON.stringify(appended);
  const isBehind = before.results.every(({ id }) => json.lastIndexOf(id) < json.indexOf('The tail.'));
  expectTrue(isBehind, `the text does not stand behind the results: ${shown(appended)}`);
  const again = lens.append(frozen(appended), 'The end.');
  const both = again === undefined ? '' : lens.text(again);
  expectTrue(/The tail\.\s+The end\.$/.test(both), `a second text does not follow the first: ${shown(both)}`);
}
