// A kernel that runs out of memory, and one whose memory grows with every call, which invalidates its views.
import { describe, expect, it } from 'vitest';
import type { Host } from '../../src/host/compose.ts';
import type { KernelExports } from '../../src/kernel/exports.ts';
import { inlineKernel } from '../../src/kernel/inline.ts';
import { createKernel } from '../../src/kernel/kernel.ts';
import { testEngine } from '../support/engine.ts';
import { countingIds } from '../support/fakes/fakes.ts';
import { recalled } from '../support/recall.ts';

/** The kernel with a memory of at most so many pages of 64 KiB: the number in its section of memories. */
async function kernelOf(pages: number): Promise<WebAssembly.Module> {
  const bytes = inlineKernel();
  // Section 5, of so many bytes: one memory, with a maximum, of 1 page at first and 16,384 at most.
  const section = [1, 1, 1, 0x80, 0x80, 0x01];
  const at = bytes.findIndex((_, start) => section.every((byte, offset) => bytes[start + offset] === byte));
  expect(bytes[at - 2]).toBe(5);
  bytes.set([0x80 | (pages & 0x7f), 0x80 | (pages >> 7), 0], at + 3);
  return WebAssembly.compile(bytes);
}

const wrapped = (
  wrap: (exports: KernelExports, name: string, args: readonly number[]) => void,
): Pick<Host, 'createKernel'> => ({
  createKernel: (module, settings) =>
    createKernel(module, settings, (exports) => {
      const calls: Record<string, unknown> = {};
      for (const [name, value] of Object.entries(exports)) {
        calls[name] =
          typeof value === 'function'
            ? (...args: number[]) => {
                wrap(exports, name, args);
                return (value as (...given: number[]) => unknown)(...args);
              }
            : value;
      }
      return calls as unknown as KernelExports;
    }),
});

const long = (note: number): string => Array.from({ length: 400 }, (_, word) => `word${note}x${word}`).join(' ');

describe('F16: a kernel without memory left', () => {
  it('refuses the command with a code and loses nothing; with less to hold it answers again', async () => {
    const limits = { maxItems: 10_000, maxTokens: 1_000_000 };
    const { engine, host } = await testEngine({ limits }, { kernel: await kernelOf(4) });
    const stored: string[] = [];
    const fill = async (): Promise<void> => {
      for (let note = 0; note < 2000; note++) {
        await engine.memorize([{ text: long(note) }]);
        stored.push(long(note));
        await recalled(engine, `word${note}x7`);
      }
    };
    await expect(fill()).rejects.toMatchObject({ code: 'kernel-unavailable' });
    expect(stored.length).toBeGreaterThan(3);
    expect((await engine.readFile('overview.md')).revision).toBe(1);

    const roomy = await testEngine({ limits }, { storage: host.storage });
    expect((await roomy.engine.listItems()).map(({ text }) => text)).toEqual(stored);
    expect((await recalled(roomy.engine, 'word1x7')).hits[0]?.snippet).toContain('word1x7');
    const few = await testEngine({ limits: { maxItems: 2, maxTokens: 1000 } }, { storage: host.storage });
    await few.engine.forget({ ids: (await few.engine.listItems()).map(({ id }) => id) }, 'hard');
    const again = await testEngine(
      { limits },
      { storage: host.storage, kernel: await kernelOf(4), ids: countingIds('again') },
    );
    await again.engine.memorize([{ text: 'few words' }]);
    expect((await recalled(again.engine, 'few')).hits[0]?.snippet).toBe('few words');
  });
});

describe('F18: a kernel whose memory grows at every call', () => {
  it('answers as one whose memory stays: no view of it outlives a call', async () => {
    const script = async (host: Pick<Host, 'createKernel'> | undefined) => {
      const { engine, clock, journal } = await testEngine({ limits: { maxItems: 5 } }, host);
      const answers: unknown[] = [];
      for (let note = 0; note < 12; note++) {
        clock.now += 60_000;
        await engine.memorize([{ text: `note ${note} about trees`, importance: (note % 4) / 4 }]);
        answers.push((await recalled(engine, `trees note ${note}`, { explain: true })).hits);
      }
      return { answers, journal: (await journal()).map(({ head, events }) => ({ head, events })) };
    };
    let grown = 0;
    const growing = wrapped(({ memory }, name, args) => {
      // Where the I/O region begins is asked in the middle of making a view; that alone grows nothing.
      if (name === 'io' && args[0] === 0) return;
      if (memory.buffer.byteLength < 1500 * 65_536) grown += memory.grow(1) > 0 ? 1 : 0;
    });
    expect(await script(growing)).toEqual(await script(undefined));
    expect(grown).toBeGreaterThan(100);
  });
});
