// `npm run eval:meter [-- --data DIR …]`: docs/eval-meter.md.
import { runBundled } from './bundled.mjs';

await runBundled('meter', { main: 'bench/meter/main.ts' });
