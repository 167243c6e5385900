// Requirements on every lens, whatever messages it reads.
import { suite, type TestRunner } from '../suite.ts';
import { readingChecks } from './reading.ts';
import { type LensSamples, lensSamples } from './samples.ts';
import type { MessageFormat } from './script.ts';
import { writingChecks } from './writing.ts';

/**
 * The contract of a lens as tests: it reports exactly the parts of a message that a model reads, and writing leaves the
 * rest of a message unchanged.
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
 * @param runner runner of the tests: `{ describe, it }` of vitest, `node:test` and others, or `{ test }`
 * @param format the lens, and the writer of its format
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
