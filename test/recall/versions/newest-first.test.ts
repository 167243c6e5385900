import { describe, expect, it } from 'vitest';
import type { Item } from '../../../src/items/item.ts';
import { COMPARED_HITS, newestFirst, type RankedHit } from '../../../src/recall/versions/newest-first.ts';

const itemOf = (id: string, text: string, createdAt: number, more: Partial<Item> = {}): Item => ({
  id,
  text,
  createdAt,
  importance: 0.5,
  pinned: false,
  source: 'user',
  trust: 2,
  tokens: 1,
  sequence: createdAt,
  step: 0,
  forgotten: false,
  ...more,
});

type Said = readonly [id: string, text: string, createdAt: number, more?: Partial<Item>];

/** Hits in this order, with falling scores. */
const hitsOf = (said: readonly Said[], scores?: readonly number[]): RankedHit[] =>
  said.map((each, index) => ({ score: scores?.[index] ?? 1 - index / 100, matched: 0.8, item: itemOf(...each) }));

const orderOf = (prompt: string, said: readonly Said[], scores?: readonly number[]): string[] =>
  newestFirst(hitsOf(said, scores), prompt).map(({ hit }) => (said[hit] as Said)[0]);

const HOME = 'Where does the user live?';
const PARIS: Said = ['paris', 'I live in Paris.', 1];
const BERLIN: Said = ['berlin', 'I live in Berlin now.', 2];
const ROME: Said = ['rome', 'I live in Rome now, after all.', 3];

describe('versions of one fact', () => {
  it('exchange their places, the newest first', () => {
    expect(orderOf(HOME, [PARIS, BERLIN])).toEqual(['berlin', 'paris']);
    expect(orderOf(HOME, [PARIS, ROME, BERLIN])).toEqual(['rome', 'berlin', 'paris']);
    expect(orderOf(HOME, [BERLIN, PARIS, ROME])).toEqual(['rome', 'berlin', 'paris']);
  });

  it('leave the places of other hits alone', () => {
    const tea: Said = ['tea', 'The people who live next door drink tea.', 9];
    const said: Said[] = [tea, PARIS, ['dog', 'My dog is a live wire.', 8], BERLIN];
    expect(orderOf(HOME, said, [1, 0.8, 0.75, 0.7])).toEqual(['tea', 'berlin', 'dog', 'paris']);
  });

  it('are known by their lineage, whatever they say and however old they are', () => {
    const flat: Said = ['flat', 'Second floor, no lift.', 9, { replacedBy: 'house' }];
    const house: Said = ['house', 'A house with a garden.', 5, { replaces: 'flat', replacedBy: 'boat' }];
    const boat: Said = ['boat', 'On a boat by the old bridge.', 1, { replaces: 'house' }];
    expect(orderOf(HOME, [flat, house, boat])).toEqual(['boat', 'house', 'flat']);
    expect(orderOf(HOME, [flat, PARIS, house])).toEqual(['house', 'paris', 'flat']);
    // The one in between is no hit.
    expect(orderOf(HOME, [flat, PARIS, boat])).toEqual(['boat', 'paris', 'flat']);
    expect(orderOf(HOME, [PARIS, flat])).toEqual(['paris', 'flat']);
  });

  it('of several lines stand each former behind what took its place', () => {
    const paris: Said = ['paris', 'I live in Paris.', 3, { replacedBy: 'rome' }];
    const rome: Said = ['rome', 'I live in Rome now.', 1, { replaces: 'paris' }];
    expect(orderOf(HOME, [paris, rome, BERLIN])).toEqual(['rome', 'paris', 'berlin']);
  });

  it('name the former ones that scored higher', () => {
    const places = newestFirst(hitsOf([BERLIN, PARIS, ROME]), HOME);
    expect(places).toEqual([
      { hit: 2, newerThan: ['berlin', 'paris'] },
      { hit: 0, newerThan: [] },
      { hit: 1, newerThan: [] },
    ]);
  });

  it.each([
    ['the older begins with words of its own', 'In May Ann lives in Rome.', 'Ann lives in Bern.'],
    ['the newer begins with words of its own', 'Ann lives in Rome.', 'In May Ann lives in Bern.'],
    ['the newer has more of them inside', 'Ann lives in Bern.', 'In May Ann now lives in Bern.'],
    ['the newer ends as the older goes on', 'Ann lives in Rome and in Bern.', 'In May Ann and Bob live in Rome.'],
    ['the older ends as the newer goes on', 'Ann now lives in Bern.', 'Ann and Bob live in Rome and in Bern now.'],
  ])('are known also where %s', (_, older, newer) => {
    const said: Said[] = [
      ['older', older, 1],
      ['newer', newer, 2],
    ];
    expect(orderOf('Where does Ann live?', said)).toEqual(['newer', 'older']);
  });

  it('stay where the newest has the best score already', () => {
    expect(newestFirst(hitsOf([BERLIN, PARIS]), HOME)).toEqual([
      { hit: 0, newerThan: [] },
      { hit: 1, newerThan: [] },
    ]);
  });

  it('stay where both were said at one time', () => {
    expect(orderOf(HOME, [PARIS, ['berlin', 'I live in Berlin now.', 1]])).toEqual(['paris', 'berlin']);
  });

  it('stay where the newer answers far worse', () => {
    expect(orderOf(HOME, [PARIS, BERLIN], [1, 0.51])).toEqual(['berlin', 'paris']);
    expect(orderOf(HOME, [PARIS, BERLIN], [1, 0.49])).toEqual(['paris', 'berlin']);
  });

  it('stay where a better item says more of what is asked', () => {
    const [paris, berlin] = hitsOf([PARIS, BERLIN]) as [RankedHit, RankedHit];
    const ranked = [{ ...paris, item: itemOf('other', 'The user lives here', 0), matched: 1 }, paris, berlin];
    const orderAt = (matched: number): number[] =>
      newestFirst([...ranked.slice(0, 1), { ...paris, matched }, { ...berlin, matched }], HOME).map(({ hit }) => hit);
    expect(orderAt(0.5)).toEqual([0, 2, 1]);
    expect(orderAt(0.49)).toEqual([0, 1, 2]);
  });

  it('are texts of 600 characters at most', () => {
    const home = (length: number): Said => ['long', `I live in ${'x'.repeat(length - 10)}`, 1];
    expect(orderOf(HOME, [home(600), BERLIN])).toEqual(['berlin', 'long']);
    expect(orderOf(HOME, [home(601), BERLIN])).toEqual(['long', 'berlin']);
  });

  it('stay where a vector alone brought the newer', () => {
    const [paris, berlin] = hitsOf([PARIS, BERLIN]) as [RankedHit, RankedHit];
    expect(newestFirst([paris, { ...berlin, matched: undefined }], HOME).map(({ hit }) => hit)).toEqual([0, 1]);
  });

  it('stay behind the best hits, so that a limit cuts one order', () => {
    const others = Array.from({ length: COMPARED_HITS - 1 }, (_, index): Said => [`${index}`, `note ${index}`, 0]);
    expect(orderOf(HOME, [PARIS, ...others, BERLIN])[0]).toBe('paris');
    expect(orderOf(HOME, [PARIS, ...others.slice(1), BERLIN])[0]).toBe('berlin');
  });
});

