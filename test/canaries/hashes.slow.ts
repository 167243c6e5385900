// Nothing stored after a hard forget derives from the forgotten text. Two memories with the same texts and other random
// numbers share only values that derive from a text: the forgotten one, or one that both keep. A third memory, which
// forgot another text, tells them apart: it shares the latter only.
import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import { importConversations, messageList, whatsappChat } from '../../src/entries/importers.ts';
import { langchainStore } from '../../src/entries/langchain.ts';
import { openaiChat } from '../../src/entries/lenses.ts';
import { hash } from '../../src/tree/hash.ts';
import { ADAPTERS } from '../support/frozen/stored-bytes.ts';
import { scriptedEmbedder } from '../support/fakes/scripted-embedder.ts';
import { openCanaries, plant } from '../support/canaries/plant.ts';

const secretOf = (pin: string): string => `My café has the PIN ${pin}.`;

/** Words and hashes in all that is stored, names and keys too. Numbers count commits, and vectors come when they come. */
function wordsIn(value: unknown): ReadonlySet<string> {
  return new Set(JSON.stringify(value).match(/(?![0-9]+(?![\p{L}\p{N}]))[\p{L}\p{N}]+/gu));
}

async function stored(
  make: (typeof ADAPTERS)[string],
  pin: string,
  isForgotten: boolean,
): Promise<ReadonlySet<string>> {
  const { storage, dump } = await make();
  const secret = secretOf(pin);
  const options = { workspace: 'ann', session: 'test', embedder: scriptedEmbedder() };
  const memory = await openCanaries(storage, options);
  await plant(memory, secret, { session: 'test', forms: [secret] });
  const list = [
    { role: 'user', content: secret },
    { role: 'assistant', content: 'Noted.' },
  ];
  await importConversations(memory, messageList(openaiChat), JSON.stringify(list));
  await importConversations(memory, whatsappChat(), `03/04/2024, 21:41 - Ann: ${secret}`);
  await langchainStore(memory).put(['notes'], 'pin', { secret });
  await memory.sessions.fork('copy');
  await memory.embedding.settled();
  if (isForgotten) {
    await memory.erase({ text: secret });
    await memory.close();
    const again = await openCanaries(storage, options);
    await again.embedding.settled();
    await again.close();
  } else await memory.close();
  return wordsIn(await dump());
}

const common = (one: ReadonlySet<string>, other: ReadonlySet<string>): string[] =>
  [...one].filter((word) => other.has(word));

describe.each(Object.entries(ADAPTERS))('what %s holds', (_, make) => {
  it('is no hash and no name that tells a forgotten text', { timeout: 120_000 }, async () => {
    const [one, same, other] = [
      await stored(make, '47110815', true),
      await stored(make, '47110815', true),
      await stored(make, '36229025', true),
    ];
    expect(common(one, same).filter((word) => !other.has(word))).toEqual([]);
  });
});

it('the same look at a memory that forgot nothing finds its hashes', { timeout: 60_000 }, async () => {
  const make = ADAPTERS['memory'] as (typeof ADAPTERS)[string];
  const [one, same, other] = [
    await stored(make, '47110815', false),
    await stored(make, '47110815', false),
    await stored(make, '36229025', false),
  ];
  const told = common(one, same).filter((word) => !other.has(word));
  expect(told).toContain(hash(secretOf('47110815')));
});
