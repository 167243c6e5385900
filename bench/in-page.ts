// What the benches run inside a page, put where Playwright can call it.
import { benchColdOpen, benchFillSession } from './cold-open-page.ts';
import { benchFill, benchReopen } from './page.ts';
import { benchOverview } from './overview.ts';
import { benchRecallOfMadeUp } from './recall.ts';
import { benchVectors } from './vectors.ts';

const benches = {
  benchVectors,
  benchRecallOfMadeUp,
  benchFill,
  benchReopen,
  benchFillSession,
  benchColdOpen,
  benchOverview,
};

declare global {
  interface Window {
    benches: typeof benches;
  }
}

window.benches = benches;
