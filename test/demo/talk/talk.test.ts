// The demo without a model quotes what a visitor told, and nothing else.
import { beforeEach, describe, expect, it } from 'vitest';
import { intentOf } from '../../../demo/talk/intent.ts';
import { homeOptions } from '../../../demo/talk/home-options.ts';
import { type Reply, Talk } from '../../../demo/talk/talk.ts';
import { openWorkingMemory } from '../../../src/entries/index.ts';
import { memoryStorage } from '../../../src/storage/memory.ts';
import { FRESH } from '../../support/demo/fresh-sentences.ts';
import { ASKED, TOLD } from '../../support/demo/natural-sentences.ts';
import { OTHERS } from '../../support/demo/other-sentences.ts';
import { CHINESE, ENGLISH, NEVER_TOLD, type Pair } from '../../support/demo/told-sentences.ts';

let storage: ReturnType<typeof memoryStorage>;
const talk = async (): Promise<Talk> =>
  new Talk(await openWorkingMemory({ ...homeOptions('en'), worker: false, storage }));

beforeEach(() => {
  storage = memoryStorage();
});

const quoted = (reply: Reply): string | undefined => (reply.kind === 'quoted' ? reply.known.text : undefined);

async function toldAndAsked(pairs: readonly Pair[]) {
  const here = await talk();
  for (const [told] of pairs) expect((await here.say(told)).kind, told).toBe('kept');
  const later = await talk();
  const right: string[] = [];
  const wrong: string[] = [];
  for (const [told, asked] of pairs) {
    const said = quoted(await later.say(asked));
    if (said === told) right.push(asked);
    else if (said !== undefined) wrong.push(`${asked} → ${said}`);
  }
  return { right, wrong };
}

describe('fifty sentences', () => {
  it('told in one visit and asked for in the next are quoted right, but for a few, and none wrong', async () => {
    const { right, wrong } = await toldAndAsked([...ENGLISH, ...CHINESE]);
    expect(wrong).toEqual([]);
    expect(right.length).toBeGreaterThanOrEqual(45);
  });

  it.each([
    ['English', ENGLISH],
    ['Chinese', CHINESE],
  ])('of them those in %s alone, too', async (_, pairs) => {
    const { right, wrong } = await toldAndAsked(pairs);
    expect(wrong).toEqual([]);
    expect(right.length).toBeGreaterThanOrEqual(22);
  });

  it.each([
    ['the code', OTHERS],
    ['the code had answered those', FRESH],
  ])('that were written after %s, too', async (_, pairs) => {
    const { right, wrong } = await toldAndAsked(pairs);
    expect(wrong).toEqual([]);
    expect(right.length).toBeGreaterThanOrEqual(45);
  });

  it('do not answer what nobody told', async () => {
    const here = await talk();
    for (const [told] of [...ENGLISH, ...CHINESE]) await here.say(told);
    for (const question of NEVER_TOLD) {
      const reply = await here.say(question);
      expect(reply.kind === 'quoted' && reply.sure, question).toBe(false);
    }
  });
});

