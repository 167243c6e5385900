// Runs the pure digest rule, which yields texts to count, and checks the result against the store afterwards.
import type { DigestResult, ItemView } from '../../api/items.ts';
import { checkDigest, digest, type DigestRequest } from '../../items/digest.ts';
import { visibleText } from '../../tree/visible-text.ts';
import type { EngineContext } from '../engine-context.ts';
import type { ItemReads } from './reads.ts';

/** @throws invalid-input */
export async function summarize(
  { settings, ports, session }: EngineContext,
  items: ItemReads,
  request: DigestRequest = {},
): Promise<DigestResult> {
  const { scope, limit, unit } = checkDigest(request);
  const recentSteps = Math.max(1, settings.eviction.recentSteps);
  const tellable = (): readonly ItemView[] =>
    items.list().flatMap((item) => (item.forgotten ? [] : [{ ...item, text: visibleText(item.text) }]));
  for (;;) {
    const { step: current } = session.state.manifest;
    const all = tellable();
    const filling = digest(scope === 'all' ? all : all.filter(({ step }) => current - step < recentSteps), limit);
    let asked = filling.next();
    while (!asked.done) {
      asked = filling.next(unit === 'tokens' ? await ports.tokenizer.count(asked.value) : asked.value.length);
    }
    const { text, size, sources } = asked.value;
    const tokens = unit === 'tokens' || text === '' ? size : await ports.tokenizer.count(text);
    // Counting awaits: start over if a source was forgotten meanwhile.
    const positions = new Map(tellable().map(({ id, position }) => [id, position]));
    const placed = sources.flatMap(({ id, cut }) => {
      const position = positions.get(id);
      return position === undefined ? [] : { id, position, cut };
    });
    if (placed.length === sources.length) return { text, tokens, sources: placed };
  }
}
