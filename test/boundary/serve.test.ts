import { wrap } from 'comlink';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Commit } from '../../src/api/memory.ts';
import type { Engine } from '../../src/boundary/engine.ts';
import { type Exposed, type OpenRequest, type Riding, SESSION } from '../../src/boundary/protocol.ts';
import { serve } from '../../src/boundary/serve.ts';

const commitAt = (head: number) => ({ head }) as Commit;

/** A page at a worker whose engine commits twice for each step. */
async function connected() {
  const scope = Object.assign(new EventTarget(), { postMessage: () => undefined });
  let commit: (commit: Commit) => void = () => undefined;
  await serve(scope, (_, onCommit) => {
    commit = onCommit;
    const engine = {
      status: async () => ({}),
      step: async () => {
        onCommit(commitAt(1));
        onCommit(commitAt(2));
        return 7;
      },
    };
    return Promise.resolve(engine as unknown as Engine);
  });
  const { port1, port2 } = new MessageChannel();
  onTestFinished(() => port1.close());
  const heard: unknown[] = [];
  port1.addEventListener('message', ({ data }: MessageEvent<Riding & { id?: string }>) =>
    heard.push([data.commits?.map(({ head }) => head), data.id === undefined ? 'alone' : 'answer']),
  );
  const remote = wrap<Exposed>(port1);
  scope.dispatchEvent(new MessageEvent('message', { data: SESSION, ports: [port2] as never }));
  await remote.open({} as OpenRequest);
  heard.length = 0;
  return { remote, heard, commit: (head: number) => commit(commitAt(head)) };
}

describe('a commit', () => {
  it('rides with the answer to its call, in one message', async () => {
    const { remote, heard } = await connected();
    expect(await remote.step()).toBe(7);
    await new Promise((later) => setTimeout(later, 20));
    expect(heard).toEqual([[[1, 2], 'answer']]);
  });

  it('that no call made comes alone, and once', async () => {
    const { remote, heard, commit } = await connected();
    commit(3);
    commit(4);
    await expect.poll(() => heard).toEqual([[[3, 4], 'alone']]);
    await remote.status();
    expect(heard).toEqual([
      [[3, 4], 'alone'],
      [undefined, 'answer'],
    ]);
  });
});
