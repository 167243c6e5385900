// Several real processes on one session, some of them killed meanwhile.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { fileStorage } from '../../src/storage/files/storage.ts';
import {
  type CommittingProcess,
  committingProcesses,
  expectNothingLost,
  expectWholeCommits,
  turnsTaken,
} from '../support/storage/committing-processes.ts';
import { temporaryFolder } from '../support/storage/temporary-folders.ts';

let start: Awaited<ReturnType<typeof committingProcesses>>;
let root: string;

beforeAll(async () => {
  start = await committingProcesses(new URL('../support/storage/owner-of-files.ts', import.meta.url));
});
beforeEach(async () => {
  root = await temporaryFolder();
});

async function expectNothingLostInFiles(children: readonly CommittingProcess[]): Promise<number> {
  const head = await expectNothingLost(fileStorage({ root }), children);
  const transcript = await readFile(join(root, '--work--/counted/messages.jsonl'), 'utf8');
  expect(transcript.trimEnd().split('\n')).toHaveLength(head);
  return head;
}

describe('two processes', () => {
  it('interleave several hundred commits and lose none', async () => {
    const children = [start(root, 'one', 250), start(root, 'two', 250)];
    const heads = new Set<number>();
    while (children.some(({ process }) => process.exitCode === null)) {
      heads.add(await expectWholeCommits(fileStorage({ root })));
    }
    expect(heads.size, 'heads seen').toBeGreaterThan(10);
    for (const { ended } of children) expect(await ended).toEqual({ code: 0, complaint: '' });
    expect(await expectNothingLostInFiles(children)).toBe(500);
    expect(await turnsTaken(fileStorage({ root })), 'turns taken').toBeGreaterThan(10);
  });

  it('of which one is slower both come to their turns', async () => {
    const fast = start(root, 'fast', 100_000);
    await new Promise<void>((resolve) => fast.process.stdout?.once('data', () => resolve()));
    const slow = start(root, 'slow', 8, 40);
    expect(await slow.ended).toEqual({ code: 0, complaint: '' });
    fast.process.kill('SIGKILL');
    expect((await fast.ended).complaint).toBe('');
    expect(await expectNothingLostInFiles([fast, slow])).toBeGreaterThan(8);
  });

  it('go on after others were killed at any moment', async () => {
    const children: CommittingProcess[] = [];
    const living = start(root, 'living', 150);
    children.push(living);
    for (let victim = 0; victim < 12 && living.process.exitCode === null; victim++) {
      const child = start(root, `victim-${victim}`, 10_000);
      children.push(child);
      // The first acknowledged commit says that it is in the middle of things.
      await new Promise<void>((resolve) => {
        child.process.stdout?.once('data', () => resolve());
        void child.ended.then(() => resolve());
      });
      await new Promise((resolve) => setTimeout(resolve, victim * 3.7));
      child.process.kill('SIGKILL');
      const { complaint } = await child.ended;
      expect(complaint).toBe('');
    }
    expect(await living.ended).toEqual({ code: 0, complaint: '' });
    expect(await expectNothingLostInFiles(children)).toBeGreaterThan(150);
  });
});
