// The inspector in React and Vue pages: it takes a memory as a property and leaves nothing behind when it unmounts,
// also where strict mode or a reload mounts it twice.
import { build } from 'esbuild';
import type { Page } from 'playwright';
import { beforeAll, describe, expect, it } from 'vitest';
import { servedPackage } from '../../support/browser/served-package.ts';
import type { InspectorPage } from '../support/inspector/page.ts';

const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>host</title><link rel="icon" href="data:,">
<script type="module" src="/host.js"></script></html>`;

/** Only where it runs: in the page. */
declare const page: InspectorPage;
declare global {
  // The mounted page.
  var shown: ReturnType<InspectorPage['open']>;
}

const served = servedPackage();
let script: string;
beforeAll(async () => {
  const { outputFiles } = await build({
    entryPoints: ['test/sdks/support/inspector/page.ts'],
    bundle: true,
    write: false,
    format: 'esm',
    target: 'es2022',
    external: ['/index.js', '/inspector.js'],
    define: {
      'process.env.NODE_ENV': '"development"',
      __VUE_OPTIONS_API__: 'true',
      __VUE_PROD_DEVTOOLS__: 'false',
      __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
    },
  });
  script = outputFiles[0]?.text ?? '';
});

async function opened(way: Parameters<InspectorPage['open']>[0]): Promise<{ host: Page; problems: string[] }> {
  const { context, site } = served;
  await context.route(`${site.origin}/host`, (route) => route.fulfill({ contentType: 'text/html', body: PAGE }));
  await context.route('**/host.js', (route) => route.fulfill({ contentType: 'text/javascript', body: script }));
  const host = await context.newPage();
  const problems: string[] = [];
  host.on('pageerror', ({ message }) => problems.push(message));
  host.on('console', (said) => void (['error', 'warning'].includes(said.type()) && problems.push(said.text())));
  await host.goto(`${site.origin}/host`);
  await host.waitForFunction(() => 'page' in globalThis);
  await host.evaluate((name) => void (globalThis.shown = page.open(name)), way);
  return { host, problems };
}

const show = (host: Page, isShown: boolean, key = ''): Promise<void> =>
  host.evaluate(([now, name]) => globalThis.shown.show(now, name), [isShown, key] as const);
const living = (host: Page): Promise<Record<string, number>> => host.evaluate(() => page.living());
const ONE = { listener: 1, memory: 1, context: 1, embedding: 1, timer: 1 };

describe.each(['React 19', 'React 18', 'Vue'] as const)('the element in %s', (way) => {
  it('shows the memory that it is given, is mounted anew without a trace of the former, and goes', async () => {
    const { host, problems } = await opened(way);
    const before = await living(host);
    for (const key of ['first', 'reloaded', 'again']) {
      await show(host, true, key);
      await host.getByText('in order').waitFor();
      expect(await host.locator('wm-inspector').count()).toBe(1);
      await expect.poll(() => living(host)).toEqual(ONE);
    }
    await show(host, false);
    await expect.poll(() => host.locator('wm-inspector').count()).toBe(0);
    await expect.poll(() => living(host)).toEqual(before);
    await show(host, true, 'back');
    await host.getByText('in order').waitFor();
    await host.evaluate(() => globalThis.shown.end());
    await expect.poll(() => living(host)).toEqual(before);
    expect(problems).toEqual([]);
  });

  it('goes on where the page moves it to', async () => {
    const { host, problems } = await opened(way);
    await show(host, true);
    await host.getByText('in order').waitFor();
    await host.evaluate(() => {
      const aside = document.body.appendChild(document.createElement('aside'));
      aside.append(document.querySelector('wm-inspector') as Element);
    });
    await host.locator('aside').getByText('in order').waitFor();
    await expect.poll(() => living(host)).toEqual(ONE);
    expect(problems).toEqual([]);
  });
});

/** Windows beside the page, each with the number of inspectors that show something there. */
const windows = (host: Page): Promise<number[]> =>
  Promise.all(
    served.context
      .pages()
      .filter((one) => one !== host)
      .map((one) =>
        one
          .getByText('in order')
          .count()
          .catch(() => 0),
      ),
  );

describe('a window of its own, which an effect of React opens', () => {
  it('is one, though strict mode runs the effect twice, and goes with the component', async () => {
    const { host, problems } = await opened('React 19, in a window');
    for (const key of ['first', 'reloaded']) {
      await show(host, true, key);
      await expect.poll(() => windows(host)).toEqual([1]);
      await expect.poll(() => living(host)).toMatchObject({ memory: 1, context: 1, embedding: 1 });
    }
    await host.evaluate(() => globalThis.shown.end());
    await expect.poll(() => windows(host)).toEqual([]);
    await expect.poll(() => living(host)).toEqual({});
    expect(problems).toEqual([]);
  });

  it('stops following the memory when the user closes it', async () => {
    const { host } = await opened('React 19, in a window');
    await show(host, true);
    await expect.poll(() => windows(host)).toEqual([1]);
    await served.context
      .pages()
      .find((one) => one !== host)
      ?.close({ runBeforeUnload: true });
    await expect.poll(() => windows(host)).toEqual([]);
    await expect.poll(() => living(host)).toEqual({});
  });
});