describe('a question in other words', () => {
  it.each([
    ['We moved to Ghent last month.', 'Where do I live?'],
    ['I am a nurse at the university hospital and work nights.', 'What is my job?'],
    ['Our little one was born on the third of May.', 'When is the birthday?'],
    ['Peanuts give me an allergy.', 'What am I allergic to?'],
    ['We have two boys and a daughter.', 'Do I have kids?'],
    ['Rex, the dog, sleeps all day.', 'Do I have a pet?'],
    ['我上个月搬到了成都。', '我的家在哪里？'],
    ['我在一家出版社上班。', '我做什么工作？'],
    ['Wir sind im Mai nach Gent gezogen.', 'Wo wohne ich?'],
    ['Unsere Katze schläft den ganzen Tag.', 'Habe ich ein Haustier'],
  ])('finds “%s” by “%s”', async (told, question) => {
    const here = await talk();
    await here.say(told);
    await here.say('The bicycle stands behind the shed.');
    expect(quoted(await here.say(question))).toBe(told);
  });

  it.each([
    ['My sister Ida lives in Bergen.', 'I moved to Lyon.', 'Where do I live?'],
    ['Meine Schwester Ida wohnt in Bergen.', 'Ich bin nach Lyon gezogen.', 'Wo wohne ich?'],
    ['我妹妹住在成都。', '我搬到了上海。', '我住在哪里？'],
    ['My sister Ida lives in Bergen.', 'I live in Lyon.', 'Where do I live?'],
    ['我妹妹住在成都。', '我住在上海。', '我住在哪里？'],
  ])('means what somebody tells of himself, where he asks for himself: %s %s', async (other, own, question) => {
    const here = await talk();
    await here.say(own);
    await here.say(other);
    expect(quoted(await here.say(question))).toBe(own);
  });

  it.each([
    ['My sister Ida lives in Bergen.', 'I moved to Lyon.', 'Where does Ida live?'],
    ['Meine Schwester Ida wohnt in Bergen.', 'Ich bin nach Lyon gezogen.', 'Wo wohnt Ida?'],
    ['我妹妹住在成都。', '我搬到了上海。', '我妹妹住在哪里？'],
  ])('means somebody else, where he asks for somebody else: %s %s', async (other, own, question) => {
    const here = await talk();
    await here.say(other);
    await here.say(own);
    expect(await here.say(question)).toMatchObject({ kind: 'quoted', known: { text: other }, sure: true });
  });

  it.each(['What can Ana not eat?', 'Where does my brother live?'])(
    'shows each of several facts that are equally near to it, and none as the answer: %s',
    async (question) => {
      const here = await talk();
      await here.say('The bicycle stands behind the shed.');
      await here.say('My sister Ana lives in Lisbon and is allergic to shellfish.');
      await here.say('My sister Ana lives with a cat.');
      const reply = await here.say(question);
      expect(reply).toMatchObject({ kind: 'listed', sure: false });
      expect('known' in reply && reply.known).toHaveLength(2);
      expect(await here.say('Forget it.')).toEqual({ kind: 'forgotten', count: 0 });
    },
  );

  it('finds nothing where two texts may be meant', async () => {
    const here = await talk();
    await here.say('Tom moved to Ghent.');
    await here.say('Eva moved to Bruges.');
    expect((await here.say('Where do I live?')).kind).toBe('unknown');
  });
});

describe('a line', () => {
  it.each([
    'When I was five, I broke my arm.',
    'Can you remember that the gate code is 1290?',
    'Don’t forget that Ann is vegetarian',
    'Will is my brother.',
    'I know what you mean',
    'He who dares wins is our motto',
    'Remove the cake from the oven at five',
    '忘记带钥匙',
    '我什么都不吃',
    '请记住门禁密码是 1290',
    '无论谁来都要登记',
    ...TOLD,
  ])('tells something: %s', (line) => {
    expect(intentOf(line).kind).toBe('tell');
  });

  it.each([
    'where is my key',
    'What’s the code?',
    'do you remember my sister',
    'remind me when the train leaves',
    'did I lock the door',
    'which bus goes home',
    'My sister lives in Bergen, right?',
    '我的钥匙在哪',
    '你还记得我妹妹吗',
    '几点开会',
    ...ASKED,
  ])('asks for something: %s', (line) => {
    expect(intentOf(line).kind).toBe('ask');
  });

  it.each([
    ['forget it', undefined],
    ['Please forget that.', undefined],
    ['forget what I said about the cat', 'the cat'],
    ['忘了它', undefined],
    ['忘掉吧', undefined],
    ['把猫的事忘了', '猫'],
    ['忘掉花生的事', '花生'],
    ['忘了关于猫的事情吧。', '猫'],
    ['忘掉我刚才说的事', undefined],
    ['OK, forget my birthday.', 'my birthday'],
    ['I want you to forget my birthday now.', 'my birthday'],
    ['Can you please forget my birthday?', 'my birthday'],
    ['Please remove my birthday.', 'my birthday'],
    ["Don't remember my birthday", 'my birthday'],
    ['请你把我的生日忘掉', '我的生日'],
    ['帮我删掉我的生日', '我的生日'],
    ['可以把我的生日删了吗？', '我的生日'],
    ['Bitte vergiss meinen Geburtstag.', 'meinen Geburtstag'],
    ['Vergiss es', undefined],
  ])('has something forgotten: %s', (line, subject) => {
    expect(intentOf(line)).toEqual({ kind: 'forget', ...(subject !== undefined && { subject }) });
  });
});

