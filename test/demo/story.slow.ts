// The whole story against the real library: everything that it shows must have happened.
import { beforeAll, describe, expect, it } from 'vitest';
import type { ChatMessage } from '../../demo/brain/brain.ts';
import { callsOf, messageText } from '../../demo/agent/message-text.ts';
import { WINDOW } from '../../demo/story/session-options.ts';
import { nextTurn, type Story, story, told } from '../../demo/story/story.ts';
import { type Locale, tell, type Telling } from '../support/demo/demo-story.ts';
import { brokenPairs } from '../support/agents/tool-pairs.ts';
import { oddSpaces } from '../support/texts/chinese-spaces.ts';

const LOCALES: readonly Locale[] = ['en', 'zh-CN'];
const CONTRACT = 'HX-2207-Q';

/** Beginning of every answer that the memory did not provide. */
const failure = ({ wording }: Story): string => wording.missing(['?']).split('?')[0] as string;

/** Only these turns of a story. */
const only = (whole: Story, turns: readonly number[], change: (text: string) => string = (text) => text): Story =>
  told({
    ...whole,
    scenes: turns.map((turn) => {
      const scene = whole.scenes[turn] as Story['scenes'][number];
      return { ...scene, user: change(scene.user) };
    }),
  });

describe.each(LOCALES)('the story in %s', async (locale) => {
  const whole = await story(locale);
  let telling: Telling;
  beforeAll(async () => {
    telling = await tell(whole);
  }, 60_000);

  const writesNotes = (message: ChatMessage | undefined): boolean =>
    message !== undefined &&
    callsOf(message).some(
      ({ function: { name, arguments: input } }) => name === 'write' && input.includes('"overview.md"'),
    );
  /** The answer to a request: what the next prompt or the list has behind it. */
  const answerTo = (request: number): ChatMessage | undefined =>
    telling.agent.messages.filter(({ role }) => role === 'assistant')[request];

  /** Returns the tool's answer to this call of the message. */
  const resultOf = (message: ChatMessage | undefined, tool: string): string => {
    const call = message && callsOf(message).find(({ function: { name } }) => name === tool);
    // Ids are made of places in the prompt, so a later call may have the same one.
    const later = telling.agent.messages.slice(telling.agent.messages.indexOf(message as ChatMessage));
    const result = later.find((one) => one.role === 'tool' && one.tool_call_id === call?.id);
    return result ? messageText(result) : '';
  };
  const tokensIn = (answer: string): number[] => (/Tokens[:：] ?(\d+) → (\d+)/.exec(answer) ?? []).slice(1).map(Number);

  it('has 40 turns, each of them answered out of the prompt', () => {
    expect(whole.turns).toHaveLength(40);
    expect(new Set(whole.turns).size).toBe(40);
    expect(telling.answers).toHaveLength(40);
    expect(telling.answers.filter((answer) => answer === '' || answer.startsWith(failure(whole)))).toEqual([]);
    expect(telling.answers.filter((answer) => /[{}]|undefined/.test(answer))).toEqual([]);
  });

  it.runIf(locale === 'zh-CN')('has one space between Chinese and Latin letters or digits, wherever it speaks', () => {
    const sent = [...telling.prompts.flat(), ...telling.agent.messages];
    const called = sent.flatMap(callsOf).flatMap(({ function: { arguments: input } }) => {
      const values = Object.values(JSON.parse(input) as object).flat();
      return values.filter((value): value is string => typeof value === 'string');
    });
    const texts = new Set([...sent.map((one) => messageText(one).replaceAll(String.raw`\n`, '\n')), ...called]);
    expect(texts.size).toBeGreaterThan(200);
    expect(new Set([...texts].flatMap(oddSpaces))).toEqual(new Set());
  });

  it('calls no tool that does not exist', () => {
    const results = telling.agent.messages.filter(({ role }) => role === 'tool').map(messageText);
    expect(results.length).toBeGreaterThan(40);
    expect(results.filter((result) => result.startsWith('There is no tool'))).toEqual([]);
  });

  it('forgets its notes until the memory reminds it, and then writes them', () => {
    const reminded = telling.records.flatMap(({ reminder, number }) => (reminder ? [number] : []));
    expect(reminded.length).toBeGreaterThan(5);
    for (const number of reminded) {
      expect(telling.records[number - 1]?.roundsSinceUpdate).toBeGreaterThan(3);
      expect(writesNotes(answerTo(number - 1))).toBe(true);
      const after = telling.records[number];
      expect(after?.roundsSinceUpdate).toBe(1);
      expect(after?.overview.revision).toBeGreaterThan(telling.records[number - 1]?.overview.revision ?? Infinity);
    }
  });

  it('makes room with compact_history when the meter says 60 %', () => {
    const asked = telling.records.filter(({ number }) => {
      const answer = answerTo(number - 1);
      return answer !== undefined && callsOf(answer).some((call) => call.function.name === 'compact_history');
    });
    expect(asked.length).toBeGreaterThan(0);
    for (const { number, meter } of asked) {
      expect(meter.ratio).toBeGreaterThanOrEqual(0.6);
      const after = telling.records[number];
      expect(after?.epochReason).toBe('compacted');
      // The next request also holds what was said since, so the compaction is judged by its own numbers.
      const [before = 0, left = Infinity] = tokensIn(resultOf(answerTo(number - 1), 'compact_history'));
      expect(left).toBeLessThan(before);
      const hidden = after?.blocks.filter(
        ({ state, path }) => state === 'hidden' && path?.startsWith('detail/conversation-'),
      );
      expect(hidden?.length).toBeGreaterThan(0);
    }
  });

  it('gets a log that is too long as a stub, and finds the failure in it', () => {
    const stubs = telling.records.flatMap(({ blocks }) => blocks.filter(({ isStub }) => isStub));
    expect(stubs.some(({ tools, path }) => tools.includes('build_log') && path?.startsWith('archive/'))).toBe(true);
    expect(telling.answers[13]).toContain('field-legacy');
  });

  it('answers at the end what it was told in turn 2, out of a file in detail/', () => {
    expect(whole.turns[1]).toContain(CONTRACT);
    expect(telling.answers[39]).toContain(CONTRACT);
    expect(telling.answers[39]).toContain('5512');
    const last = telling.records.at(-1);
    const turnTwo = last?.blocks.filter(({ text }) => text === whole.turns[1]);
    expect(turnTwo?.map(({ state }) => state)).toEqual(['hidden']);
    const prompt = telling.prompts.at(-1) as readonly ChatMessage[];
    const asked = prompt.findIndex(({ content }) => content?.startsWith(whole.turns[39] as string));
    // A list of ids may name the contract; whom to call stands in the file alone.
    expect(prompt.slice(0, asked).map(messageText).join('\n')).not.toContain('5512');
    const holding = prompt.slice(asked).filter((message) => messageText(message).includes(CONTRACT));
    expect(holding.map(({ role }) => role)).toContain('tool');
    expect(holding.at(-1)?.content).toMatch(/^detail\/contacts\.md/);
  });

  it('sends prompts that a provider takes, and none beyond the window', () => {
    for (const prompt of telling.prompts) expect(brokenPairs('openaiChat', prompt)).toEqual([]);
    expect(Math.max(...telling.records.map(({ sent }) => sent.withMemory.tokens))).toBeLessThan(WINDOW.default);
    expect(Math.max(...telling.records.map(({ meter }) => meter.ratio))).toBeLessThan(1);
  });

  it('adds up what it sends, most of it from the cache', () => {
    const { withMemory, requests } = telling.agent.totals;
    expect(requests).toBe(telling.prompts.length);
    expect(withMemory.cached).toBeGreaterThan(withMemory.tokens / 2);
    const sum = (tokens: (record: Telling['records'][number]) => number) =>
      telling.records.reduce((total, record) => total + tokens(record), 0);
    expect(withMemory.tokens).toBe(sum(({ sent }) => sent.withMemory.tokens));
    expect(withMemory.cached).toBe(sum(({ sent }) => sent.withMemory.cached));
  });

  it('keeps files, and items of which some had to leave', async () => {
    const paths = (await telling.memory.files.list()).map(({ path }) => path);
    expect(paths).toEqual(expect.arrayContaining(['detail/contacts.md', 'detail/migration.md', 'detail/rollback.md']));
    const left = [];
    for await (const { event } of telling.memory.items.audit()) if (event.type === 'item-evicted') left.push(event);
    expect(left.length).toBeGreaterThan(0);
    expect((await telling.memory.items.list()).length).toBeGreaterThan(4);
  });

  it('comes out the same a second time, record by record', async () => {
    const again = await tell(whole);
    expect(again.records).toEqual(telling.records);
    expect(again.agent.messages).toEqual(telling.agent.messages);
  });

  it('goes through in the smallest window of the slider and in the largest', async () => {
    for (const window of [WINDOW.least, WINDOW.most]) {
      const { answers, records } = await tell(whole, { window });
      expect(answers.filter((answer) => answer.startsWith(failure(whole)))).toEqual([]);
      expect(answers[39]).toContain(CONTRACT);
      expect(Math.max(...records.map(({ sent }) => sent.withMemory.tokens))).toBeLessThan(window);
    }
  });

  it('recites nothing: another number in turn 2 is another answer', async () => {
    const { answers } = await tell(only(whole, [0, 1, 39], (text) => text.replace(CONTRACT, 'QZ-9041-K')));
    expect(answers[2]).toContain('QZ-9041-K');
    expect(answers[2]).not.toContain(CONTRACT);
  });

  it('says so when the memory does not deliver', async () => {
    const short = only(whole, [0, 1, 39]);
    const { answers } = await tell(short, {
      before: (turn, memory) => turn === 2 && memory.files.delete('detail/contacts.md'),
    });
    expect(answers[2]?.startsWith(failure(whole))).toBe(true);
    expect(answers[2]).not.toContain(CONTRACT);
  });

  it('looks up what is not in the story', async () => {
    const short = only(whole, [0, 1]);
    const { agent } = await tell(short);
    const answer = await agent.say(locale === 'en' ? 'Who is Ines Okafor?' : '何知远是谁？');
    expect(answer.content).toContain('detail/contacts.md');
  });

  it('knows which turn comes next from what was said', () => {
    expect(nextTurn(whole, [])).toBe(0);
    expect(nextTurn(whole, [{ role: 'user', content: whole.turns[6] as string }])).toBe(7);
    expect(nextTurn(whole, telling.agent.messages)).toBe(40);
  });
});
