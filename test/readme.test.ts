// Runs the README's example as written and asks again much later. Both languages have the same code.
import { readFileSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { memoryStorage } from '../src/entries/index.ts';
import { fakeClock } from './support/fakes/fakes.ts';

const HOUR = 3_600_000;
const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const chinese = readFileSync(new URL('../README.zh-CN.md', import.meta.url), 'utf8');
const example = /```js\n([\s\S]*?)```/.exec(readme)?.[1] ?? '';
let programs = 0;

/** Returns what a program prints when it runs against the built package. */
async function printedBy(program: string, ports = {}): Promise<readonly unknown[]> {
  const file = new URL(`../build/readme-example-${++programs}.mjs`, import.meta.url);
  onTestFinished(() => rm(file, { force: true }));
  const printed: unknown[] = [];
  Object.assign(globalThis, { printed, ports });
  await writeFile(file, program.replaceAll('console.log', 'globalThis.printed.push'));
  await import(/* @vite-ignore */ file.href);
  return printed;
}

describe('the example of the README', () => {
  it('runs against the built package', async () => {
    expect(example).toContain("from 'working-memory'");
    expect(example.trim().split('\n').length).toBeLessThanOrEqual(15);
    expect(await printedBy(example)).toEqual(['The user is allergic to nuts']);
  });

  it('finds what it memorized after three hours, a day and thirty days', async () => {
    const withPorts = example.replace("workspace: 'ann' }", "workspace: 'ann', ...globalThis.ports }");
    expect(withPorts).not.toBe(example);
    const clock = fakeClock();
    const ports = { storage: memoryStorage(), clock };
    await printedBy(withPorts, ports);
    const start = clock.now;
    const asking = withPorts.replace(/^.*items\.memorize.*\n/gm, '');
    expect(asking).not.toContain('memorize');
    for (const hours of [3, 24, 30 * 24]) {
      clock.now = start + hours * HOUR;
      expect(await printedBy(asking, ports), `${hours} hours later`).toEqual(['The user is allergic to nuts']);
    }
  });

  it('is answered in her other chats with the scope that the sentence names, and in nobody else’s', async () => {
    const withPorts = example.replace("workspace: 'ann' }", "workspace: 'ann', ...globalThis.ports }");
    const ports = { storage: memoryStorage() };
    await printedBy(withPorts, ports);
    const elsewhere = withPorts
      .replace(/^.*items\.memorize.*\n/gm, '')
      .replace("'chat-42'", "'chat-43'")
      .replace('hits[0].item.text', 'hits[0]?.item.text');
    const [, scope = ''] = /Her other chats find it with\s`([^`]+)`/.exec(readme) ?? [];
    const asking = elsewhere.replace("allergic to?')", `allergic to?', ${scope})`);
    expect(await printedBy(elsewhere, ports)).toEqual([undefined]);
    expect(await printedBy(asking, ports)).toEqual(['The user is allergic to nuts']);
    expect(await printedBy(asking.replace("'ann'", "'bob'"), ports)).toEqual([undefined]);
  });
});

describe('the README in Chinese', () => {
  /** Parts of a page that must be equal in both languages, in order. */
  const shapeOf = (page: string): Record<string, unknown> => ({
    lines: page
      .split('\n')
      .map((line) => (line.startsWith('## ') ? 'heading' : line.startsWith('| ') ? 'row' : ''))
      .filter(Boolean),
    code: [...page.matchAll(/```[\s\S]*?```/g)].map(([block]) => block),
    names: [...page.matchAll(/`([a-z][^`\n]*)`/g)].map(([, name]) => name),
    links: [...page.matchAll(/\]\(([^)]+)\)/g)]
      .map(([, link = '']) => link.replace('docs/zh/', 'docs/').replace('.zh.svg', '.svg'))
      .filter((link) => !link.startsWith('README')),
    figures: [...page.matchAll(/\d+(?:\.\d+)?(?= (?:%|kB))|0\.\d\d|1\.00/g)].map(([figure]) => figure),
  });

  it('has the sections, rows, code, links and figures of the English one', () => {
    expect(shapeOf(chinese)).toEqual(shapeOf(readme));
    expect(shapeOf(readme).figures).toContain('80.1');
  });

  it.each([
    ['README.md', readme],
    ['README.zh-CN.md', chinese],
  ])('%s fits on a page of 120 lines', (_, page) => {
    expect(page.trimEnd().split('\n').length).toBeLessThanOrEqual(120);
  });
});
