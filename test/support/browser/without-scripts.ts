// Page whose scripts vanish from the server once its memory is open, as after a redeploy or offline.
import type { Browser, Page } from 'playwright';
import { describe, expect, it } from 'vitest';
import type { WorkingMemory } from '../../../src/entries/index.ts';
import { servedPackage } from './served-package.ts';

declare global {
  interface Window {
    workingMemory: typeof import('../../../src/entries/index.ts');
    memory: WorkingMemory;
  }
}

/** Name of the part that each call needs. */
const PARTS = {
  state: 'state',
  guide: 'tools',
  tools: 'tools',
  export: 'export and import',
  lastSeen: 'writes of the model',
  branches: 'branches',
};
const ANSWERED = Object.fromEntries(Object.keys(PARTS).map((call) => [call, 'answered']));

export function describeWithoutScripts(startBrowser: () => Promise<Browser>): void {
  describe('a page whose scripts answer 404 after open', () => {
    const served = servedPackage(startBrowser);

    /** Opens a page that preloads nothing, with an open memory. */
    async function openPage(session: string): Promise<Page> {
      served.site.withholdScripts(false);
      const page = await served.context.newPage();
      await page.goto(`${served.site.origin}/page?never-idle`);
      await page.waitForFunction(() => window.workingMemory !== undefined);
      await page.evaluate(async (name) => {
        window.memory = await window.workingMemory.openWorkingMemory({ session: name });
      }, session);
      served.site.withholdScripts(true);
      return page;
    }

    /** Returns code, part and kind of each call's error, by its name. */
    const failures = (page: Page): Promise<Record<string, unknown>> =>
      page.evaluate(async () => {
        const { memory, workingMemory } = window;
        const calls = {
          state: () => memory.state.read(),
          guide: () => memory.context.guide(),
          tools: () => memory.tools(),
          export: () => memory.export(),
          lastSeen: () => memory.files.lastSeen('overview.md'),
          branches: () => memory.context.branches(),
        };
        const outcomes = Object.entries(calls).map(async ([name, call]) => {
          try {
            await call();
            return [name, 'answered'];
          } catch (error) {
            const isOurs = workingMemory.isWorkingMemoryError(error, 'part-unavailable');
            return [name, isOurs ? error.details.part : String(error)];
          }
        });
        return Object.fromEntries(await Promise.all(outcomes)) as Record<string, unknown>;
      });

    it('goes on with every verb of items, files, transcript and sessions', async () => {
      const page = await openPage('all verbs');
      const outcome = await page.evaluate(async () => {
        const { items, files, transcript, sessions } = window.memory;
        const [first, second] = (await items.memorize([{ text: 'The parrot is Kiwi' }, { text: 'The ferry leaves' }]))
          .items;
        await items.update(first?.id ?? '', { importance: 0.9 });
        await items.pin(first?.id ?? '');
        await items.unpin(first?.id ?? '');
        const remembered = (await items.remember('parrot')).hits.map(({ snippet }) => snippet);
        const digest = (await items.summarize()).text;
        const { because } = await items.whyNot(second?.id ?? '', 'parrot');
        const { forgotten } = await items.forget('oldest');
        await items.restore(first?.id ?? '');
        await Promise.all([items.get(first?.id ?? ''), items.list(), items.capacity(), items.step(), items.sweep()]);
        let audited = 0;
        for await (const _ of items.audit()) audited++;
        await transcript.append([{ role: 'user', text: 'hello', original: { toString: () => 'not cloneable' } }]);
        const messages = (await transcript.read()).length + (await transcript.count());
        const { revision } = await files.read('overview.md');
        await files.markSeen('overview.md', revision);
        await files.write('overview.md', 'a new text\n', { baseRevision: 'seen' });
        const conflict = await files.write('overview.md', 'a late text\n', { baseRevision: revision });
        await files.write('detail/a.md', 'The ferry leaves at seven.', { baseRevision: 'seen' });
        await files.edit('detail/a.md', 'seven', 'eight');
        await files.rename('detail/a.md', 'detail/b.md');
        const found = (await files.search('ferry')).hits.map(({ path }) => path);
        await Promise.all([files.list(), files.history('overview.md'), files.overviewStatus()]);
        await files.restore('overview.md', 1);
        await files.delete('detail/b.md');
        const fork = await sessions.fork('all verbs, forked');
        const listed = (await sessions.list()).map(({ session }) => session);
        await sessions.delete(fork.session);
        return {
          remembered,
          digest,
          because,
          forgotten: forgotten.length,
          audited: audited > 0,
          messages,
          diff: conflict.status === 'conflict' && conflict.diff,
          found,
          listed,
        };
      });
      expect(outcome).toEqual({
        remembered: ['The parrot is Kiwi'],
        digest: 'Working memory:\n- The parrot is Kiwi\n- The ferry leaves',
        because: 'not-relevant',
        forgotten: 1,
        audited: true,
        messages: 2,
        diff: '-a new text\n+a late text',
        found: ['detail/b.md'],
        listed: expect.arrayContaining(['all verbs', 'all verbs, forked']),
      });
      await page.close();
    });

    it('says which part it lacks, and has it with the next call once the server is back', async () => {
      const page = await openPage('parts');
      expect(await failures(page)).toEqual(PARTS);
      expect(await failures(page)).toEqual(PARTS);
      served.site.withholdScripts(false);
      expect(await failures(page)).toEqual(ANSWERED);
      await page.close();
    });

    it('lets a model that has its tools and a first answer write on what it saw', async () => {
      const page = await openPage('tools');
      served.site.withholdScripts(false);
      await page.evaluate(async () => [await window.memory.tools(), await window.memory.recall('ferry')]);
      served.site.withholdScripts(true);
      const written = await page.evaluate(async () => {
        const { files, tools } = window.memory;
        await files.write('detail/a.md', 'one\ntwo\nthree\n');
        const [read, write] = await tools({ only: ['read', 'write'] });
        await read?.execute({ path: 'detail/a.md' });
        await files.edit('detail/a.md', 'three', 'drei');
        await write?.execute({ path: 'detail/a.md', content: 'eins\ntwo\nthree\n' });
        return (await files.read('detail/a.md')).text;
      });
      expect(written).toBe('eins\ntwo\ndrei\n');
      await page.close();
    });

    it('opens a session in another language, or with an embedder, only with the parts that it needs', async () => {
      const page = await openPage('languages');
      /** Returns the missing part, or the beginning of the overview. */
      const opened = (session: string, withEmbedder: boolean): Promise<string | undefined> =>
        page.evaluate(
          async ([name, hasEmbedder]) => {
            const { isWorkingMemoryError, openWorkingMemory } = window.workingMemory;
            const embedder = { model: 'one', embed: async (texts: readonly string[]) => texts.map(() => [1]) };
            try {
              const options = hasEmbedder ? ({ embedder } as object) : ({ locale: 'zh-CN' } as const);
              const memory = await openWorkingMemory({ session: name, ...options });
              const { text } = await memory.files.read('overview.md');
              await memory.close();
              return text.match(/^## .*/m)?.[0];
            } catch (error) {
              return isWorkingMemoryError(error, 'part-unavailable') ? error.details.part : String(error);
            }
          },
          [session, withEmbedder] as const,
        );
      const sessions = (): Promise<string[]> =>
        page.evaluate(async () => (await window.memory.sessions.list()).map(({ session }) => session));
      expect(await opened('Chinese', false)).toBe('overview in Chinese');
      expect(await opened('embedded', true)).toBe('embedding');
      expect(await sessions()).not.toEqual(expect.arrayContaining([expect.stringMatching(/Chinese|embedded/)]));
      served.site.withholdScripts(false);
      expect(await opened('Chinese', false)).toBe('## 当前任务');
      expect(await opened('embedded', true)).toBe('## Current task');
      expect(await sessions()).toEqual(expect.arrayContaining(['Chinese', 'embedded']));
      await page.close();
    });

    it('opens a named workspace only with its part, and then asks it without a network', async () => {
      const page = await openPage('alone');
      const asked = (): Promise<string> =>
        page.evaluate(async () => {
          const { isWorkingMemoryError, openWorkingMemory } = window.workingMemory;
          try {
            const memory = await openWorkingMemory({ session: 'named', workspace: 'aviary' });
            await memory.items.memorize('The parrot is Kiwi');
            window.memory = memory;
            return 'opened';
          } catch (error) {
            return isWorkingMemoryError(error, 'part-unavailable') ? error.details.part : String(error);
          }
        });
      expect(await asked()).toBe('the memory of a workspace');
      served.site.withholdScripts(false);
      expect(await asked()).toBe('opened');
      served.site.withholdScripts(true);
      const found = await page.evaluate(async () => {
        const { hits } = await window.memory.items.remember('parrot', { scope: 'workspace' });
        return hits.map(({ snippet }) => snippet);
      });
      expect(found).toEqual(['The parrot is Kiwi']);
      await page.close();
    });

    it('says that the worker lacks its part, changes nothing, and has it with the next call', async () => {
      const page = await openPage('worker’s part');
      served.site.withholdScripts(false);
      const exported = (): Promise<string> =>
        page.evaluate(async () => {
          const { memory, workingMemory } = window;
          try {
            return (await memory.export({ format: 'json' })).includes('Kiwi') ? 'exported' : 'empty';
          } catch (error) {
            return workingMemory.isWorkingMemoryError(error, 'part-unavailable') ? error.details.part : String(error);
          }
        });
      // Loads the page's part only: invalid bundles never reach the worker.
      await page.evaluate(async () => {
        await window.memory.items.memorize('The parrot is Kiwi');
        await window.memory.import('no bundle').catch(() => undefined);
      });
      served.site.withholdScripts(true);
      expect(await exported()).toBe('prompts, addresses, export, import and erasing');
      expect(await exported()).toBe('prompts, addresses, export, import and erasing');
      served.site.withholdScripts(false);
      expect(await exported()).toBe('exported');
      await page.close();
    });

    it('prepares no picture without its part, texts still, and pictures with the next call', async () => {
      const page = await openPage('pictures');
      /** Returns the number of messages and whether a picture counts, or the missing part. */
      const prepared = (picture: boolean): Promise<unknown> =>
        page.evaluate(async (hasPicture) => {
          const { memory, workingMemory } = window;
          type Said = { readonly role: 'user'; readonly content: string; readonly picture?: string };
          const lens = {
            name: 'own',
            role: (said: Said) => said.role,
            text: ({ content, picture }: Said) => (picture ? `${content} [${picture}]` : content),
            calls: () => [],
            results: () => [],
            inject: (_: 'system' | 'user', content: string): Said => ({ role: 'user', content }),
            append: (said: Said, text: string): Said => ({ ...said, content: said.content + text }),
            withResult: (said: Said) => said,
            media: (said: Said) => (said.picture ? [{ kind: 'picture' as const, data: said.picture }] : []),
          };
          const said: Said = {
            role: 'user',
            content: 'Look.',
            ...(hasPicture && { picture: 'https://a.example/b.png' }),
          };
          try {
            const { messages, meta } = await memory.context.prepare(lens, [said]);
            return { messages: messages.length, counts: meta.tokensUsed > 100 };
          } catch (error) {
            return workingMemory.isWorkingMemoryError(error, 'part-unavailable') ? error.details.part : String(error);
          }
        }, picture);
      served.site.withholdScripts(false);
      expect(await prepared(false)).toEqual({ messages: 1, counts: false });
      served.site.withholdScripts(true);
      expect(await prepared(true)).toBe('pictures and files');
      expect(await prepared(true)).toBe('pictures and files');
      expect(await page.evaluate(() => window.memory.transcript.count())).toBe(1);
      expect(await prepared(false)).toEqual({ messages: 1, counts: false });
      served.site.withholdScripts(false);
      expect(await prepared(true)).toEqual({ messages: 1, counts: true });
      await page.close();
    });

    it('has every part after it was idle', async () => {
      served.site.withholdScripts(false);
      const page = await served.context.newPage();
      await page.goto(`${served.site.origin}/page`);
      await page.waitForFunction(() => window.workingMemory !== undefined);
      const before = served.site.served.length;
      await page.evaluate(async () => {
        window.memory = await window.workingMemory.openWorkingMemory({ session: 'idle', workspace: 'ann' });
      });
      const isWarm = (): boolean => served.site.served.slice(before).some((path) => path.startsWith('/bundle-'));
      await expect.poll(isWarm, { timeout: 20_000 }).toBe(true);
      // Imports of the last part may still be loading.
      await page.waitForLoadState('networkidle');
      served.site.withholdScripts(true);
      expect(await failures(page)).toEqual(ANSWERED);
      const { requests, sessions } = await page.evaluate(async () => {
        const { memory } = window;
        return { ...(await memory.report()), ...(await memory.erase({ text: 'nowhere' })) };
      });
      expect([requests, sessions]).toEqual([0, []]);
      await page.close();
    });
  });
}
