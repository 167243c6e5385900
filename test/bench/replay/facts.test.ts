// Facts that a recorded call needed, the questions for them, and the places where they are found.
import { describe, expect, it } from 'vitest';
import type { ChatMessage, Run } from '../../../replay/chat.ts';
import { FactReach } from '../../../replay/facts/fact-reach.ts';
import { literals, neededLiterals } from '../../../replay/facts/literals.ts';
import { type Need, needsOf } from '../../../replay/facts/needs.ts';
import { Passage } from '../../../replay/facts/passage.ts';
import { questionForLiteral, questionForStatement } from '../../../replay/facts/question.ts';
import { statementsOf } from '../../../replay/facts/statements.ts';
import { KnownMessages } from '../../../replay/requests/known-messages.ts';
import { tokensOf } from '../../../replay/requests/tokens.ts';
import type { Replay } from '../../../replay/strategy.ts';
import { call, calls, result, says, system, user } from './messages.ts';

describe('the literals of a call', () => {
  const found = (input: unknown, native: boolean): string[] =>
    literals(call('1', input), native).map(({ literal, argument }) => `${argument}=${literal}`);

  it('are telling values at any depth of native arguments, once each', () => {
    const input = {
      user: 'ann_3',
      note: 'plain words',
      legs: [{ flight: 'HAT1' }, { flight: 'HAT1' }],
      n: 12345,
      id: '#1',
    };
    expect(found(input, true)).toEqual(['user=ann_3', 'flight=HAT1']);
  });

  it('are paths and names of at least nine characters in the command of a text action', () => {
    const command = 'open src/io/Reader.java && grep -n parseValue IOError io/a.b JsonReaderTest';
    expect(found({ command }, false)).toEqual([
      'command=src/io/Reader.java',
      'command=parseValue',
      'command=JsonReaderTest',
    ]);
  });

  it('are none where the arguments are no JSON', () => {
    const broken = { id: '1', type: 'function', function: { name: 'look', arguments: '{"id":"A1' } } as const;
    expect(literals(broken, true)).toEqual([]);
  });

  it('count when a user or a tool brought them up before, and the system prompt did not', () => {
    const ids = ['from_user_1', 'from_tool_2', 'from_system_3', 'from_model_4', 'from_later_5'];
    const messages = [
      system('known: from_system_3'),
      user('from_user_1 and from_system_3'),
      calls('1'),
      result('1', '{"id":"from_tool_2"}'),
      says('from_model_4'),
      user('go on'),
      { role: 'assistant', content: null, tool_calls: [call('2', { ids })] } as const,
      result('2', 'from_later_5'),
    ];
    const run: Run = { id: 'run', native: true, messages };
    expect(neededLiterals(run, 6).map(({ literal }) => literal)).toEqual(['from_user_1', 'from_tool_2']);
  });
});

