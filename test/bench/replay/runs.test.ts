// Generated runs, windows, and models that write.
import { describe, expect, it } from 'vitest';
import { type ChatMessage, contentOf, modelCalls, type Run } from '../../../replay/chat.ts';
import { neededLiterals } from '../../../replay/facts/literals.ts';
import { statementsOf } from '../../../replay/facts/statements.ts';
import { brokenPairs } from '../../../replay/requests/pairs.ts';
import { tokensOf, tokensOfText } from '../../../replay/requests/tokens.ts';
import { generatedRuns } from '../../../bench/replay/runs/generated.ts';
import { chatRuns } from '../../../bench/replay/runs/generated-chat.ts';
import { plainSet, SETS, setsIn } from '../../../bench/replay/runs/run-sets.ts';
import { fixedWindow, relationOf, shareWindow, windowFor } from '../../../replay/runs/windows.ts';
import { overviewWrite } from '../../../replay/writers/overview-write.ts';
import { WRITERS } from '../../../bench/replay/writers/writers.ts';
import type { Moment } from '../../../replay/writers/writer.ts';
import { spread } from '../../../bench/spread.ts';
import { says, SOUND, system, user } from './messages.ts';

describe('the generated runs', () => {
  const runs = generatedRuns(tokensOfText, 4);

  it('are the same every time, and each another one', () => {
    expect(generatedRuns(tokensOfText, 4)).toEqual(runs);
    expect(new Set(runs.map((run) => JSON.stringify(run.messages.slice(1)))).size).toBe(4);
  });

  it('have 30–60 turns of 1–5 steps with sound pairs, some of them parallel', () => {
    for (const { messages } of runs) {
      expect(brokenPairs(messages)).toEqual(SOUND);
      const turns = messages.flatMap(({ role }, at) => (role === 'user' ? [at] : []));
      expect(turns.length).toBeGreaterThanOrEqual(30);
      expect(turns.length).toBeLessThanOrEqual(60);
      turns.forEach((start, turn) => {
        const steps = messages.slice(start, turns[turn + 1]).filter((message) => message.tool_calls);
        expect(steps.length).toBeGreaterThanOrEqual(1);
        expect(steps.length).toBeLessThanOrEqual(5);
      });
      expect(messages.some((message) => (message.tool_calls?.length ?? 0) > 1)).toBe(true);
    }
  });

  it('have tool results of 50–1600 tokens, short and long ones', () => {
    const sizes = runs.flatMap(({ messages }) =>
      messages
        .filter(({ role, name }) => role === 'tool' && name !== 'write')
        .map((one) => tokensOfText(contentOf(one))),
    );
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(50);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(1600);
    expect(sizes.filter((size) => size < 200).length).toBeGreaterThan(sizes.length / 5);
    expect(sizes.filter((size) => size > 500).length).toBeGreaterThan(sizes.length / 5);
  });

  it('write overview.md in every third turn with the whole new text', () => {
    for (const { messages } of runs) {
      const turnsUntil = (at: number): number => messages.slice(0, at).filter(({ role }) => role === 'user').length;
      const writes = messages.flatMap(({ tool_calls = [] }, at) =>
        tool_calls.filter((one) => one.function.name === 'write').map((one) => ({ turn: turnsUntil(at), one })),
      );
      expect(writes.map(({ turn }) => turn)).toEqual(writes.map((_, place) => 3 * (place + 1)));
      expect(writes.length).toBe(Math.floor(turnsUntil(messages.length) / 3));
      for (const { one } of writes) {
        expect(JSON.parse(one.function.arguments)).toEqual({
          path: 'working-memory/overview.md',
          content: expect.stringContaining('## Known facts'),
        });
      }
    }
  });

  it('need facts in late turns that only early ones brought up', () => {
    for (const run of runs) {
      const old = modelCalls(run.messages).flatMap((at) => {
        const recent = run.messages
          .slice(0, at)
          .filter(({ role }) => role === 'user')
          .slice(-10)[0];
        const before = run.messages.slice(run.messages.indexOf(recent as ChatMessage), at);
        return neededLiterals(run, at).filter(
          ({ literal }) => !before.some((message) => contentOf(message).includes(literal)),
        );
      });
      expect(old.length).toBeGreaterThan(5);
    }
  });
});

