// A week of one user's conversations: facts told in passing, asked for later, changed, erased, and carried to a second
// device.
import type { WorkingMemory } from '../../src/api/memory.ts';
import { Chat, shown } from './messages/chat.ts';

const DAY = 86_400_000;
const MONDAY = Date.UTC(2026, 0, 5, 9);

/** Opens a conversation of the owner on one of two devices; two at a time are two tabs. */
export type OpenConversation = (
  device: 'desk' | 'phone',
  session: string,
  clock: () => number,
) => Promise<WorkingMemory>;

/** Returns the recalled lines that a question brought by itself; the name of a conversation counts, not its sign. */
async function recalled(chat: Chat, question: string): Promise<string[]> {
  const said = shown(await chat.ask(question)).at(-1) ?? '';
  chat.answer('I see.');
  const [, note = ''] = /<recalled nonce="\w+">\n([^]*)\n<\/recalled/.exec(said) ?? [];
  return note
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.replace(/^\| /, '').replace(/shared\/\w+/, 'shared/ID'));
}

/** Returns what is found on request, best first. */
async function found(memory: WorkingMemory): Promise<string[]> {
  const asked = ['Rex chicken', 'city of the user', 'north wing'].map((question) =>
    memory.items.remember(question, { scope: 'workspace', minShare: 0.8 }),
  );
  return (await Promise.all(asked)).flatMap(({ hits }) => hits.map(({ snippet }) => snippet));
}

const DOG = 'What food may I buy for my dog Rex?';
const CITY = 'In which city does the user live?';
const OFFICE = 'Where in the building is my office?';

const all = async (memory: WorkingMemory): Promise<readonly string[][]> => {
  const chat = new Chat(memory);
  return [await recalled(chat, DOG), await recalled(chat, CITY), await recalled(chat, OFFICE)];
};

export async function week(open: OpenConversation) {
  let now = MONDAY;
  const clock = (): number => now;
  const monday = await open('desk', 'monday', clock);
  const first = new Chat(monday);
  await first.ask('My dog Rex, by the way, must not eat any food with chicken. Now please plan my week.');
  first.answer('Gladly.');
  await first.ask('My office is in the north wing of the building, third door. Put the meetings there.');
  first.answer('Done.');
  await monday.shared.items.memorize('The user lives in the city of Oslo.', { key: 'city' });
  await monday.close();

  now += 2 * DAY;
  const wednesday = await open('desk', 'wednesday', clock);
  const told = await all(wednesday);
  const tab = await open('desk', 'wednesday', clock);
  await tab.shared.items.memorize('The user lives in the city of Bergen.', { key: 'city' });
  await tab.close();
  await wednesday.close();
  const reloaded = await open('desk', 'wednesday', clock);
  const rode = await reloaded.context.recalled();

  now += 3 * DAY;
  const saturday = await open('desk', 'saturday', clock);
  const changed = await all(saturday);
  const { failed } = await saturday.erase({ text: 'north wing' });
  await saturday.close();
  await reloaded.close();
  const evening = await open('desk', 'evening', clock);
  const erased = await all(evening);
  const here = await found(evening);
  const bundle = await evening.export({ workspace: true, format: 'json' });
  await evening.close();

  now += DAY;
  const phone = await open('phone', 'inbox', clock);
  await phone.import(bundle);
  const there = await found(phone);
  // Imported texts come on request only.
  const unasked = await all(phone);
  await phone.close();
  return {
    told,
    rode: rode.length,
    changed,
    failed,
    erased,
    here,
    isErased: !bundle.includes('north wing'),
    there,
    unasked,
  };
}

const FOOD =
  '[2026-01-05, other/4cfa1739/messages/0] (another conversation) user: My dog Rex, by the way, must not eat any food with chicken. Now please plan my week.';
const place = (wing: string): string =>
  `[2026-01-05, other/4cfa1739/messages/2] (another conversation) user: My office is in the ${wing} of the building, third door. Put the meetings there.`;
const FOUND = [FOOD.replace(/.*user: /, ''), 'The user lives in the city of Bergen.'];
const BERGEN = '[2026-01-07, shared/ID] The user lives in the city of Bergen.';

/** Expected results, the same on every platform. */
export const WEEK = {
  told: [[FOOD], ['[2026-01-05, shared/ID] The user lives in the city of Oslo.'], [place('north wing')]],
  rode: 3,
  changed: [[FOOD], [BERGEN], [place('north wing')]],
  failed: [],
  erased: [[FOOD], [BERGEN], [place('[forgotten]')]],
  here: FOUND,
  isErased: true,
  there: FOUND,
  unasked: [[], [], []],
};
