// Memory with content for every screen: items that left, files with revisions, requests with epochs.
import type { WorkingMemory } from '../../../src/api/memory.ts';
import { openWorkingMemory, type OpenOptions } from '../../../src/entries/index.ts';
import { memoryStorage } from '../../../src/storage/memory.ts';
import { Chat, words } from '../messages/chat.ts';

const FACTS = [
  'The harbour office closes at noon on Fridays.',
  'The bakery in Mill Street sells rye bread.',
  'Ana prefers trains to planes.',
  'The contract number is HX-2207-Q.',
  'Release 3.2 ships on the ninth of May.',
  '李明住在上海，喜欢喝乌龙茶。',
];

export const openFilled = async (options: Partial<OpenOptions> = {}): Promise<WorkingMemory> => {
  const memory = await openWorkingMemory({
    session: 'shown',
    storage: memoryStorage(),
    context: { window: 4000 },
    limits: { maxItems: 5 },
    ...options,
  });
  for (const [place, text] of FACTS.entries()) await memory.items.memorize({ text, importance: 0.2 + place / 10 });
  for (const line of ['alpha', 'beta', 'gamma']) {
    await memory.files.write('detail/notes.md', `# Notes\n\nfirst\n${line}\nlast\n`, { force: true });
  }
  return memory;
};

/** Plays a conversation that outgrows its window, so that epochs begin and messages are folded. */
export const talked = async (memory: WorkingMemory, turns: number): Promise<Chat> => {
  const chat = new Chat(memory, { system: 'Be brief.' });
  await chat.ask('When does the harbour office close on Fridays?');
  chat.answer('At noon.');
  await chat.turns(turns, (turn) => words(60, `turn${turn}w`));
  return chat;
};
