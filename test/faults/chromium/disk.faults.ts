// A full disk under a browser: a small disk in memory whose free space a filler takes.
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startChromium } from '../../support/chromium/chromium-process.ts';
import { type Site, serveFolder } from '../../support/browser/pages.ts';
import { temporaryFolder } from '../../support/storage/temporary-folders.ts';
import { openMemory } from '../../soak/workload.ts';

let site: Site;
beforeAll(async () => {
  site = await serveFolder('dist');
});
afterAll(() => site.close());

const canMount = ((): boolean => {
  try {
    const place = '/tmp/working-memory-mount';
    mkdirSync(place, { recursive: true });
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', place], { stdio: 'ignore' });
    execFileSync('umount', [place], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

function fill(disk: string): void {
  for (let file = 0; statfsSync(disk).bavail > 0 && file < 10_000; file++) {
    const room = statfsSync(disk).bavail * statfsSync(disk).bsize;
    try {
      writeFileSync(join(disk, `filler-${file}`), Buffer.alloc(Math.max(1, Math.min(room, 4_000_000))));
    } catch {
      // No space left, as intended.
    }
  }
}

describe.skipIf(!canMount)(`a full disk${canMount ? '' : ' (skipped: only root may mount one)'}`, () => {
  it('F46: refuses with a code, ends every call, and loses nothing in silence; with room again it goes on', async () => {
    const disk = await temporaryFolder();
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=200m', 'tmpfs', disk]);
    onTestFinished(() => void execFileSync('umount', ['-l', disk]));
    const profile = join(disk, 'profile');
    const browser = await startChromium(profile);
    onTestFinished(() => browser.kill());
    const page = await browser.openPage(`${site.origin}/page`);
    await openMemory(page, { deadlineMs: 8000 });
    const store = (text: string, size = 0): Promise<string> =>
      page.evaluate(
        async ([note, bytes]) => {
          const noise = Array.from({ length: Number(bytes) / 37 }, () => crypto.randomUUID()).join(' ');
          const { items, files } = window.memory;
          const call = noise ? files.write('detail/noise.md', noise, { force: true }) : items.memorize(String(note));
          return call.then(
            () => 'stored',
            (error: { code?: string }) => String(error.code),
          );
        },
        [text, size] as const,
      );
    for (const text of ['one', 'two', 'three']) expect(await store(text)).toBe('stored');
    fill(disk);
    const ends: string[] = [];
    for (let write = 0; write < 60 && ends.filter((end) => end !== 'stored').length < 3; write++) {
      ends.push(await store(`full ${write}`, 100_000));
    }
    const refused = ends.filter((end) => end !== 'stored');
    expect(refused.length, ends.join(' ')).toBeGreaterThan(0);
    for (const end of refused) expect(['storage-quota', 'storage-unavailable', 'timeout', 'not-found']).toContain(end);

    for (let file = 0; file < 10_000; file++) rmSync(join(disk, `filler-${file}`), { force: true });
    await browser.kill();
    const again = await startChromium(profile);
    onTestFinished(() => again.kill());
    const fresh = await again.openPage(`${site.origin}/page`);
    await openMemory(fresh, { deadlineMs: 20_000 });
    const found = await fresh.evaluate(async () => ({
      texts: (await window.memory.items.list()).map(({ text }) => text),
      kind: window.memory.recovery.kind,
      goesOn: (await window.memory.items.memorize('and it goes on')).stored,
    }));
    // A browser may clear the whole site; then that is said.
    if (found.texts.length < 3) expect(found.kind).not.toBe('none');
    else expect(found.texts).toEqual(['one', 'two', 'three']);
    expect(found.goesOn).toBe(true);
  });
});
