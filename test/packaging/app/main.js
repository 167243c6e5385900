import { visit } from './visit.js';

const asked = new URLSearchParams(location.search);
const maxTokens = Number(asked.get('tokens') ?? 4000);
const kernel = asked.get('kernel') ?? undefined;
window.outcome = visit({ worker: asked.get('worker') ?? 'auto', kernel, limits: { maxTokens } });
