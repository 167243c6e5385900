// The literal placement in random agent runs and all formats: order and place of everything in each request.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fenced } from '../../src/context/view/fence.ts';
import type { Prepared } from '../../src/context/plan/prepared.ts';
import { isWorkingMemoryError } from '../../src/errors.ts';
import { tokenScan } from '../../src/ports/token-scan.ts';
import { type AgentApp, agentApp, listOf, request } from '../support/agents/agent-app.ts';
import { type Move, newCourse, play, steadyMove } from '../support/agents/agent-moves.ts';
import { overviewOf } from '../support/fixed-memory.ts';
import { formats, type MessageFormat } from '../support/messages/message-formats.ts';
import { brokenPairs } from '../support/agents/tool-pairs.ts';

const LITERAL = { placement: 'literal', reminder: { maxRounds: 3, minRounds: 1 } } as const;
const REMINDER = 'WORKING MEMORY UPDATE NEEDED';

/** Returns the place of the pin, and the text added behind the app's own. */
function pinIn({ format, system }: AgentApp, { messages }: Prepared<object>): { place: number; text: string } {
  const { lens } = format;
  const head = messages.findIndex((message) => lens.role(message) !== 'system');
  const place = lens.pin === 'system' ? head - 1 : head;
  const text = lens.text(messages[place] as object);
  return { place, text: lens.pin === 'system' ? text.slice(system.length).trimStart() : text };
}

/** Answer to a stopped call, in the copy that is sent. */
const STOPPED = 'Stopped before it answered; there is no result.';
/** Text in place of a picture that was left out. */
const LEFT_OUT = /^\[A picture stood here and is no longer shown: messages\/\d+\]$/m;

async function expectLiteral(app: AgentApp, prepared: Prepared<object>): Promise<void> {
  const { lens, name } = app.format;
  const { messages, hidden, phase, reminder, stubs, meta } = prepared;
  const list = listOf(app);
  expect(brokenPairs(name, messages)).toEqual([]);

  const { place, text } = pinIn(app, prepared);
  const nonce = /nonce="([0-9a-z]+)"/.exec(text)?.[1] ?? '';
  const whole = await overviewOf(app.memory);
  const framed = (overview: string) => fenced(overview.trimEnd(), { name: 'working_memory', nonce });
  // Where the window cannot hold all of it, it is cut rather than the request refused.
  const isCut = !text.includes(framed(whole));
  if (isCut) expect(meta.tokensUsed + (await tokenScan().count(whole))).toBeGreaterThan(0.85 * meta.tokensMax);
  const overview = isCut ? '</working_memory' : framed(whole);
  expect(text).toContain(overview);
  expect(text.slice(text.indexOf(overview)).includes(REMINDER)).toBe(reminder !== undefined);
  if (reminder) expect(text).toMatch(/-->$/);

  // The meter stands at the very end, and nowhere else; where there is no room for it, nowhere.
  const texts = messages.map((message) => lens.text(message));
  const metered = texts.filter((each) => each.includes('<context_meta>'));
  expect(metered).toEqual(meta.ratio > 0.85 ? metered : [texts.at(-1)]);
  for (const each of metered) expect(each).toMatch(/<context_meta>\n\{\n[^]*\n\}\n\n💡 .+\n<\/context_meta>$/);

  const roles = list.map((message) => lens.role(message));
  const newest = roles.lastIndexOf('user');
  // Words beside results begin a turn, but the results stay with their calls.
  const answered = new Set(newest < 0 ? [] : lens.results(list[newest] as object).map(({ id }) => id));
  const calling = list.findIndex((message) => lens.calls(message).some(({ id }) => answered.has(id)));
  const active = calling < 0 ? newest : calling;
  const head = roles.findIndex((role) => role !== 'system');
  const folds = hidden.filter(({ why }) => why === 'overview-written');
  expect(folds).toEqual(
    phase.phase === 2 && active > head ? [{ from: head, to: active, why: 'overview-written' }] : [],
  );

  // Everything else is the app's own, as it is.
  const own = new Set(list.map((message) => JSON.stringify(message)));
  const changed = messages
    .slice(place + 1, -2)
    .filter((message) => !own.has(JSON.stringify(message)) && !LEFT_OUT.test(lens.text(message)))
    .filter((message) => !lens.results(message).some(({ text }) => text === STOPPED));
  expect(changed.length).toBeLessThanOrEqual(stubs.length + (lens.withoutReasoning ? messages.length : 0));
}

async function run(format: MessageFormat, moves: readonly Move[]): Promise<Set<string>> {
  const app = await agentApp(format, 5000, { context: LITERAL });
  const course = newCourse();
  const met = new Set<string>();
  try {
    for (const move of moves) {
      await play(app, move, course);
      const prepared = await request(app);
      // The same list is the same request, whatever happened to the overview.
      if (prepared.repeated) continue;
      await expectLiteral(app, prepared);
      const again = await request(app);
      expect(again).toMatchObject({ repeated: true, prefixChanged: false });
      expect(JSON.stringify(again.messages)).toBe(JSON.stringify(prepared.messages));
      met.add(`phase ${prepared.phase.phase}`);
      if (prepared.reminder) met.add('reminder');
    }
  } catch (error) {
    if (!isWorkingMemoryError(error, 'window-too-small')) throw error;
  } finally {
    await app.memory.close();
  }
  return met;
}

describe('with the literal placement', () => {
  for (const format of formats) {
    it(`overview, active turn and meter stand where the sources put them, for ${format.name}`, async () => {
      const met = new Set<string>();
      await fc.assert(
        fc.asyncProperty(fc.array(steadyMove, { maxLength: 20, size: 'max' }), async (moves) => {
          for (const each of await run(format, moves)) met.add(each);
        }),
        { numRuns: 12 },
      );
      expect([...met].sort()).toEqual(['phase 1', 'phase 2', 'reminder']);
    });
  }
});
