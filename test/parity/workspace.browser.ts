// A workspace in a page: the same through a worker and on its thread, live over two tabs, and isolated from others.
import { describe, expect, it } from 'vitest';
import type { WorkingMemory } from '../../src/api/memory.ts';
import { ended, freshSession, open, startWorker } from '../support/browser/hooked-memories.ts';

const freshWorkspace = (): string => `owner ${crypto.randomUUID()}`;
/** A worker of its own, as another tab has it. */
const otherTab = (): Worker => startWorker();

const found = async (memory: WorkingMemory, prompt: string) =>
  (await memory.items.remember(prompt, { scope: 'workspace' })).hits.map(({ session, scope, message, snippet }) => {
    return { session, scope, message, snippet };
  });

async function script(worker: false | (() => Worker)): Promise<unknown> {
  const workspace = freshWorkspace();
  const monday = await open({ session: 'monday', workspace, worker });
  await monday.transcript.append({ role: 'user', text: 'The kiln reaches 1,200 degrees' });
  await monday.shared.items.memorize('Ann fires her kiln on Sundays');
  await monday.items.memorize('glaze for the kiln: celadon');
  const tuesday = await open({ session: 'tuesday', workspace, worker });
  const secret = await open({ session: 'secret', workspace, worker, private: true });
  await secret.items.memorize('a kiln nobody knows of');
  const before = await found(tuesday, 'the kiln');
  const { failed, sessions } = await tuesday.erase({ text: 'celadon' });
  return [
    before,
    { failed, lost: sessions.map(({ session, items }) => [session, items.length]) },
    await found(tuesday, 'the kiln'),
    (await tuesday.shared.items.list()).map(({ text }) => text),
    (await tuesday.sessions.list()).map(({ session, private: isPrivate }) => [session, isPrivate]),
    [tuesday.runtime.reach, secret.runtime.reach],
    await ended(secret.items.remember('kiln', { scope: 'workspace' })),
    await ended((await open({ worker })).shared.items.list()),
  ];
}

describe('a workspace in a page', () => {
  it('is the same through a worker and on the thread of the page', async () => {
    const through = await script(startWorker);
    expect(through).toEqual(await script(false));
    const [before, , after] = through as [unknown[], unknown, unknown[]];
    expect([before.length, after.length]).toEqual([3, 2]);
  });

  it('is live over two tabs', async () => {
    const workspace = freshWorkspace();
    const here = await open({ session: 'here', workspace });
    const there = await open({ session: 'there', workspace, worker: otherTab });
    expect(await found(here, 'otter')).toEqual([]);
    await there.transcript.append({ role: 'user', text: 'an otter in the river' });
    await there.shared.items.memorize('otters are protected');
    expect((await found(here, 'otter')).map(({ session }) => session).sort()).toEqual(['*shared', 'there']);
    await here.shared.items.memorize('an otter was seen');
    await expect.poll(async () => (await there.shared.items.list()).length).toBe(2);
    expect(await found(there, 'otter was seen')).toHaveLength(3);
  });

  it('shows nothing to another user of the same browser, whatever their workspaces are called', async () => {
    const base = freshWorkspace();
    const secret = 'the combination is 4711';
    const names = [base, `${base}/ann`, `${base}*`, `${base}/`, base.toUpperCase(), `${base}\u0000`];
    for (const workspace of names) {
      const memory = await open({ session: 'one', workspace });
      await memory.items.memorize(`${secret} ${names.indexOf(workspace)}`);
      await memory.shared.items.memorize(`shared ${secret} ${names.indexOf(workspace)}`);
    }
    for (const workspace of names) {
      const memory = await open({ session: freshSession(), workspace });
      const texts = (await found(memory, 'combination')).map(({ snippet }) => snippet);
      const own = names.indexOf(workspace);
      expect(texts.sort()).toEqual([`shared ${secret} ${own}`, `${secret} ${own}`].sort());
    }
    const [ann, bob] = [await open(), await open()];
    await ann.items.memorize(secret);
    expect((await bob.items.remember('combination', { scope: 'all' })).hits).toEqual([]);
    expect(await ended(bob.items.remember('combination', { scope: 'workspace' }))).toBe('workspace-not-named');
  });
});
