// Compiles the kernel, or reports what forbids it. Compiles bytes only: several edge runtimes forbid that and hand out
// ready modules instead.
import { kernelUnavailable } from './failures.ts';

/** A compiled module, or its bytes. */
export type CompilableKernel = WebAssembly.Module | BufferSource;

/** Rejects with `kernel-unavailable`. Passes a module through, even one from another realm. */
export async function compileKernel(source: CompilableKernel): Promise<WebAssembly.Module> {
  if (typeof WebAssembly === 'undefined') {
    throw kernelUnavailable('no-webassembly', 'This runtime has no WebAssembly (a lockdown mode turns it off).');
  }
  if (Object.prototype.toString.call(source) === '[object WebAssembly.Module]') return source as WebAssembly.Module;
  try {
    return await WebAssembly.compile(source as BufferSource);
  } catch (cause) {
    // Every engine words this differently, and not all throw a CompileError.
    if (/unsafe-eval|content security policy|\bcsp\b|disallowed by embedder/i.test(String(cause))) {
      throw kernelUnavailable(
        'content-security-policy',
        "The header Content-Security-Policy forbids compiling WebAssembly: add 'wasm-unsafe-eval' to its script-src " +
          '(a worker has the header of its own file), or pass a compiled WebAssembly.Module as the kernel.',
        cause,
      );
    }
    throw kernelUnavailable(
      'not-compiled',
      'The kernel could not be compiled: its bytes are damaged, or the runtime lacks fixed-width SIMD ' +
        '(Chrome 91, Firefox 89, Safari 16.4).',
      cause,
    );
  }
}
