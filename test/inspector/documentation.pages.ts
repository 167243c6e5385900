// Runs the examples of docs/inspector.md as they are written, one after the other, in a page.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { servedPackage } from '../support/browser/served-package.ts';

const examples = Array.from(
  readFileSync(new URL('../../docs/inspector.md', import.meta.url), 'utf8').matchAll(/```js\n([\s\S]*?)```/g),
  ([, program = '']) => program,
);
/** Import map in place of a bundler. */
const IMPORTS = { imports: { 'working-memory': '/index.js', 'working-memory/inspector': '/inspector.js' } };

const served = servedPackage();

describe('the examples of docs/inspector.md', () => {
  it('put three inspectors into a page: docked, as an element, and over an export', async () => {
    expect(examples).toHaveLength(3);
    const { context, site } = served;
    const lines = examples.join('\n').split('\n');
    // Two of the examples import the same module.
    const imports = new Set(lines.filter((line) => line.startsWith('import ')));
    const program = [...imports, ...lines.filter((line) => !line.startsWith('import '))].join('\n');
    const body = `<!doctype html><title>page</title><script type="importmap">${JSON.stringify(IMPORTS)}</script>
<script type="module">${program}\ndocument.title = 'ready';</script>`;
    await context.route(`${site.origin}/examples`, (route) => route.fulfill({ contentType: 'text/html', body }));
    const page = await context.newPage();
    const problems: string[] = [];
    page.on('pageerror', ({ message }) => problems.push(message));
    await page.goto(`${site.origin}/examples`);
    await page.waitForFunction(() => document.title === 'ready');
    expect(problems).toEqual([]);
    expect(await page.locator('wm-inspector').count()).toBe(3);
    await page.getByRole('tab', { name: 'Items', selected: true }).waitFor();
    await page.getByRole('button', { name: 'Open the memory inspector (Alt+M)' }).last().click();
    await page.getByRole('tab', { name: 'Prompt', selected: true }).waitFor();
  });
});
