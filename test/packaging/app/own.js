import { visit } from './visit.js';

window.outcome = visit({ worker: () => new Worker(new URL('./own-worker.js', import.meta.url), { type: 'module' }) });
