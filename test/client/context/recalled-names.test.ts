// Recalled notes about a person where the message shares only the name with what was said.
import { describe, expect, it } from 'vitest';
import { memoryStorage, type WorkingMemory } from '../../../src/entries/index.ts';
import { randomIds } from '../../../src/ports/system.ts';
import { openFixed } from '../../support/fixed-memory.ts';
import { Chat } from '../../support/messages/chat.ts';

/** Facts told in other conversations, one each. */
const TOLD = [
  'My sister Marta lives in Porto and cannot eat gluten.',
  'The quarterly report is due on Thursday, before the audit.',
  'We painted the kitchen in a pale green last week.',
  'Our printer jams whenever the paper is damp.',
  '我妹妹养了一只猫，叫豆豆，今年三岁。',
  '季度报告星期四之前要交，然后是审计。',
  '上个星期我们把厨房刷成了浅绿色。',
];

async function noted(question: string, told: readonly string[] = TOLD): Promise<readonly string[]> {
  const storage = memoryStorage();
  const open = (session: string): Promise<WorkingMemory> =>
    openFixed({ storage, session, workspace: 'ann', ids: randomIds });
  for (const [at, text] of told.entries()) {
    const memory = await open(`chat ${at}`);
    await memory.transcript.append({ role: 'user', text });
    await memory.close();
  }
  const memory = await open('now');
  await new Chat(memory).ask(question);
  const texts = (await memory.context.recalled()).map(({ text }) => text);
  await memory.close();
  return texts;
}

describe('a recalled note', () => {
  it.each([
    ['I will call Marta tonight, is there anything that I should ask?', TOLD[0]],
    ['Marta is coming over for dinner, please plan the dishes and the shopping.', TOLD[0]],
    ['豆豆明天要来我们家住两天，需要准备些什么东西？', TOLD[4]],
  ])('brings what was said of the one whom “%s” names', async (question, text) => {
    expect(await noted(question)).toEqual([text]);
  });

  it.each([
    'On Thursday we fly to the coast for a wedding, what should I pack?',
    'Paint me a picture with words: an old harbour in the evening, please.',
    'The waiter said that my paper umbrella was his sister, how should one answer that?',
    'You are right, Marta. I should get more sleep, and drink less coffee in the evening.',
    '请给我们的新猫咪想几个好听一点的名字，可以吗？',
  ])('brings nothing for “%s”, whose words are no names', async (question) => {
    expect(await noted(question)).toEqual([]);
  });

  it('brings nothing for a name that many texts have', async () => {
    const told = [
      'My sister Marta paints old boats.',
      'Last year Marta sold her blue bicycle.',
      'The neighbours met Marta at the bakery.',
      'When Marta sings, every window opens.',
    ];
    const question = 'I will call Marta tonight, is there anything that I should ask?';
    expect(await noted(question, told.slice(1))).toHaveLength(3);
    expect(await noted(question, told)).toEqual([]);
  });
});