describe('the statements of a run', () => {
  const kindOf = (message: ChatMessage): string | undefined =>
    statementsOf([user('The task.'), message]).map(({ kind }) => kind)[0];

  it('are constraints, decisions, corrections and figures in words', () => {
    expect(kindOf(user('We must not spend more than that on it.'))).toBe('constraint');
    expect(kindOf(says('The ticket cannot be changed after the booking.'))).toBe('constraint');
    expect(kindOf(user("I'll use the gift card for the rest."))).toBe('decision');
    expect(kindOf(says('I decided to keep the old parser for now.'))).toBe('decision');
    expect(kindOf(user('Actually, send it to my office address.'))).toBe('correction');
    expect(kindOf(says('I edited the build file instead of the test.'))).toBe('correction');
    expect(kindOf(says('The refund of $120 goes to your card.'))).toBe('figure');
    expect(kindOf(user('My flight leaves on May 21 at noon.'))).toBe('figure');
  });

  it('are no questions, no code, no small talk and nothing that an agent merely explains', () => {
    expect(kindOf(user('Do you never ship to that country?'))).toBeUndefined();
    expect(kindOf(user('```\nassert never_called is always true here\n```'))).toBeUndefined();
    expect(kindOf(user("I don't have the number with me right now."))).toBeUndefined();
    expect(kindOf(says('The method always returns the first of the two values.'))).toBeUndefined();
    expect(kindOf(user('Thank you very much for your help.'))).toBeUndefined();
  });

  it('are taken from all messages but the task and the results of tools, each wording once', () => {
    const rule = 'You must never call before nine o’clock.';
    const list = [system('x'), user(rule), says('ok'), result('1', rule), user(`Fine. ${rule}`), user(rule)];
    expect(statementsOf(list)).toEqual([
      { kind: 'constraint', at: 4, sentence: rule, passage: 'you must never call before nine o clock' },
    ]);
  });

  it('are looked for by at most sixteen words around the cue', () => {
    const many = 'a b c d e f g h i j never k l m n o p q r s t';
    const [found] = statementsOf([user('task'), user(`${many}.`)]);
    expect(found?.passage).toBe('f g h i j never k l m n o p q r s t');
  });

  it('are needed by the last call of their run and by the one halfway to it', () => {
    const messages = [
      user('task'),
      says('which?'),
      user('I decided to take the blue one.'),
      ...['1', '2', '3', '4'].flatMap((id) => [calls(id), result(id)]),
      says('done'),
    ];
    const needs = needsOf({ id: 'run', native: true, messages }, 'by-argument');
    const needing = [...needs].filter(([, all]) => all.some(({ fact }) => fact.kind === 'statement')).map(([at]) => at);
    expect(needing).toEqual([7, 11]);
  });
});

describe('a passage', () => {
  const literal = { kind: 'literal', text: 'A-1', said: 0 } as const;
  const statement = { kind: 'statement', text: 'we take the red one', said: 0 } as const;

  it('shows a literal verbatim and a statement in any layout', () => {
    expect(new Passage('id: A-1.').shows(literal)).toBe(true);
    expect(new Passage('id: a-1.').shows(literal)).toBe(false);
    expect(new Passage('{"note":"Then **we take**\\n the red one!"}').shows(statement)).toBe(false);
    expect(new Passage('Then **we take**\n| the RED one!').shows(statement)).toBe(true);
  });
});

describe('a question', () => {
  const literal = { literal: 'src/io/JsonReader.java', tool: 'open_file', argument: 'path' };
  const messages = [user('first'), says('?'), user('Open the reader of src, the JSON one'), calls('1')];

  it('is tool, argument and last user message, or the thought of the agent, without any part of the literal', () => {
    expect(questionForLiteral(literal, messages, 3, 'by-argument')).toBe('open file path Open the of the one');
    const thinking = [...messages.slice(0, 3), { ...calls('1'), content: 'JsonReader.java reads it; JsonWriter too.' }];
    expect(questionForLiteral(literal, thinking, 3, 'by-thought')).toBe('reads it too');
    expect(questionForLiteral(literal, messages, 3, 'by-thought')).toBe('open file path Open the of the one');
  });

  it('has at most fifty words', () => {
    const long = [user('word '.repeat(100)), calls('1')];
    expect(questionForLiteral(literal, long, 1, 'by-argument').split(' ')).toHaveLength(50);
  });

  it('about a statement has no two words in a row of it', () => {
    const statement = { kind: 'decision', sentence: 'I decided on the blue kitchen for 400 euros.' } as const;
    const list = [user('How much was the blue kitchen? Surely not 400.'), says('…')];
    const asked = questionForStatement(statement, list, 1, 'by-argument');
    expect(asked).toBe('what was decided or asked for How much was Surely not');
    const booking = [list[0] as ChatMessage, { ...says(''), tool_calls: [call('1', { flat_id: 'F-1' }, 'book_flat')] }];
    expect(questionForStatement(statement, booking, 1, 'by-argument')).toContain('asked for book flat flat id How');
  });
});

