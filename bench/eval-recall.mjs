// `npm run eval:recall -- --data DIR …`: docs/eval-recall.md.
import { runBundled } from './bundled.mjs';

await runBundled('eval', { main: 'bench/eval/main.ts' });