describe('a question for all that is known', () => {
  it.each([
    'What do you know about me?',
    'what do you remember',
    'Tell me everything you know about me.',
    'What have I told you so far?',
    'Was weißt du über mich?',
    'Was habe ich dir erzählt?',
    'List everything.',
    '关于我，你知道什么？',
    '你知道我什么？',
    '你都记住了什么',
    '我告诉过你什么？',
  ])('lists it, newest first: %s', async (line) => {
    const here = await talk();
    await here.say('My bicycle is red.');
    await here.say('My sister Ida lives in Bergen.');
    const reply = await here.say(line);
    expect(reply).toMatchObject({
      kind: 'listed',
      known: [{ text: 'My sister Ida lives in Bergen.' }, { text: 'My bicycle is red.' }],
      more: 0,
    });
  });

  it('lists five facts, and counts the others', async () => {
    const here = await talk();
    for (let at = 0; at < 7; at++) await here.say(`The code of door ${at} is ${at * 1111}.`);
    const reply = await here.say('What do you know about me?');
    expect(reply).toMatchObject({ kind: 'listed', more: 2 });
    expect('known' in reply && reply.known).toHaveLength(5);
  });

  it('is answered with what can be done where nothing is known', async () => {
    expect(await (await talk()).say('What do you know about me?')).toEqual({ kind: 'hint' });
  });

  it.each(['关于我女儿你知道什么？', '我女儿的事你都记得哪些？'])(
    'lists the facts of a Chinese subject: %s',
    async (line) => {
      const here = await talk();
      await here.say('我女儿的生日是六月十二号。');
      await here.say('护照在抽屉里。');
      await here.say('我女儿不吃辣。');
      expect(await here.say(line)).toMatchObject({
        kind: 'listed',
        known: [{ text: '我女儿不吃辣。' }, { text: '我女儿的生日是六月十二号。' }],
      });
    },
  );

  it.each(['What do you know about Ana?', 'Tell me everything about Ana.'])(
    'lists the facts of a subject: %s',
    async (line) => {
      const here = await talk();
      await here.say('Ana is allergic to shellfish.');
      await here.say('My bicycle is red.');
      await here.say('Ana moved to Porto last week.');
      expect(await here.say(line)).toMatchObject({
        kind: 'listed',
        known: [{ text: 'Ana moved to Porto last week.' }, { text: 'Ana is allergic to shellfish.' }],
      });
    },
  );

  it.each(['What do you know about Ana?', 'Tell me about the bicycle.'])(
    'quotes the only fact, or says that there is none: %s',
    async (line) => {
      const here = await talk();
      await here.say('The bicycle is red.');
      expect(quoted(await here.say(line))).toBe(line.includes('Ana') ? undefined : 'The bicycle is red.');
    },
  );

  it.each(['What do you know about me?', 'What do you know about Ana?'])(
    'leaves “forget it” without an object: %s',
    async (line) => {
      const here = await talk();
      await here.say('Ana is allergic to shellfish.');
      await here.say('Ana lives in Porto.');
      await here.say(line);
      expect(await here.say('Forget it.')).toEqual({ kind: 'forgotten', count: 0 });
    },
  );

  it.each([
    'Tell me what Ana said',
    'What do you remember from Lisbon?',
    '你知道我妹妹住在哪里吗？',
    '你知道什么时候开会吗',
  ])('is none that asks for one thing: %s', (line) => {
    expect(intentOf(line).kind).toBe('ask');
  });
});

