// An error from a worker in a real page: its stack has the app's own lines below those of the worker.
import { expect, it } from 'vitest';
import { servedPackage } from '../support/browser/served-package.ts';

const served = servedPackage();

it('an error of the worker ends with the line of the app that asked', async () => {
  const page = await served.context.newPage();
  await page.goto(`${served.site.origin}/page`);
  await page.waitForFunction(() => 'workingMemory' in window);
  const stack = await page.evaluate(async () => {
    const { workingMemory } = window as unknown as {
      workingMemory: typeof import('../../src/entries/index.ts');
    };
    const memory = await workingMemory.openWorkingMemory({ session: 'stack' });
    const readingNotes = (): Promise<unknown> => memory.files.read('../elsewhere');
    const failed = await readingNotes().catch((error: Error) => error.stack ?? '');
    await memory.close();
    return String(failed);
  });
  const [ofTheWorker, ofTheApp] = stack.split('\ncalled from\n');
  expect(ofTheWorker).toMatch(/^WorkingMemoryError: Path [^]*worker\.js/);
  expect(ofTheApp).toContain('readingNotes');
});
