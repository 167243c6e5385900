// Every form in which a host can provide the kernel, and the errors where it cannot run.
import { createServer } from 'node:http';
import { createContext, runInContext } from 'node:vm';
import { afterEach, expect, test, vi } from 'vitest';
import { inlineKernel } from '../../src/kernel/inline.ts';
import { createKernel } from '../../src/kernel/kernel.ts';
import { compileKernel } from '../../src/kernel/load.ts';
import { type KernelSource, readKernel } from '../../src/kernel/source.ts';
import { columns, settings } from '../support/kernel/kernel-settings.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

async function expectItRuns(source: KernelSource): Promise<void> {
  const kernel = createKernel(await compileKernel(await readKernel(source)), settings);
  expect(kernel.add(columns())).toBe(0);
  expect(kernel.live).toBe(1);
}

test('the module imports nothing', async () => {
  expect(WebAssembly.Module.imports(await compileKernel(inlineKernel()))).toEqual([]);
});

test('bytes, a buffer and a compiled module all give a kernel', async () => {
  const bytes = inlineKernel();
  await expectItRuns(bytes);
  await expectItRuns(bytes.buffer);
  await expectItRuns(new WebAssembly.Module(bytes));
});

test('a response and the URL it came from give a kernel', async () => {
  await expectItRuns(new Response(inlineKernel()));
  const server = createServer((_, response) => response.end(inlineKernel()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  try {
    await expectItRuns(`http://127.0.0.1:${port}/kernel.wasm`);
    await expectItRuns(new URL(`http://127.0.0.1:${port}/kernel.wasm`));
  } finally {
    server.close();
  }
});

test('a module and bytes from another realm are recognised', async () => {
  const context = createContext({ bytes: inlineKernel() });
  const module = runInContext('new WebAssembly.Module(bytes)', context) as WebAssembly.Module;
  expect(module).not.toBeInstanceOf(WebAssembly.Module);
  await expectItRuns(module);
  await expectItRuns(runInContext('Uint8Array.from(bytes)', context) as Uint8Array<ArrayBuffer>);
  await expectItRuns(runInContext('Uint8Array.from(bytes).buffer', context) as ArrayBuffer);
});

test('an answer that is not the kernel is named by its status', async () => {
  await expect(readKernel(new Response('no', { status: 404 }))).rejects.toMatchObject({
    code: 'kernel-unavailable',
    details: { reason: 'not-fetched' },
    message: expect.stringContaining('404'),
  });
});

test('a failed fetch keeps its cause', async () => {
  await expect(readKernel('http://127.0.0.1:1/kernel.wasm')).rejects.toMatchObject({
    code: 'kernel-unavailable',
    details: { reason: 'not-fetched' },
    cause: expect.any(Error),
  });
});

test('damaged bytes are told from a policy that forbids compiling', async () => {
  await expect(compileKernel(inlineKernel().slice(0, 500))).rejects.toMatchObject({
    details: { reason: 'not-compiled' },
  });
});

test.each([
  "WebAssembly.compile(): Refused to compile or instantiate WebAssembly module because 'unsafe-eval' is no",
  'call to WebAssembly.compile() blocked by CSP',
  'WebAssembly.compile(): Wasm code generation disallowed by embedder',
])('the missing policy keyword is named when compiling fails with “%s”', async (message) => {
  vi.spyOn(WebAssembly, 'compile').mockRejectedValue(new WebAssembly.CompileError(message));
  await expect(compileKernel(inlineKernel())).rejects.toMatchObject({
    code: 'kernel-unavailable',
    details: { reason: 'content-security-policy' },
    message: expect.stringContaining("'wasm-unsafe-eval'"),
    cause: { message },
  });
});

test.each([[undefined], [null], [{}], [42]])('%s is refused as a source', async (source) => {
  await expect(readKernel(source as unknown as KernelSource)).rejects.toMatchObject({
    details: { reason: 'unknown-source' },
  });
});

test('a module that needs imports is refused with the same code', () => {
  // (module (import "a" "b" (func)))
  const foreign = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 2, 7, 1, 1, 97, 1, 98, 0, 0);
  expect(() => createKernel(new WebAssembly.Module(foreign), settings)).toThrow(
    expect.objectContaining({ code: 'kernel-unavailable', details: { reason: 'not-instantiated' } }),
  );
});
