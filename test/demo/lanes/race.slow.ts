// The long story in three lanes: costs, and which agent still knows the facts.
import { beforeAll, describe, expect, it } from 'vitest';
import { messageText } from '../../../demo/agent/message-text.ts';
import { priceOf } from '../../../demo/agent/lanes/price.ts';
import { shortChat, week } from '../../../demo/story/week/week.ts';
import { raced, type Raced } from '../../support/demo/demo-race.ts';

const WINDOW = 24_000;

describe.each(['en', 'zh-CN'] as const)('a week on call in %s', async (locale) => {
  const told = await week(locale);
  let race: Raced;
  beforeAll(async () => {
    race = await raced(told, WINDOW);
  }, 180_000);

  it('is one conversation of real size over seven days, with eight facts of its first two', () => {
    expect(race.last.listTokens).toBeGreaterThan(80_000);
    expect(new Set(told.turns).size).toBe(told.turns.length);
    expect(told.asked).toHaveLength(8);
    const perDay = (told.turns.length - 8) / 7;
    expect(told.asked.filter(({ saidIn }) => saidIn < 0 || saidIn > 3 * perDay)).toEqual([]);
  });

  it('has every fact but never in its questions', () => {
    for (const { turn, truth } of told.asked) expect(told.turns[turn]).not.toContain(truth);
  });

  it('costs at most half of an unlimited window, and no fact is lost', () => {
    expect(race.share('memory')).toBeLessThanOrEqual(0.5);
    expect(race.right('memory')).toBe(8);
    expect(race.right('whole')).toBe(8);
    expect(race.right('sliding')).toBeLessThanOrEqual(3);
    expect(race.turns.filter(({ answers }) => answers.memory === '' || answers.memory.includes('{'))).toEqual([]);
  });

  it('fits the window where everything does not', () => {
    expect(Math.max(...race.turns.map(({ sent }) => sent))).toBeLessThan(WINDOW);
    const sliding = race.plain.filter(({ lane }) => lane === 'sliding');
    expect(Math.max(...sliding.map(({ tokens }) => tokens))).toBeLessThanOrEqual(WINDOW);
    expect(race.turns.findIndex(({ listTokens }) => listTokens > WINDOW)).toBeLessThan(told.turns.length / 3);
  });

  it('is paid without the memory by a list that never saw one: its tools, guide, calls and extra requests', () => {
    const own = told.appTools.map(({ name }) => name);
    expect(own.filter((name) => race.memoryTools.includes(name))).toEqual([]);
    for (const { messages, tools } of race.plain) {
      expect(tools.map(({ function: { name } }) => name)).toEqual(own);
      expect(messages[0]).toEqual({ role: 'system', content: told.system });
    }
    const [whole] = race.plain.filter(({ lane }) => lane === 'whole').slice(-1);
    const text = whole?.messages.map(messageText).join('\n') ?? '';
    for (const trace of [race.guide, 'working_memory', 'overview.md', 'context_meta', 'archive/']) {
      expect(text).not.toContain(trace);
    }
    const users = whole?.messages.flatMap(({ role, content }) => (role === 'user' ? [content] : []));
    expect(users).toEqual(told.turns);
    // One request for each answer with calls, and one for the answer itself.
    const answers = (whole?.messages.filter(({ role }) => role === 'assistant').length ?? 0) + 1;
    expect(race.last.paid.whole.requests).toBe(answers);
    expect(race.last.paid.sliding.requests).toBe(answers);
    expect(race.last.paid.memory.requests).toBeGreaterThan(answers);
  });
});

async function figuresOf(locale: 'en' | 'zh-CN') {
  const told = await week(locale);
  const { turns, right } = await raced(told, WINDOW);
  const price = ({ paid }: (typeof turns)[number]) =>
    Object.fromEntries(
      (['whole', 'sliding', 'memory'] as const).map((lane) => [lane, Math.round(priceOf(paid[lane]))]),
    );
  return {
    window: WINDOW,
    turns: turns.map((turn) => ({ sent: turn.sent, list: turn.listTokens, price: price(turn) })),
    asked: told.asked.map(({ turn, saidIn }) => ({
      turn,
      saidIn,
      said: told.turns[saidIn],
      question: told.turns[turn],
      answer: turns[turn]?.answers.memory,
    })),
    known: { sliding: right('sliding'), memory: right('memory') },
  };
}

it('gives the figures and words that the pictures of the docs are drawn from', async () => {
  const figures = { en: await figuresOf('en'), zh: await figuresOf('zh-CN') };
  await expect(`${JSON.stringify(figures, null, 2)}\n`).toMatchFileSnapshot('../../../docs/pictures/week.json');
}, 300_000);

describe('a short chat', () => {
  it('is dearer with a memory and fits every window without one', async () => {
    const told = await shortChat('en');
    const race = await raced(told, WINDOW);
    expect(race.last.cutTurns).toBe(0);
    expect(race.last.listTokens).toBeLessThan(WINDOW);
    expect(race.last.paid.sliding).toEqual(race.last.paid.whole);
    expect(race.share('memory')).toBeGreaterThan(1);
  }, 60_000);
});
