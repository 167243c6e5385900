import { expect, it } from 'vitest';
import { openFixed } from '../support/fixed-memory.ts';

it('a scope that is undefined is one that was not named', async () => {
  const memory = await openFixed({ limits: { maxItems: 1 } });
  for (const text of ['the kiln is cold', 'the kiln is hot']) await memory.items.memorize(text);
  await memory.files.write('detail/kiln.md', 'the kiln needs a thermocouple');
  const scopesOf = async (search: typeof memory.files.search) => {
    const { hits } = await search('kiln', { scope: undefined } as object);
    return hits.map(({ scope }) => scope).sort();
  };
  expect(await scopesOf(memory.files.search)).toEqual(['detail']);
  expect(await scopesOf(memory.items.remember)).toEqual(['items', 'tail']);
  await memory.close();
});

it('a scope that is none is named, wherever it stands among others', async () => {
  const memory = await openFixed();
  for (const scope of [['items', 'recnt'], ['recnt', 'items'], 'recnt']) {
    const asked = memory.files.search('kiln', { scope } as object);
    await expect(asked).rejects.toMatchObject({
      code: 'invalid-input',
      details: { received: expect.stringContaining('recnt') },
    });
  }
  await expect(memory.files.search('kiln', { scope: [] })).rejects.toMatchObject({ details: { received: 'none' } });
});