describe('where nothing is a version of another', () => {
  it.each<[string, string, string, string]>([
    ['about another subject', 'Who lives where?', 'Ann lives in Lisbon.', 'Bob lives in Porto.'],
    [
      'about a subject behind a shared word',
      'When are the deadlines?',
      'The deadline of Alpha is Friday.',
      'The deadline of Beta is Monday.',
    ],
    [
      'about a longer subject',
      'Where does my friend live?',
      'My friend Ann lives in Rome.',
      'My friend Bob lives in Bern.',
    ],
    ['about what the prompt names', 'Does the user live in Paris?', 'I live in Paris.', 'I live in Berlin now.'],
    ['about another attribute', 'What is Tom?', 'Tom: job: cook', 'Tom: home: Bern'],
    [
      'about another attribute behind many shared words',
      'What do I note about Tom?',
      'A note about my friend Tom: job: cook',
      'A note about my friend Tom: home: Bern',
    ],
    ['that is a question', HOME, 'I live in Paris.', 'Do I live in Berlin now?'],
    ['that says something else', HOME, 'I live in Paris.', 'Octopuses live at the bottom of the sea.'],
    [
      'that is long',
      HOME,
      'I live in Paris.',
      `I live in Berlin now. ${'We talked about it for a while. '.repeat(12)}`,
    ],
    ['in Chinese about another subject', '大家住在哪里？', '小王住在上海。', '小李住在北京。'],
    ['in Chinese about a longer subject', '同事住在哪里？', '我的同事小王住在上海。', '我的同事小李住在北京。'],
    ['in Chinese about a name that shares a character', '舅舅对什么过敏？', '舅舅对坚果过敏。', '舅妈对牛奶过敏。'],
    ['in Chinese about another attribute', '上司怎么样？', '我的上司老家是天津的。', '我的上司爱好是钓鱼。'],
  ])('a newer text %s does not lead', (_, prompt, older, newer) => {
    expect(
      orderOf(prompt, [
        ['older', older, 1],
        ['newer', newer, 2],
      ]),
    ).toEqual(['older', 'newer']);
  });

  it.each<[string, Partial<Item>, Partial<Item>]>([
    ['user', { userId: 'ann' }, { userId: 'bob' }],
    ['agent', { agentId: 'a' }, {}],
    ['speaker', { speaker: 'Ann' }, { speaker: 'Bob' }],
    ['role', { role: 'user' }, { role: 'assistant' }],
  ])('a newer text of another %s does not lead', (_, one, other) => {
    const order = (newer: Partial<Item>): string[] =>
      orderOf(HOME, [
        ['paris', 'I live in Paris.', 1, one],
        ['berlin', 'I live in Berlin now.', 2, newer],
      ]);
    expect(order(other)).toEqual(['paris', 'berlin']);
    expect(order(one)).toEqual(['berlin', 'paris']);
  });

  it('a newer text that nobody vouches for does not lead one that somebody does', () => {
    const trusts = (older: 0 | 2, newer: 0 | 1 | 2): string[] =>
      orderOf(HOME, [
        ['paris', 'I live in Paris.', 1, { trust: older }],
        ['berlin', 'I live in Berlin now.', 2, { trust: newer }],
      ]);
    expect(trusts(2, 0)).toEqual(['paris', 'berlin']);
    expect(trusts(2, 1)).toEqual(['berlin', 'paris']);
    expect(trusts(0, 0)).toEqual(['berlin', 'paris']);
    expect(trusts(0, 2)).toEqual(['berlin', 'paris']);
  });

  it('two versions that nobody vouches for stay behind a text that somebody does', () => {
    const order = orderOf(HOME, [
      ['paris', 'I live in Paris.', 1, { trust: 0 }],
      ['berlin', 'I live in Berlin now.', 3, { trust: 0 }],
      ['rome', 'I live in Rome.', 2],
    ]);
    expect(order).toEqual(['rome', 'berlin', 'paris']);
  });

  it('no text leads for a blank prompt or one without names', () => {
    for (const prompt of ['', '  ', 'who is it?', '是谁？']) {
      expect(orderOf(prompt, [PARIS, BERLIN])).toEqual(['paris', 'berlin']);
    }
  });

  it('a passage or a message does not lead', () => {
    const [paris, berlin] = hitsOf([PARIS, BERLIN]) as [RankedHit, RankedHit];
    const places = newestFirst([{ ...paris, item: undefined }, paris, { ...berlin, item: undefined }, berlin], HOME);
    expect(places.map(({ hit }) => hit)).toEqual([0, 3, 2, 1]);
  });
});

