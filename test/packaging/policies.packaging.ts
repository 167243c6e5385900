// The choice of workers under a page's Content-Security-Policy, over the same build.
import { build } from 'vite';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { join } from 'node:path';
import { serveFolder } from '../support/browser/pages.ts';
import { consumer } from './tarball.ts';
import { fails, remembers } from './visits.ts';

const WASM = "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'";

let built: string;
beforeAll(async () => {
  const root = await consumer();
  await build({ root, configFile: false, logLevel: 'warn' });
  built = join(root, 'dist');
});

async function pageUnder(policy: string, query = ''): Promise<string> {
  const site = await serveFolder(built, { 'content-security-policy': policy });
  onTestFinished(() => site.close());
  return `${site.origin}/index.html${query}`;
}

describe('a Content-Security-Policy', () => {
  it("of script-src 'self' 'wasm-unsafe-eval' and worker-src 'self' leaves the file worker", async ({ annotate }) => {
    const runtime = await remembers(await pageUnder(`${WASM}; worker-src 'self'`));
    await annotate(`worker-src 'self': ${runtime.worker} worker`);
    expect(runtime).toMatchObject({ place: 'worker', worker: 'file' });
    expect(runtime.reason).toBeUndefined();
  });

  it('with worker-src blob: leaves the worker from a blob, when asked for or when the file is refused', async ({
    annotate,
  }) => {
    const asked = await remembers(await pageUnder(`${WASM}; worker-src 'self' blob:`, '?worker=blob'));
    expect(asked).toMatchObject({ place: 'worker', worker: 'blob' });
    expect(asked.reason).toBeUndefined();
    const refused = await remembers(await pageUnder(`${WASM}; worker-src blob:`));
    await annotate(`worker-src blob: ${refused.worker} worker (${refused.reason})`);
    expect(refused).toMatchObject({ place: 'worker', worker: 'blob', reason: expect.stringMatching(/^file worker: /) });
  });

  it("of worker-src 'none' leaves the same thread, with both reasons", async ({ annotate }) => {
    const runtime = await remembers(await pageUnder(`${WASM}; worker-src 'none'`));
    await annotate(`worker-src 'none': ${runtime.place} (${runtime.reason})`);
    expect(runtime).toMatchObject({
      place: 'same-thread',
      storage: 'indexeddb',
      reason: expect.stringMatching(/^file worker: .+; blob worker: .+/),
    });
  });

  it('F70: that requires trusted types leaves the same thread', async ({ annotate }) => {
    const runtime = await remembers(await pageUnder(`${WASM}; require-trusted-types-for 'script'`));
    await annotate(`require-trusted-types-for 'script': ${runtime.place} (${runtime.reason})`);
    expect(runtime.place).toBe('same-thread');
  });

  for (const [what, query] of [
    ['in the file worker', ''],
    ['in the worker from a blob', '?worker=blob'],
  ] as const) {
    it(`F69: without 'wasm-unsafe-eval' ends ${what} with an error that says what the header lacks`, async ({
      annotate,
    }) => {
      const policy = "default-src 'self'; script-src 'self'; worker-src 'self' blob:";
      const error = await fails(await pageUnder(policy, query));
      await annotate(error.message);
      expect(error).toMatchObject({ code: 'kernel-unavailable', details: { reason: 'content-security-policy' } });
      expect(error.message).toMatch(/Content-Security-Policy.*'wasm-unsafe-eval'.*script-src/);
    });
  }

  it("without 'wasm-unsafe-eval' and without workers ends with the same error", async () => {
    const error = await fails(await pageUnder("default-src 'self'; script-src 'self'; worker-src 'none'"));
    expect(error).toMatchObject({ code: 'kernel-unavailable', details: { reason: 'content-security-policy' } });
  });
});
