// Items in words, for the app: what it asks is read here, and what it is told is worded here. Loaded when it is first
// used: the engine takes selections and answers facts.
import { tokenScan } from '../ports/token-scan.ts';
import type { DigestResult, ItemView } from '../api/memory.ts';
import type { Engine } from '../boundary/engine.ts';
import { checkDigest, digest, type DigestRequest } from '../items/digest.ts';
import { checkEdit, type ItemEdit, type UpdateResult } from '../items/editing.ts';
import type { ForgetMode } from '../items/events.ts';
import { type ForgetRequest, readRequest, warningOf } from '../items/forgetting/request.ts';
import type { ForgetResult } from '../items/forgetting/forgetting.ts';
import type { Settings } from '../options.ts';
import type { TokenCounter } from '../ports/tokenizer.ts';

/** @throws invalid-input, not-found: nothing was changed */
export async function forget(
  engine: Engine,
  request: ForgetRequest,
  mode: ForgetMode,
  settings: Pick<Settings, 'limits' | 'ttl'>,
): Promise<ForgetResult> {
  const selection = readRequest(request);
  const result = await engine.forget(selection, mode);
  const warning = warningOf(selection, result, settings);
  return warning === undefined ? result : { ...result, warning };
}

/** @throws invalid-input, not-found: nothing was changed */
export async function update(engine: Pick<Engine, 'update'>, id: string, edit: ItemEdit): Promise<UpdateResult> {
  return engine.update(id, checkEdit(edit));
}

export interface DigestHost {
  readonly settings: Pick<Settings, 'eviction'>;
  readonly tokenizer?: TokenCounter | undefined;
}

/** @throws invalid-input */
export async function summarize(
  engine: Engine,
  request: DigestRequest,
  { settings, tokenizer = tokenScan() }: DigestHost,
): Promise<DigestResult> {
  const { scope, limit, unit } = checkDigest(request);
  const recentSteps = Math.max(1, settings.eviction.recentSteps);
  for (;;) {
    const [items, { step: current }] = await Promise.all([tellable(engine), engine.status()]);
    const filling = digest(scope === 'all' ? items : items.filter(({ step }) => current - step < recentSteps), limit);
    let asked = filling.next();
    while (!asked.done) {
      asked = filling.next(unit === 'tokens' ? await tokenizer.count(asked.value) : asked.value.length);
    }
    const { text, sources } = asked.value;
    const tokens = text === '' ? 0 : await tokenizer.count(text);
    // Counting waits: what was forgotten meanwhile must not be told.
    const positions = new Map((await tellable(engine)).map(({ id, position }) => [id, position]));
    const placed = sources.flatMap(({ id, cut }) => {
      const position = positions.get(id);
      return position === undefined ? [] : { id, position, cut };
    });
    if (placed.length === sources.length) return { text, tokens, sources: placed };
  }
}

const tellable = async (engine: Engine): Promise<ItemView[]> =>
  (await engine.listItems()).filter(({ forgotten }) => !forgotten);
