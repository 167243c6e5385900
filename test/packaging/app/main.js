import { visit } from './visit.js';

const asked = new URLSearchParams(location.search);
window.outcome = visit({ worker: asked.get('worker') ?? 'auto', kernel: asked.get('kernel') ?? undefined });