describe('a fact that is not in view', () => {
  const need = (text: string, question: string): Need => ({ fact: { kind: 'literal', text, said: 2 }, question });
  const memory = (
    answers: Readonly<Record<string, string>>,
    canRun: NonNullable<Replay['canRun']> = () => true,
  ): Replay & { readonly asked: string[] } => {
    const asked: string[] = [];
    return {
      asked,
      request: async () => ({ messages: [], hides: false }),
      call: async (tool, input) => {
        const key = `${tool} ${input['query'] ?? input['path']}`;
        asked.push(key);
        return answers[key] ?? '';
      },
      canRun,
      close: async () => {},
    };
  };
  const view = { messages: [user('A-1')], hides: true };

  it('is shown by what the search answers, or read on the page of the best hit', async () => {
    const replay = memory({
      'search where': 'message 3\n  B-2\narchive/one.md · Chat\n  text\ndetail/two.md\n  more',
      'read archive/one.md': 'C-3',
    });
    const reach = new FactReach(replay, new KnownMessages(tokensOf), false);
    const needs = ['A-1', 'B-2', 'C-3', 'D-4'].map((text) => need(text, 'where'));
    expect(await reach.reach(1, view, needs)).toEqual({ facts: 4, inView: 1, shown: 2, read: 3 });
    expect(replay.asked).toEqual(['search where', 'read archive/one.md']);
    expect(reach.measures.literal).toEqual({ facts: 4, inView: 1, shown: 2, read: 3 });
  });

  it('is asked for with recall, and not read, where the model has nothing else', async () => {
    const replay = memory({ 'recall where': 'archive/one.md · Chat\n  B-2' }, (name) => name === 'recall');
    const reach = new FactReach(replay, new KnownMessages(tokensOf), false);
    expect(await reach.reach(1, view, [need('B-2', 'where'), need('C-3', 'where')])).toEqual({
      facts: 2,
      inView: 0,
      shown: 1,
      read: 1,
    });
    expect(replay.asked).toEqual(['recall where']);
  });

  it('is not asked for without words to ask with, without a memory, or when no request was made', async () => {
    const replay = memory({});
    const known = new KnownMessages(tokensOf);
    const missing = [need('B-2', '')];
    expect(await new FactReach(replay, known, false).reach(1, view, missing)).toMatchObject({ facts: 1, read: 0 });
    const { call: _, ...without } = replay;
    await new FactReach(without, known, false).reach(1, view, [need('B-2', 'where')]);
    await new FactReach(replay, known, false).reach(1, { refused: 'no' }, [need('A-1', 'where')]);
    expect(replay.asked).toEqual([]);
  });

  it('costs the call, its answer, and reading the request once more', async () => {
    const reach = new FactReach(memory({ 'search where': 'B-2' }), new KnownMessages(tokensOf), false);
    await reach.reach(1, view, [need('B-2', 'where')]);
    const { searches, reads, lookingUp } = reach.measures;
    expect({ searches, reads }).toEqual({ searches: 1, reads: 0 });
    expect(lookingUp.cached).toBe(tokensOf(user('A-1')));
    expect(lookingUp.output).toBeGreaterThan(0);
    expect(lookingUp.input).toBeGreaterThan(lookingUp.cached + lookingUp.output);
  });

  it('is listed with the request that no longer showed it', async () => {
    const reach = new FactReach(memory({}), new KnownMessages(tokensOf), true);
    reach.sent(1, view);
    reach.sent(3, { messages: [user('x')], hides: true, epoch: 'fallback-compaction' });
    reach.sent(5, { messages: [user('y')], hides: true });
    await reach.reach(5, { messages: [user('y')], hides: true }, [need('A-1', 'where'), need('B-2', 'there')]);
    expect(reach.lost).toEqual([
      {
        kind: 'literal',
        fact: 'A-1',
        at: 5,
        cutAt: 3,
        cutBy: 'fallback-compaction',
        question: 'where',
        found: 'no',
      },
      {
        kind: 'literal',
        fact: 'B-2',
        at: 5,
        cutAt: 3,
        cutBy: 'at once, fallback-compaction',
        question: 'there',
        found: 'no',
      },
    ]);
  });
});