describe('a prompt that asks for an order', () => {
  it.each([
    'What was the original address?',
    'Was war die ursprüngliche Adresse?',
    '最初的地址是什么？',
    'What was the previous address?',
    'What was the address before?',
    'Was war die frühere Adresse?',
    '以前的地址是什么？',
  ])('gets the first value first where it asks for that: %s', (prompt) => {
    const former: Said = ['former', 'The address 地址 Adresse is Oak Street.', 1];
    const present: Said = ['present', 'The address 地址 Adresse is now Elm Street.', 2];
    expect(orderOf(prompt, [present, former])).toEqual(['former', 'present']);
    expect(orderOf(prompt, [former, present])).toEqual(['former', 'present']);
  });

  it.each([
    ['What is the latest report?', 'report'],
    ['Was ist der neueste Bericht?', 'Bericht'],
    ['最新的报告是什么？', '报告'],
  ])('gets the latest of what answers equally well where it asks for that: %s', (prompt, report) => {
    const spring: Said = ['spring', `A ${report} on the harbour and its cranes.`, 1];
    const autumn: Said = ['autumn', `Anna sent in a ${report}, mostly about fish.`, 2];
    const worse: Said = ['worse', `A bad ${report}, from someone else entirely.`, 3];
    expect(orderOf(prompt, [spring, autumn, worse], [1, 0.95, 0.6])).toEqual(['autumn', 'spring', 'worse']);
    expect(orderOf(`What is in the ${report}?`, [spring, autumn], [1, 0.95])).toEqual(['spring', 'autumn']);
  });

  it('moves no hit with fewer words of the prompt, and none that a vector alone brought', () => {
    const spring: Said = ['spring', 'A report on the harbour and its cranes.', 1];
    const autumn: Said = ['autumn', 'Anna sent in a report, mostly about fish.', 2];
    const [best, other] = hitsOf([spring, autumn]) as [RankedHit, RankedHit];
    const orderWith = (second: RankedHit): number[] =>
      newestFirst([best, second], 'What is the latest report?').map(({ hit }) => hit);
    expect(orderWith(other)).toEqual([1, 0]);
    expect(orderWith({ ...other, matched: 0.7 })).toEqual([0, 1]);
    expect(orderWith({ ...other, matched: undefined })).toEqual([0, 1]);
  });

  it.each([
    'First of all, what is my phone number?',
    'Quick question first: what is my phone number?',
    'Can you first tell me what my phone number is?',
    'Did I tell you my phone number before?',
    'Which phone number did I previously give you?',
    'What is my phone number? It is for my first order.',
    'Erste Frage: my phone number?',
    'Primero dime: my phone number?',
    '我之前说的手机号是多少？',
    '我之前告诉你的手机号是什么？',
    '原来如此，那我的手机号是多少？',
  ])('is none where its word says nothing of the fact: %s', (prompt) => {
    const former: Said = ['former', 'My phone number 手机号 is 555.', 1];
    const present: Said = ['present', 'My phone number 手机号 is 777.', 2];
    expect(orderOf(prompt, [former, present])).toEqual(['present', 'former']);
  });

  it('is none where the texts say the word themselves', () => {
    const said: Said[] = [
      ['old', 'My first name is Ann.', 1],
      ['new', 'My first name is Anne now.', 2],
    ];
    expect(orderOf('What is my first name?', said)).toEqual(['new', 'old']);
  });
});

