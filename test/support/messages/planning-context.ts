// Arguments of the pure context rules: settings, wording, and a predictable token count.
import { NOTHING_KEPT } from '../../../src/context/list/kept-list.ts';
import { type LedgerState, NEW_LEDGER } from '../../../src/context/view/ledger.ts';
import { ReadTexts } from '../../../src/context/reading/read-texts.ts';
import type { PlanningContext, OverviewNow } from '../../../src/context/planning-context.ts';
import type { RequestInput } from '../../../src/context/plan/request.ts';
import { contextWording } from './context-wording.ts';
import { resolveSettings, type SettingsInput } from '../../../src/options/options.ts';
import type { History } from '../../../src/context/view/history.ts';

const reading = new ReadTexts();

/** Counts one token per character. */
export function planningOf(context: SettingsInput['context'] = {}): PlanningContext {
  const settings = resolveSettings({ session: 'test', context });
  return {
    settings: settings.context,
    files: settings.files,
    wording: contextWording('en'),
    count: (text) => text.length,
    reading: () => reading,
    softSteps: 10,
  };
}

export const NONCE = 'k3v9x0q7b2mz';

/** Returns a ledger in its first epoch. */
export const stateOf = (ledger: Partial<LedgerState['ledger']> = {}): LedgerState => ({
  ledger: { ...NEW_LEDGER, epoch: 1, nonce: NONCE, headHash: 'head', ...ledger },
  pin: { text: 'pin' },
  rides: [],
  stubTexts: [],
});

export const overviewBy = (by: 'model' | 'app', text: string, revision: number): OverviewNow => ({
  text: `# Working Memory\n\n## Task\n\n${text}\n`,
  revision,
  byModel: by === 'model',
  stepsSince: 0,
  salt: undefined,
});

export const TEMPLATE: OverviewNow = {
  text: '# Working Memory\n\n## Task\n<!-- What? -->\n',
  revision: 1,
  byModel: false,
  stepsSince: 0,
  salt: undefined,
};

/** Returns the input of the rules for a request of this history. */
export const inputOf = (
  history: History,
  state: LedgerState,
  { window = 10_000, ...others }: Partial<RequestInput> & { readonly window?: number } = {},
): RequestInput => ({
  state,
  history,
  newestEpoch: state.ledger.epoch,
  common: 0,
  isOther: false,
  kept: NOTHING_KEPT,
  head: { hash: 'head', tokens: 0, outside: '' },
  overview: TEMPLATE,
  recallables: [],
  ownWrite: undefined,
  request: { id: 'request', window, tokensUsed: undefined, writable: true, compacts: true },
  nonce: NONCE,
  now: 1_700_000_000_000,
  canArchive: true,
  ...others,
});