describe('a line that holds nothing to keep', () => {
  it.each([
    'Hello!',
    'Hi there',
    'Good morning!',
    'thanks',
    'Thank you so much.',
    'ok',
    'help',
    'How does this work?',
    'Bye',
    '你好',
    '你好啊',
    '早上好！',
    '谢谢！',
    '再见',
    'Hallo',
    'Guten Morgen',
    'Danke',
  ])('is not kept, and is answered with what can be done: %s', async (line) => {
    const here = await talk();
    expect(await here.say(line)).toEqual({ kind: 'hint' });
    expect(await here.known()).toEqual([]);
  });

  it.each([
    'Hello Kitty is my favourite brand.',
    'Help is on the way on Monday.',
    'Yes is my favourite band',
    'Good morning Vietnam is a film.',
  ])('is none of those that go on: %s', (line) => {
    expect(intentOf(line).kind).toBe('tell');
  });
});

describe('what is forgotten', () => {
  it('is gone for good: the last one by “forget it”, any other by its subject', async () => {
    const here = await talk();
    await here.say('The cat of my sister is called Miso.');
    await here.say('My bicycle is red.');
    expect(await here.say('forget it')).toEqual({ kind: 'forgotten', count: 1 });
    expect((await here.say('What colour is my bicycle?')).kind).toBe('unknown');
    expect(await here.say('forget about the cat')).toEqual({ kind: 'forgotten', count: 1 });
    expect(await here.known()).toEqual([]);
    expect(await here.say('forget it')).toEqual({ kind: 'forgotten', count: 0 });
  });

  it('is what was quoted last, after a question', async () => {
    const here = await talk();
    await here.say('The cat of my sister is called Miso.');
    await here.say('My bicycle is red.');
    await here.say('What is the cat called?');
    await here.say('forget it');
    expect((await here.known()).map(({ text }) => text)).toEqual(['My bicycle is red.']);
  });
});

describe('what is not forgotten', () => {
  it.each([
    ['Ida’s birthday is on 5 May.', 'Forget my birthday.'],
    ['备用钥匙在小王那里。', '忘记我的钥匙'],
  ])('is what tells of somebody else: %s', async (told, line) => {
    const here = await talk();
    await here.say(told);
    expect(await here.say(line)).toEqual({ kind: 'forgotten', count: 0 });
    expect(await here.known()).toHaveLength(1);
  });

  it.each(['What is my blood type?', 'Forget about the cat.'])('is anything by “forget it” after %s', async (line) => {
    const here = await talk();
    await here.say('My sister Ida lives in Bergen.');
    await here.say(line);
    expect(await here.say('Forget it.')).toEqual({ kind: 'forgotten', count: 0 });
    expect(await here.known()).toHaveLength(1);
  });

  it('counts nothing that another tab forgot before', async () => {
    const [here, there] = [await talk(), await talk()];
    await here.say('My sister Ida lives in Bergen.');
    await there.say('Where does Ida live?');
    await here.say('Forget it.');
    await there.known();
    expect(await there.say('Forget it.')).toEqual({ kind: 'forgotten', count: 0 });
  });
});

describe('a private chat', () => {
  it('neither gives nor takes', async () => {
    const here = await talk();
    await here.say('My bicycle is red.');
    here.isPrivate = true;
    expect(await here.say('What colour is my bicycle?')).toEqual({ kind: 'private' });
    expect(await here.say('I will resign in May.')).toEqual({ kind: 'private' });
    expect(await here.say('forget it')).toEqual({ kind: 'private' });
    here.isPrivate = false;
    expect((await here.known()).map(({ text }) => text)).toEqual(['My bicycle is red.']);
  });
});

