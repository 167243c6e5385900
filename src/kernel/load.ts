// From whatever form of the kernel a host can offer to a compiled module, or to an error that names the cure.
// Compiles only bytes: several edge runtimes forbid that and hand out ready modules instead.
import { WorkingMemoryError } from '../errors.ts';

/** A compiled module, its bytes, where to fetch them, or the response of such a fetch. */
export type KernelSource = WebAssembly.Module | BufferSource | URL | string | Response;

/** Rejects with `kernel-unavailable`. A module is passed through, also one from another realm. */
export async function compileKernel(source: KernelSource): Promise<WebAssembly.Module> {
  if (typeof WebAssembly === 'undefined') {
    throw unavailable('no-webassembly', 'This runtime has no WebAssembly (a lockdown mode turns it off).');
  }
  // Not `instanceof`: an iframe, a test runner or a worker pool has classes of its own with the same names.
  const type = Object.prototype.toString.call(source).slice('[object '.length, -1);
  if (type === 'WebAssembly.Module') return source as WebAssembly.Module;
  if (type === 'String' || type === 'URL') return compile(await download(source as string | URL));
  if (type === 'Response') return compile(await read(source as Response));
  if (ArrayBuffer.isView(source) || type === 'ArrayBuffer') return compile(source as BufferSource);
  throw unavailable(
    'unknown-source',
    `The kernel must be a WebAssembly.Module, its bytes, a URL or a Response; received ${type}.`,
  );
}

async function download(url: string | URL): Promise<ArrayBuffer> {
  let response: Response;
  try {
    response = await fetch(url);
  } catch (cause) {
    throw unavailable('not-fetched', `The kernel could not be fetched from ${String(url)}.`, cause);
  }
  return read(response);
}

async function read(response: Response): Promise<ArrayBuffer> {
  if (!response.ok) {
    const where = response.url === '' ? '' : ` from ${response.url}`;
    throw unavailable('not-fetched', `The kernel could not be fetched${where}: status ${response.status}.`);
  }
  try {
    return await response.arrayBuffer();
  } catch (cause) {
    throw unavailable('not-fetched', 'The connection broke while the kernel was being read.', cause);
  }
}

async function compile(bytes: BufferSource): Promise<WebAssembly.Module> {
  try {
    return await WebAssembly.compile(bytes);
  } catch (cause) {
    // Every engine has its own words for it, and not all throw a CompileError.
    if (/unsafe-eval|content security policy|\bcsp\b|disallowed by embedder/i.test(String(cause))) {
      throw unavailable(
        'content-security-policy',
        "The header Content-Security-Policy forbids compiling WebAssembly: add 'wasm-unsafe-eval' to its script-src " +
          '(a worker has the header of its own file), or pass a compiled WebAssembly.Module as the kernel.',
        cause,
      );
    }
    throw unavailable(
      'not-compiled',
      'The kernel could not be compiled: its bytes are damaged, or the runtime lacks fixed-width SIMD ' +
        '(Chrome 91, Firefox 89, Safari 16.4).',
      cause,
    );
  }
}

function unavailable(reason: string, message: string, cause?: unknown): WorkingMemoryError<'kernel-unavailable'> {
  return new WorkingMemoryError('kernel-unavailable', message, { reason }, { cause });
}
