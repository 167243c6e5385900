// The app's `onBeforeWrite` runs on the page while its memory is in a worker.
import { expect, it } from 'vitest';
import { detectSecrets } from '../../../src/entries/secrets.ts';
import { failure, freshSession, open } from '../../support/browser/hooked-memories.ts';

it('decides in the page what goes to the worker', async () => {
  const session = freshSession();
  const memory = await open({ session, onBeforeWrite: detectSecrets() });
  expect(memory.runtime.place).toBe('worker');
  await memory.items.memorize('The card was declined');
  const error = await failure(memory.items.memorize(['a fact', 'my card is 4111 1111 1111 1111']));
  expect(error).toMatchObject({ code: 'write-rejected', details: { kind: 'item' } });
  expect((await memory.items.list()).map(({ text }) => text)).toEqual(['The card was declined']);

  const aside = await open({ session, onBeforeWrite: detectSecrets({ decision: 'quarantine' }) });
  await aside.items.memorize('my card is 4111 1111 1111 1111');
  await aside.transcript.append({ role: 'user', text: 'my PIN is 4711' });
  expect(await aside.items.list()).toMatchObject([{ trust: 2 }, { trust: 0 }]);
  expect(await aside.transcript.read()).toMatchObject([{ trust: 0, source: 'user' }]);
});
