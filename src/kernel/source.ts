// Turns any form of the kernel that a host can offer into one that can be compiled, or throws an error that names the
// cure. On the app's side: a response cannot cross to a worker, and a worker need not know how to fetch.
import { kernelUnavailable } from './failures.ts';
import type { CompilableKernel } from './load.ts';

/** A compiled module, its bytes, their address, or the response of a fetch. */
export type KernelSource = WebAssembly.Module | BufferSource | URL | string | Response;

/** Rejects with `kernel-unavailable`. Passes a module through, even one from another realm. */
export async function readKernel(source: KernelSource): Promise<CompilableKernel> {
  // Not `instanceof`: an iframe, a test runner or a worker pool has its own classes of the same names.
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
