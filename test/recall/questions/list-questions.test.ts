// Detection of prompts that ask for a list, in six languages.
import { expect, it, test } from 'vitest';
import { asksForList, mostShown } from '../../../src/recall/questions/list-questions.ts';

const LISTS = [
  'Which restaurants did we like?',
  'what books has Tim read?',
  'Which of the Greek restaurants near the station are open?',
  'What kinds of pottery does she make?',
  'Which people did she meet in Rome?',
  "What are Anna's hobbies?",
  'Who were the guests?',
  'Where has he been?',
  'How many pets does James have?',
  'List the cities that we saw.',
  'Tell me all of our appointments',
  'The trip was long. Which cities did you see?',
  'Welche Restaurants mochten wir?',
  'Welche neuen Filme habe ich gesehen?',
  'Welche Städte haben wir besucht?',
  'In welchen Ländern war sie?',
  'Wie viele Katzen hat Anna?',
  'Zeig mir alle meine Termine',
  'Quels livres a-t-elle lus ?',
  'Dans quelles villes ?',
  'Combien de chats a-t-elle ?',
  'Montre-moi tous mes rendez-vous',
  '¿Qué libros leyó?',
  '¿En qué ciudades estuvo?',
  '¿Cuántos gatos tiene?',
  '¿Cuáles son sus aficiones?',
  'todas las citas',
  '我们去过哪些餐厅？',
  '我有几本书？',
  '多少个人来了？',
  '列出我的预约',
  '她都见过谁？',
  '所有的约会',
  '予定の一覧を見せて',
  '猫は何匹ですか、すべて教えて',
  '参加者は何人ですか？',
];

const OTHERS = [
  '',
  'What is her name?',
  'Which city did we visit last?',
  'What was the status of the bus?',
  'What does James want to do?',
  'Where did she move from?',
  'What happens when it rains?',
  'What has happened?',
  'What works best?',
  'What did James offer to do for John?',
  'What are you doing?',
  'Is that all?',
  'I like all my books. Where is the shop?',
  'Welche Stadt hat sie besucht?',
  'Welche Meinung hat sie?',
  'Was ist alles passiert?',
  'Quel livre a-t-elle lu ?',
  'Quelle ville ?',
  '¿Qué tienes?',
  '¿Qué hacemos hoy?',
  '¿Cuál es su nombre?',
  '她叫什么名字？',
  '哪个城市？',
  '多少钱？',
  '都市は？',
  '何時ですか？',
];

test.each(LISTS)('a prompt asks for a list: %s', (prompt) => expect(asksForList(prompt)).toBe(true));

test.each(OTHERS)('a prompt asks for no list: %s', (prompt) => expect(asksForList(prompt)).toBe(false));

it('reads no list in a long text, however it begins', () => {
  expect(asksForList('Which books '.padEnd(1000, 'did she read '))).toBe(true);
  expect(asksForList('Which books '.padEnd(1001, 'did she read '))).toBe(false);
});

it('shows of a list what has 0.3 of the best score, and at least ten hits', () => {
  const falling = Array.from({ length: 40 }, (_, place) => ({ score: 1 - place / 40 }));
  const steep = [{ score: 1 }, ...Array.from({ length: 39 }, () => ({ score: 0.1 }))];
  const list = { isList: true, limit: 30 };
  expect(mostShown(list, falling)).toBe(29);
  expect(mostShown(list, steep)).toBe(10);
  expect(mostShown(list, steep.slice(0, 3))).toBe(30);
  expect(mostShown({ isList: false, limit: 12 }, steep)).toBe(12);
});
