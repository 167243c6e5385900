// Which sessions of a page share a worker, and its lifetime, with workers that the test makes.
import { describe, expect, it } from 'vitest';
import { PACKAGE_VERSION } from '../../src/boundary/protocol.ts';
import { type PageWorker, pageWorker } from '../../src/host/page-worker.ts';

/** Says that it listens when it is told to. */
class FakeWorker extends EventTarget {
  isTerminated = false;
  readonly postMessage = (): void => undefined;
  readonly terminate = (): void => void (this.isTerminated = true);
  readonly sayReady = (): void =>
    void this.dispatchEvent(new MessageEvent('message', { data: `working-memory ready ${PACKAGE_VERSION} ${this}` }));
}

function starter() {
  const started: FakeWorker[] = [];
  const start = (): Worker => {
    const worker = new FakeWorker();
    started.push(worker);
    setTimeout(worker.sayReady, 0);
    return worker as unknown as Worker;
  };
  return { start, started };
}

const session = (page: PageWorker) => {
  const reopened: string[] = [];
  const reopen = (): void => void reopened.push('again');
  page.join(reopen);
  return { page, reopened, leave: () => page.leave(reopen) };
};

describe('the worker of a page', () => {
  it('is shared by sessions with the same function and the same deadline, and by no others', () => {
    const [one, other] = [starter(), starter()];
    const first = session(pageWorker(one.start, 100, 100));
    expect(pageWorker(one.start, 100, 100)).toBe(first.page);
    expect(pageWorker(one.start, 200, 100)).not.toBe(first.page);
    expect(pageWorker(other.start, 100, 100)).not.toBe(first.page);
    first.leave();
    expect(pageWorker(one.start, 100, 100)).not.toBe(first.page);
  });

  it('is started once for all who ask, and ends with its last session', async () => {
    const { start, started } = starter();
    const sessions = Array.from({ length: 20 }, () => session(pageWorker(start, 1000, 1000)));
    const workers = await Promise.all(sessions.map(({ page }) => page.living()));
    expect([new Set(workers).size, started.length]).toEqual([1, 1]);
    const [last, ...others] = sessions;
    for (const { leave } of others) leave();
    expect(started[0]?.isTerminated).toBe(false);
    last?.leave();
    expect(started[0]?.isTerminated).toBe(true);
  });

  it('is replaced once when it is lost, and every session is told', async () => {
    const { start, started } = starter();
    const sessions = Array.from({ length: 3 }, () => session(pageWorker(start, 1000, 1000)));
    const page = sessions[0]?.page as PageWorker;
    (await page.living()).end('it ended');
    expect(sessions.map(({ reopened }) => reopened)).toEqual([[], [], []]);
    const replacing = sessions.map((each) => each.page.living());
    expect(new Set(await Promise.all(replacing)).size).toBe(1);
    expect(started).toHaveLength(2);
    expect(sessions.map(({ reopened }) => reopened)).toEqual([['again'], ['again'], ['again']]);
    for (const { leave } of sessions) leave();
  });

  it('that starts after its last session left is ended at once', async () => {
    const { start, started } = starter();
    const only = session(pageWorker(start, 1000, 1000));
    const starting = only.page.living();
    only.leave();
    await expect(starting).rejects.toMatchObject({ code: 'closed' });
    expect(started.map(({ isTerminated }) => isTerminated)).toEqual([true]);
  });

  it('that did not start is tried again by who asks next', async () => {
    const { start, started } = starter();
    let isBroken = true;
    const only = session(
      pageWorker(
        () => {
          if (isBroken) throw new Error('refused');
          return start();
        },
        1000,
        1000,
      ),
    );
    await expect(only.page.living()).rejects.toMatchObject({ code: 'worker-lost', details: { applied: 'no' } });
    isBroken = false;
    await only.page.living();
    expect([started.length, only.reopened]).toEqual([1, []]);
    only.leave();
  });
});
