// From whatever form of the kernel a host can offer to what can be compiled, or to an error that names the cure. On the
// app's side: a response cannot cross to a worker, and a worker need not know how to fetch.
import { kernelUnavailable } from './failures.ts';
import type { CompilableKernel } from './load.ts';

/** A compiled module, its bytes, where to fetch them, or the response of such a fetch. */
export type KernelSource = WebAssembly.Module | BufferSource | URL | string | Response;

/** Rejects with `kernel-unavailable`. A module is passed through, also one from another realm. */
export async function readKernel(source: KernelSource): Promise<CompilableKernel> {
  // Not `instanceof`: an iframe, a test runner or a worker pool has classes of its own with the same names.
  const type = Object.prototype.toString.call(source).slice('[object '.length, -1);
  if (type === 'String' || type === 'URL') return read(await download(source as string | URL));
  if (type === 'Response') return read(source as Response);
  if (type === 'WebAssembly.Module' || type === 'ArrayBuffer' || ArrayBuffer.isView(source)) {
    return source as CompilableKernel;
  }
  throw kernelUnavailable(
    'unknown-source',
    `The kernel must be a WebAssembly.Module, its bytes, a URL or a Response; received ${type}.`,
  );
}

async function download(url: string | URL): Promise<Response> {
  try {
    return await fetch(url);
  } catch (cause) {
    throw kernelUnavailable('not-fetched', `The kernel could not be fetched from ${String(url)}.`, cause);
  }
}

async function read(response: Response): Promise<ArrayBuffer> {
  if (!response.ok) {
    const where = response.url === '' ? '' : ` from ${response.url}`;
    throw kernelUnavailable('not-fetched', `The kernel could not be fetched${where}: status ${response.status}.`);
  }
  try {
    return await response.arrayBuffer();
  } catch (cause) {
    throw kernelUnavailable('not-fetched', 'The connection broke while the kernel was being read.', cause);
  }
}
