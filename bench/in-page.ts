// Benches that run inside a page, exposed to Playwright.
import { benchColdOpen, benchFillSession } from './cold-open-page.ts';
import { benchEncrypted } from './encrypted.ts';
import { benchEveryday } from './everyday-page.ts';
import { benchFindImported, benchImport, benchMakeExport } from './import.ts';
import { benchFillInspected, benchInspect } from './inspector-page.ts';
import { benchLongList, benchMakeList } from './long-list.ts';
import { benchOpenWithVectors, benchQuestion } from './meaning.ts';
import { benchExport, benchFill, benchReopen } from './page.ts';
import { benchOverview } from './overview.ts';
import { benchRecallOfMadeUp } from './recall.ts';
import { benchFillVectors, benchReadVectors } from './stored-vectors.ts';
import { benchFillSessions, benchOpenSessions } from './sessions-page.ts';
import { benchFillWorkspace, benchHoldWorkspace, benchOpenAlone, benchWorkspace } from './workspace-page.ts';
import { benchVectors } from './vectors.ts';

const benches = {
  benchVectors,
  benchFillVectors,
  benchReadVectors,
  benchOpenWithVectors,
  benchQuestion,
  benchRecallOfMadeUp,
  benchFill,
  benchReopen,
  benchExport,
  benchFillSession,
  benchColdOpen,
  benchOverview,
  benchEncrypted,
  benchEveryday,
  benchFillSessions,
  benchOpenSessions,
  benchFillWorkspace,
  benchOpenAlone,
  benchWorkspace,
  benchHoldWorkspace,
  benchFillInspected,
  benchInspect,
  benchLongList,
  benchMakeList,
  benchMakeExport,
  benchImport,
  benchFindImported,
};

declare global {
  interface Window {
    benches: typeof benches;
  }
}

window.benches = benches;
