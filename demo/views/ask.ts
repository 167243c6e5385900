// Ask the memory and see the ranking with the parts of every score.
import type { ItemHit, ScoreParts, WorkingMemory } from 'working-memory';
import type { Messages } from '../adding.ts';
import { age, counted, fraction } from '../format.ts';
import { stackedBar } from './bar.ts';
import { build, required } from './element.ts';
import { whoSaid } from './item-row.ts';

/** What the parts of relevance weigh beside the text itself (docs/recall.md). */
const WINDOW_WEIGHT = 1.5;
const GROUP_WEIGHT = 0.2;

export function attachAsk(memory: WorkingMemory, messages: Messages): void {
  const form = required('ask-form', HTMLFormElement);
  const input = required('ask', HTMLInputElement);
  const answer = required('answer', HTMLDivElement);
  let latest = 0;

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void ask(input.value);
  });

  async function ask(prompt: string): Promise<void> {
    const turn = ++latest;
    answer.ariaBusy = 'true';
    try {
      const { hits } = await memory.items.remember(prompt, { explain: true });
      // A slower answer to an older question must not replace a newer one.
      if (turn === latest) answer.replaceChildren(...(hits.length > 0 ? found(hits) : nothingFound(prompt)));
    } catch (error) {
      messages.fail(error);
    } finally {
      if (turn === latest) answer.ariaBusy = 'false';
    }
  }
}

function nothingFound(prompt: string): HTMLElement[] {
  const text =
    prompt.trim() === ''
      ? 'Nothing found: the memory has no item to rank.'
      : 'Nothing found: no item shares enough words with this prompt. Recall compares words, in any language.';
  return [build('p', { className: 'nothing', text })];
}

function found(hits: readonly ItemHit[]): HTMLElement[] {
  const widest = Math.max(...hits.map(({ score, parts }) => Math.max(score, parts?.relevance ?? 0)));
  const rows = hits.map((hit) => row(hit, widest));
  return [
    build('p', {
      className: 'help',
      text: `${counted(hits.length, 'answer')}, best first. score = relevance × decay × importance weight`,
    }),
    build('ol', { className: 'hits', testId: 'hits', attributes: { tabindex: '0', 'aria-label': 'Answers' } }, ...rows),
    legend(),
  ];
}

function row({ item, score, parts }: ItemHit, widest: number): HTMLElement {
  const element = build(
    'li',
    { className: 'hit', testId: 'hit', title: `Item ${item.id}` },
    build(
      'p',
      { className: 'item-meta' },
      build('span', { className: 'score number', text: score.toFixed(3), title: 'score' }),
      ...whoSaid(item),
      build('span', { text: age(Date.now() - item.createdAt) }),
    ),
    build('p', { className: 'item-text', text: item.text }),
    ...(parts ? explained(parts, score, widest) : []),
  );
  element.dataset['id'] = item.id;
  return element;
}

function explained(parts: ScoreParts, score: number, widest: number): HTMLElement[] {
  const { relevance, text = 0, window = 0, group = 0, decay, importanceWeight } = parts;
  const weighed = [
    { className: 'part-text', value: text },
    { className: 'part-window', value: WINDOW_WEIGHT * window },
    { className: 'part-group', value: GROUP_WEIGHT * group },
  ];
  const whole = weighed.reduce((sum, { value }) => sum + value, 0);
  const numbers: readonly (readonly [string, number])[] = [
    ['relevance', relevance],
    ['text', text],
    ['neighbours', window],
    ['group', group],
    ['decay', decay],
    ['importance weight', importanceWeight],
  ];
  return [
    stackedBar([
      // An empty prompt has no words to compare: its relevance is given, not found.
      ...(whole > 0
        ? weighed.map(({ className, value }) => ({ className, share: (score * value) / whole / widest }))
        : [{ className: 'part-given', share: score / widest }]),
      { className: 'part-lost', share: (relevance - score) / widest },
    ]),
    build(
      'dl',
      { className: 'parts' },
      ...numbers.map(([label, value]) =>
        build('div', {}, build('dt', { text: label }), build('dd', { className: 'number', text: fraction(value) })),
      ),
    ),
  ];
}

const legend = (): HTMLElement =>
  build(
    'p',
    { className: 'legend', attributes: { 'aria-hidden': 'true' } },
    build('span', { className: 'key part-text', text: 'score from its own words' }),
    build('span', { className: 'key part-window', text: 'from its neighbours' }),
    build('span', { className: 'key part-group', text: 'from its group' }),
    build('span', { className: 'key part-lost', text: 'relevance lost to age and importance' }),
  );
