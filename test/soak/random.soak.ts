// Rounds with random seeds for some minutes; run by scripts/soak.mjs. The first round with a loss stops it: its seed is
// printed and kept for `npm run test:faults`.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, it } from 'vitest';
import { type Site, serveFolder } from '../support/browser/pages.ts';
import { generator } from '../support/generator.ts';
import { leftOut, playRound, type Seed } from './round.ts';

const minutes = Number(process.env['SOAK_MINUTES'] ?? 1);
const first = Number(process.env['SOAK_SEED'] ?? Math.floor(Math.random() * 1e9));

const say = (line: string): void => void process.stdout.write(`${line}\n`);
let site: Site;
beforeAll(async () => {
  site = await serveFolder('dist');
});
afterAll(() => site.close());

it('loses nothing that was acknowledged', { timeout: (minutes + 5) * 60_000 }, async () => {
  const reasons = (['redis', 'webkit', 'firefox'] as const).flatMap((where) => leftOut({ where }) ?? []);
  say([`soak of ${minutes} min, seed ${first}`, ...reasons].join('; '));
  const random = generator(first);
  const end = Date.now() + minutes * 60_000;
  let [rounds, calls] = [0, 0];
  while (Date.now() < end) {
    const drawn = (['node', 'redis', 'webkit', 'firefox'] as const)[Math.floor(10 * random())] ?? 'browser';
    const round: Seed = { where: leftOut({ where: drawn }) ? 'browser' : drawn, seed: Math.floor(random() * 1e9) };
    const { where } = round;
    const began = Date.now();
    try {
      const report = await playRound(round, site);
      calls += report.calls;
      say(
        `${++rounds}. ${where} ${round.seed}: ${report.fault}; ${report.tabs} writers, ${report.calls} calls acknowledged, ` +
          `0 lost, ${((Date.now() - began) / 1000).toFixed(1)} s`,
      );
    } catch (error) {
      const found = (error as Error).message.slice(0, 1000);
      const file = new URL(`../faults/seeds/${where}-${round.seed}.json`, import.meta.url);
      writeFileSync(file, `${JSON.stringify({ ...round, found }, undefined, 2)}\n`);
      say(`${++rounds}. ${where} ${round.seed}: FAILED; kept in ${fileURLToPath(file)}`);
      throw error;
    }
  }
  say(`${rounds} rounds, ${calls} calls acknowledged, 0 lost`);
});
