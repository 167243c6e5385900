// Turns a plan into news for the app's listeners.
import type { AddedText, RequestNews } from '../../../api/watching/request-news.ts';
import type { RequestPlan } from '../../../context/plan/request.ts';
import type { ViewEntry } from '../../../context/view/view.ts';

/** Returns the news without the time that the request took. */
export function requestNews(plan: RequestPlan): Omit<RequestNews, 'ms'> {
  const { state, repeated, reason, meta, hidden, stubs, reminder, entries, trace } = plan;
  const sent = meta.tokensUsed;
  const cached = Math.min(sent, trace.cached);
  return {
    requestId: state.ledger.requestId,
    repeated,
    epoch: state.ledger.epoch,
    ...(reason && { epochReason: reason }),
    tokens: { sent, list: trace.list, cached, fresh: sent - cached },
    own: trace.own,
    hidden,
    stubs,
    mediaLeftOut: entries.reduce((sum, entry) => sum + (entry.kind === 'pin' ? 0 : (entry.media?.length ?? 0)), 0),
    recalled: repeated ? [] : (trace.recalled ?? []),
    ...(reminder && { reminder }),
    meta,
    texts: entries.flatMap(addedTexts),
  };
}

function addedTexts(entry: ViewEntry): AddedText[] {
  if (entry.kind === 'pin') return [{ kind: 'overview', text: entry.text }];
  const { index: message, media = [], results, notes } = entry;
  return [
    ...media.map((text) => ({ kind: 'medium' as const, message, text })),
    ...results.map(({ text }) => ({ kind: 'stub' as const, message, text })),
    ...(notes === undefined ? [] : [{ kind: 'notes' as const, message, text: notes }]),
  ];
}