describe('a question that is named, not asked', () => {
  it.each([
    ['My sister Ida lives in Bergen.', 'I wonder where Ida lives'],
    ['The gate code is 1290.', 'I can’t remember what the gate code is'],
    ['Meine Schwester Ida wohnt in Bergen.', 'Ich weiß nicht mehr, wo meine Schwester wohnt'],
    ['我的护照放在抽屉里。', '忘了护照放在哪里'],
  ])('is answered, and nothing is forgotten: %s %s', async (told, line) => {
    const here = await talk();
    await here.say(told);
    expect(quoted(await here.say(line))).toBe(told);
    expect(await here.known()).toHaveLength(1);
  });
});

describe('what is known', () => {
  it('is the newest of what changed', async () => {
    const here = await talk();
    await here.say('I live in Paris.');
    await here.say('I live in Berlin now.');
    expect(quoted(await here.say('Where do I live?'))).toBe('I live in Berlin now.');
  });

  it.each([
    ['I live in Paris.', 'I moved to Lyon.', 'Where do I live?'],
    ['我住在上海。', '我搬到了成都。', '我住在哪里？'],
    ['I work at Siemens.', 'I quit my job at Siemens.', 'Where do I work?'],
    ['我在北京工作。', '我辞职了。', '我在哪里工作？'],
    ['I live in Paris.', 'What a day, I moved to Lyon.', 'Where do I live?'],
    ['我住在上海。', '你知道吗，我搬到成都了', '我住在哪里？'],
    ['Ich wohne in Paris.', 'Was für ein Tag, ich bin nach Lyon gezogen.', 'Wo wohne ich?'],
  ])('is the change, though the question has the words of what was before: %s %s', async (former, changed, asked) => {
    const here = await talk();
    await here.say(former);
    await here.say(changed);
    expect(await here.say(asked)).toMatchObject({ kind: 'quoted', known: { text: changed }, sure: false });
  });

  it.each([
    ['My sister Ana lives in Lisbon.', 'Actually Ana moved to Porto last week.', 'Where does Ana live?'],
    ['My sister Ana lives in Lisbon.', 'Actually Ana moved to Porto last week.', 'Where does Ana live now?'],
    ['My sister lives in Lisbon.', 'My sister moved to Porto.', 'where does my sister live'],
    ['Meine Schwester Ida wohnt in Bergen.', 'Ida ist nach Lyon gezogen.', 'Wo wohnt Ida?'],
    ['我妹妹住在成都。', '我妹妹搬到了上海。', '我妹妹住在哪里？'],
    ['小王住在成都。', '小王搬到上海了。', '小王住在哪里？'],
  ])('is that somebody else moved: %s %s', async (former, changed, asked) => {
    const here = await talk();
    await here.say(former);
    await here.say(changed);
    expect(await here.say(asked)).toMatchObject({ kind: 'quoted', known: { text: changed }, sure: false });
  });

  it.each([
    ['My sister Ana lives in Lisbon.', 'Tom moved to Porto last week.', 'Where does Ana live?'],
    ['My sister Ana lives in Lisbon.', 'Ana moved the sofa into the kitchen.', 'Where does Ana live?'],
    ['小王住在成都。', '小李搬到上海了。', '小王住在哪里？'],
  ])('is not that a third person moved, or a thing: %s %s', async (fact, other, asked) => {
    const here = await talk();
    await here.say(fact);
    await here.say(other);
    expect(await here.say(asked)).toMatchObject({ kind: 'quoted', known: { text: fact } });
  });

  it('is not what was before, told after a move', async () => {
    const here = await talk();
    await here.say('Ana moved to Porto last week.');
    await here.say('Ana lives in Braga since today.');
    expect(quoted(await here.say('Where does Ana live?'))).toBe('Ana lives in Braga since today.');
  });

  it('is the visitor’s own latest fact of the kind, where the question has few words of it', async () => {
    const here = await talk();
    await here.say('I live in Lisbon.');
    await here.say('My mother lives in Porto.');
    await here.say('I moved to Lyon.');
    expect(await here.say('Where do I live now?')).toMatchObject({ known: { text: 'I moved to Lyon.' }, sure: false });
  });
});