describe('the generated chats', () => {
  const runs = chatRuns(3);

  it('are the same every time: sixty short turns without tools', () => {
    expect(chatRuns(3)).toEqual(runs);
    for (const { messages } of runs) {
      expect(messages.map(({ role }) => role)).toEqual([
        'system',
        ...Array.from({ length: 60 }, () => ['user', 'assistant']).flat(),
      ]);
      expect(Math.max(...messages.map(tokensOf))).toBeLessThan(60);
    }
  });

  it('state rules, decisions and corrections among small talk', () => {
    for (const { messages } of runs) {
      const stated = statementsOf(messages);
      expect(stated.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['constraint', 'decision', 'correction']));
      expect(stated.length).toBeGreaterThan(10);
      expect(stated.length).toBeLessThan(40);
    }
  });
});

describe('a window', () => {
  it('is of fixed size, or a share of a run that is long enough', () => {
    expect(windowFor(fixedWindow(8000), 500, 100)).toBe(8000);
    expect(windowFor(shareWindow(0.5), 500, 10_000)).toBe(5500);
    expect(windowFor(shareWindow(0.25), 500, 2000)).toBe(1300);
    expect(windowFor(shareWindow(0.25), 20, 2000)).toBe(1000);
    expect(windowFor(shareWindow(0.5), 500, 1499)).toBeUndefined();
  });

  it('is fitted, nearly filled or exceeded by a run', () => {
    expect([700, 701, 1000, 1001, 2000, 2001].map((tokens) => relationOf(tokens, 1000))).toEqual([
      'fits',
      '70–100 %',
      '70–100 %',
      '1–2 ×',
      '1–2 ×',
      'over 2 ×',
    ]);
  });
});

describe('a set of runs', () => {
  it('needs no data where it is made up, and has the same runs when its model writes', () => {
    expect(setsIn(undefined)).toEqual(['generated', 'chat']);
    for (const [name, { file }] of Object.entries(SETS)) expect(SETS[plainSet(name)]?.file).toBe(file);
  });

  it('is spread evenly when it is limited', () => {
    expect(spread([0, 1, 2, 3, 4, 5, 6, 7], 4)).toEqual([0, 2, 4, 6]);
    expect(spread([0, 1, 2], 7)).toEqual([0, 1, 2]);
  });
});

describe('a model that writes its overview', () => {
  const run = (turns: number, id = 'run'): Run => ({
    id,
    native: true,
    messages: Array.from({ length: turns }, () => [user('well?'), says('yes')]).flat(),
  });
  const moments = (count: number, change: Partial<Moment> = {}): Moment[] =>
    Array.from({ length: count }, (_, call) => ({ call, turn: call, endsTurn: true, reminds: false, ...change }));
  const chosen = (writer: (moment: Moment) => boolean, all: readonly Moment[]): number[] =>
    all.flatMap((moment) => (writer(moment) ? [moment.call] : []));

  it('does so at the end of every third turn, or at every sixth call of a run with fewer turns', () => {
    expect(chosen(WRITERS.overview(run(9)), moments(9))).toEqual([2, 5, 8]);
    expect(chosen(WRITERS.overview(run(9)), moments(9, { endsTurn: false }))).toEqual([]);
    expect(chosen(WRITERS.overview(run(1)), moments(13, { turn: 0, endsTurn: false }))).toEqual([5, 11]);
  });

  it('heeds about half of the reminders when it is fallible, and thinks of it by itself at the same calls', () => {
    const unreminded = chosen(WRITERS.fallible(run(1)), moments(1000));
    const reminded = chosen(WRITERS.fallible(run(1)), moments(1000, { reminds: true }));
    expect(chosen(WRITERS.fallible(run(1)), moments(1000))).toEqual(unreminded);
    expect(unreminded.length).toBeGreaterThan(10);
    expect(unreminded.length).toBeLessThan(60);
    expect(reminded.length).toBeGreaterThan(430);
    expect(reminded.length).toBeLessThan(600);
    expect(reminded).toEqual(expect.arrayContaining(unreminded));
    expect(chosen(WRITERS.fallible(run(1, 'other')), moments(1000))).not.toEqual(unreminded);
  });

  it('writes the goal and its last answers in one call of a write tool', () => {
    const list = [system('x'), user('Find the\nteapot.'), says('first'), says('second'), says('third')];
    const { call, input, result } = overviewWrite(list, 4);
    expect(JSON.parse(call.tool_calls?.[0]?.function.arguments ?? '')).toEqual(input);
    expect(input.path).toBe('overview.md');
    expect(input.content).toContain('Find the teapot.');
    expect(input.content).toContain('- second\n- third');
    expect(input.content).not.toContain('first');
    expect(brokenPairs([call, result('Written.')])).toEqual(SOUND);
  });
});
