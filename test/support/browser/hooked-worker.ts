// Memory worker that fails on request.
import '../../../worker/memory.ts';

/** Number of coming kernel calls that trap. */
let traps = 0;

const { Instance } = WebAssembly;
WebAssembly.Instance = class extends Instance {
  override readonly exports: WebAssembly.Exports;

  constructor(...given: ConstructorParameters<typeof Instance>) {
    super(...given);
    const exports = super.exports as WebAssembly.Exports & { rank(...args: unknown[]): number };
    const rank = (...args: unknown[]): number => {
      if (traps-- > 0) throw new WebAssembly.RuntimeError('trapped on request');
      return exports.rank(...args);
    };
    this.exports = { ...exports, rank };
  }
};

self.addEventListener('message', ({ data }) => {
  if (typeof data?.traps === 'number') traps = data.traps;
  if (data === 'close yourself') self.close();
  if (data === 'throw')
    setTimeout(() => {
      throw new Error('thrown in a timer on request');
    });
  if (data === 'reject') void Promise.reject(new Error('rejected on request'));
  if (data === 'hang') for (;;);
  if (data === 'be busy') {
    for (const until = Date.now() + 1500; Date.now() < until;);
    self.postMessage('was busy');
  }
});
