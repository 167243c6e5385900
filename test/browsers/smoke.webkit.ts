// The built package in WebKit: memorized texts are found, also after a reload.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Site, serveFolder } from '../support/browser/pages.ts';
import { startWebKit, type WebKit } from './webkit.ts';

let site: Site;
let webkit: WebKit;
beforeAll(async () => {
  site = await serveFolder('dist');
  webkit = await startWebKit();
});
afterAll(async () => {
  await webkit?.close();
  await site.close();
});

const OPEN = `
  while (!window.workingMemory) await new Promise((resolve) => setTimeout(resolve, 50));
  const memory = await window.workingMemory.openWorkingMemory({ session: 'webkit' });`;
const RECALL = `
  const texts = async (prompt) => (await memory.items.remember(prompt)).hits.map(({ item }) => item.text);
  const found = { english: await texts('name of the parrot'), chinese: await texts('会议几点') };
  const search = (await memory.files.search('ferry')).hits.map(({ snippet }) => snippet);
  const { runtime } = memory;
  await memory.close();
  return { ...found, search, runtime };`;

it('memorizes, recalls, and recalls again after a reload', async ({ annotate }) => {
  await annotate(`WebKitGTK ${webkit.version}`);
  await webkit.open(`${site.origin}/page`);
  const first = await webkit.evaluate(`${OPEN}
    await memory.items.memorize([{ text: 'The parrot is called Kiwi' }, { text: '会议改到下午三点' }]);
    await memory.files.write('detail/trip.md', 'The ferry leaves at seven.');
    ${RECALL}`);
  expect(first).toEqual({
    english: ['The parrot is called Kiwi'],
    chinese: ['会议改到下午三点'],
    search: ['The ferry leaves at seven.'],
    runtime: { place: 'worker', worker: 'file', reach: 'session', storage: 'indexeddb', quarantined: [] },
  });
  await webkit.reload();
  expect(await webkit.evaluate(`${OPEN} ${RECALL}`)).toEqual(first);
});
