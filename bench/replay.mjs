// `npm run replay [-- --data DIR …]`: docs/replay.md.
import { runBundled } from './bundled.mjs';

await runBundled('replay', { main: 'bench/replay/main.ts', job: 'bench/replay/job.ts' });