describe('a prompt about the user', () => {
  it.each<[string, string, string]>([
    ['Where do I live?', 'My mother lives in Porto.', 'I live in Lisbon.'],
    ['Where do I live?', 'He lives in Rome.', 'I live in Lisbon.'],
    ['Where do I currently live?', 'My mother lives in Porto.', 'I live in Lisbon.'],
    ['Where did I originally live?', 'My mother lives in Porto.', 'I live in Lisbon.'],
    ['What is my phone number?', 'His phone number is 444.', 'My phone number is 555.'],
    ['What is my current phone number?', 'My wife’s phone number is 444.', 'My phone number is 555.'],
    ['When is my birthday?', 'The birthday of my wife is on July 2.', 'My birthday is on March 14.'],
    ['我的手机号是多少？', '老王的手机号是444', '我的手机号是555'],
    ['我的手机号是多少？', '房东的手机号是444', '我的手机号是555'],
    ['我的手机号是多少？', '他的手机号是444', '我的手机号是555'],
    ['我的手机号是多少？', '公司的手机号是444', '我的手机号是555'],
    ['我住在哪裡？', '我媽媽住在高雄', '我住在台北'],
    ['我现在住在哪里？', '我妈妈住在广州', '我住在北京'],
  ])('%s: %s comes behind the user’s own, whichever is the newer and the better one', (prompt, other, own) => {
    for (const [ofOther, ofOwn] of [
      [1, 2],
      [2, 1],
    ] as const) {
      const [otherOne, ownOne]: [Said, Said] = [
        ['other', other, ofOther],
        ['own', own, ofOwn],
      ];
      expect(orderOf(prompt, [otherOne, ownOne])).toEqual(['own', 'other']);
      expect(newestFirst(hitsOf([ownOne, otherOne]), prompt).map(({ newerThan }) => newerThan)).toEqual([[], []]);
    }
  });

  it('has all versions of the user’s fact before one about somebody else', () => {
    const mother: Said = ['mother', 'My mother lives in Porto.', 9];
    expect(orderOf('Where do I live?', [mother, PARIS, BERLIN])).toEqual(['berlin', 'paris', 'mother']);
  });

  it.each<[string, string, string]>([
    ['What is my phone number?', 'My phone number is 555-1234', 'My new phone number is 555-9876'],
    ['Where do I live?', 'I live in Paris', 'I currently live in Lyon'],
    ['When is my flight?', 'My flight is at 9', 'Sorry, my flight is at 11'],
    ['Do I eat meat?', 'I eat meat', 'I no longer eat meat'],
    ['Do I smoke?', 'I smoke', 'I quit smoking'],
    ['When is my birthday?', 'My birthday is on the 5th of June', 'Actually my birthday is on the 6th of June'],
    ['Where does the user live?', 'The user lives in Paris', 'The user currently lives in Lyon'],
  ])('%s: %s stays behind what is newer and better: %s', (prompt, older, newer) => {
    const said: Said[] = [
      ['newer', newer, 2],
      ['older', older, 1],
    ];
    expect(orderOf(prompt, said)).toEqual(['newer', 'older']);
  });

  it.each<[string, string, string]>([
    ['What is my phone number?', 'My phone number is 555', 'My phone number used to be 444'],
    ['What is my phone number?', 'My phone number is 555', 'My phone number is not 444'],
    ['Who is my boss?', 'My boss is Linda', 'My boss was Karen until March'],
    ['Where do I live?', 'I live in Milan', 'I do not live in Rome'],
    ['我住在哪里？', '我住在北京', '我以前住在成都'],
    ['我住在哪里？', '我住在北京', '我想住在成都'],
    ['我的手机号是多少？', '我的手机号是555', '我的手机号以前是444'],
  ])('%s: %s holds, though a value of before was told later: %s', (prompt, present, past) => {
    const said: Said[] = [
      ['present', present, 1],
      ['past', past, 2],
    ];
    expect(orderOf(prompt, said)).toEqual(['present', 'past']);
  });
});
