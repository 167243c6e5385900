// What every lens must do, whatever messages it reads.
import { suite, type TestRunner } from '../suite.ts';
import { readingChecks } from './reading.ts';
import { type LensSamples, lensSamples } from './samples.ts';
import type { MessageFormat } from './script.ts';
import { writingChecks } from './writing.ts';

/**
 * The contract of a lens as tests: what it reports of a message is all that a model reads and nothing else, and what it
 * writes leaves the rest of a message as it was.
 *
 * ```js
 * import { describe, it } from 'node:test';
 * import { lensContract } from 'working-memory/contract';
 *
 * lensContract({ describe, it }, {
 *   name: 'my lens',
 *   lens: myLens,
 *   build: (script) => script.map(inMyFormat),
 *   carries: { system: true, calls: false, images: false, reasoning: false },
 *   marked: (message) => ({ ...message, cache: true }),
 * });
 * ```
 * @param runner of the tests: `{ describe, it }` of vitest, `node:test` and others, or `{ test }`
 * @param format the lens, and how its format writes a conversation
 * @param samples other conversations and values, such as those of a property testing library; default: 60 conversations
 *   that are the same in every run
 */
export function lensContract<Message extends object>(
  runner: TestRunner,
  format: MessageFormat<Message>,
  samples: LensSamples = lensSamples(),
): void {
  // Each format is used with its own messages only.
  const subject = { format: format as unknown as MessageFormat, ...samples };
  const { images } = format.carries;
  const checks = { ...readingChecks(images), ...writingChecks() };
  suite(runner, `${format.name} keeps the lens contract`, checks, async (check) => check(subject));
}
