// Chromium with a profile on disk, as users have it: a private window keeps IndexedDB in memory.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { chromium, type Page } from 'playwright';
import { CHROMIUM } from '../test/support/browser/chromium.ts';
import { serveFolder } from '../test/support/browser/pages.ts';

export interface Chromium {
  /** Name and version, e.g. `Chromium 140`. */
  readonly name: string;
  /** Opens a page on the built package's origin with the benches loaded. */
  openPage(): Promise<Page>;
  /** Opens a page on an origin of its own, with the build in `folder` as `window.workingMemory`. */
  openBuild(folder: string): Promise<Page>;
  /** Reloads the page, which keeps its storage only. */
  reload(page: Page): Promise<void>;
  /** Resident memory of all pages and workers, in bytes; shared memory counts proportionally. */
  residentBytes(): Promise<number>;
  /** Resident memory after a garbage collection in this page, in bytes. */
  collectedBytes(page: Page): Promise<number>;
  /** Processor time of all processes since their start; a busy machine adds little to it. */
  processorMs(): Promise<number>;
  close(): Promise<void>;
}

function proportionalSize(pid: number): number {
  const [, kilobytes] = /^Pss:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}

/** Cross-origin isolation gives the page a clock of 5 µs instead of 100. */
const ISOLATED = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-embedder-policy': 'require-corp',
};

export async function startChromium(): Promise<Chromium> {
  const profile = mkdtempSync(`${tmpdir()}/working-memory-bench-`);
  const site = await serveFolder('dist', ISOLATED);
  const sites = [site];
  const context = await chromium.launchPersistentContext(profile, {
    ...CHROMIUM,
    args: [...CHROMIUM.args, '--js-flags=--expose-gc'],
  });
  const visit = async (page: Page): Promise<void> => {
    await page.goto(`${site.origin}/page`);
    await page.addScriptTag({ path: fileURLToPath(new URL('in-page.js', import.meta.url)), type: 'module' });
    await page.waitForFunction(() => 'benches' in window);
  };
  const processes = async () => {
    const browser = await context.browser()?.newBrowserCDPSession();
    const { processInfo = [] } = (await browser?.send('SystemInfo.getProcessInfo')) ?? {};
    await browser?.detach();
    return processInfo;
  };
  const residentBytes = async (): Promise<number> => {
    const sizes = (await processes()).filter(({ type }) => type === 'renderer').map(({ id }) => proportionalSize(id));
    return sizes.reduce((sum, size) => sum + size, 0);
  };
  return {
    name: `Chromium ${context.browser()?.version() ?? ''}`.trim(),
    async openPage() {
      const page = await context.newPage();
      await visit(page);
      return page;
    },
    async openBuild(folder) {
      const own = await serveFolder(folder, ISOLATED);
      sites.push(own);
      const page = await context.newPage();
      await page.goto(`${own.origin}/page`);
      await page.waitForFunction(() => 'workingMemory' in window);
      return page;
    },
    reload: visit,
    residentBytes,
    async collectedBytes(page) {
      await page.evaluate(async () => {
        for (let time = 0; time < 3; time++) {
          (globalThis as unknown as { gc(): void }).gc();
          await new Promise((later) => setTimeout(later, 300));
        }
      });
      return residentBytes();
    },
    async processorMs() {
      return (await processes()).reduce((sum, { cpuTime }) => sum + 1000 * cpuTime, 0);
    },
    async close() {
      await context.close();
      await Promise.all(sites.map((each) => each.close()));
      rmSync(profile, { recursive: true, force: true });
    },
  };
}
