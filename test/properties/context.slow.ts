// Invariants of prepared requests in random agent runs, in all message formats.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isWorkingMemoryError } from '../../src/errors.ts';
import { type AgentApp, agentApp } from '../support/agents/agent-app.ts';
import {
  anyMove,
  isSteady,
  keepReceipt,
  type Move,
  newCourse,
  play,
  steadyMove,
} from '../support/agents/agent-moves.ts';
import { formats, type MessageFormat } from '../support/messages/message-formats.ts';
import { RequestWatch } from '../support/agents/request-watch.ts';

const windows = fc.constantFrom(1500, 3000, 6000);

/** A request after every move; one that is refused for its size changes nothing, and the app takes its move back. */
async function run(format: MessageFormat, window: number, moves: readonly Move[]): Promise<void> {
  const app = await agentApp(format, window);
  const watch = new RequestWatch(app);
  const course = newCourse();
  try {
    for (const [index, move] of [undefined, ...moves].entries()) {
      const before: Pick<AgentApp, 'system' | 'script'> = { system: app.system, script: [...app.script] };
      if (move) {
        await play(app, move, course);
        watch.isPristine &&= isSteady(move);
        watch.isObserved ||= move.what === 'observe';
      }
      try {
        const { prepared, complaints } = await watch.request();
        expect(complaints, `after move ${index}, ${move?.what}`).toEqual([]);
        keepReceipt(course, prepared.compaction?.receipt);
      } catch (error) {
        if (!isWorkingMemoryError(error, 'window-too-small')) throw error;
        expect(await watch.unchanged(), `after move ${index}, ${move?.what}`).toEqual([]);
        Object.assign(app, before);
      }
    }
  } finally {
    await app.memory.close();
  }
}

const runs = (
  format: MessageFormat,
  move: fc.Arbitrary<Move>,
  { numRuns, ...found }: { readonly numRuns: number; readonly seed?: number; readonly path?: string },
): Promise<void> =>
  fc.assert(
    fc.asyncProperty(windows, fc.array(move, { maxLength: 25, size: 'max' }), (window, moves) =>
      run(format, window, moves),
    ),
    { numRuns, ...found },
  );

describe('every prepared request', () => {
  for (const format of formats) {
    it(`of a steady run is sound, for ${format.name}`, () => runs(format, steadyMove, { numRuns: 8 }));

    it(`is sound whatever the app does in between, for ${format.name}`, () => runs(format, anyMove, { numRuns: 12 }));
  }

  it('is counted without the notes that had no room beside their own meter', async () => {
    const format = formats.find(({ name }) => name === 'openaiResponses') as MessageFormat;
    await runs(format, steadyMove, { numRuns: 1, seed: 491_000_761, path: '26' });
  });
});
