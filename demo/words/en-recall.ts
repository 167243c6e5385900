// What the page says about recall, in English.
import type { WhyNot } from 'working-memory';

export const recall = {
  heading: 'Recall',
  ask: 'What do you want to know?',
  button: 'Ask',
  scope: 'Where',
  scopes: { items: 'items', tail: 'long tail', files: 'files', transcript: 'transcript', all: 'everywhere' },
  places: {
    items: 'item',
    tail: 'long tail',
    overview: 'overview',
    detail: 'file',
    archive: 'archive',
    transcript: 'message',
  } as Record<string, string>,
  nothing: {
    lexical: 'Nothing found: nothing there shares enough words with this question.',
    hybrid: 'Nothing found: nothing there shares enough words or meaning with this question.',
  },
  parts: { relevance: 'relevance', decay: 'decay', importanceWeight: 'importance weight' },
  signals: { text: 'words', window: 'neighbours', group: 'group', dense: 'meaning', cosine: 'cosine' },
  whyNot: 'Why not?',
  whyNotLabel: 'Why is this item not found?',
  chooseItem: 'choose an item',
  because: {
    found: 'It is found.',
    'not-relevant': 'It shares too few words with this question.',
    'below-limit': 'Others rank higher.',
    filtered: 'A filter leaves it out.',
    forgotten: 'It was forgotten.',
    left: 'It left the store, and this question does not look there.',
    unknown: 'It is nowhere: it never was here, or the long tail dropped it.',
    replaced: 'A newer item took its place.',
    erased: 'It was forgotten for good.',
  } satisfies Record<WhyNot['because'], string>,
  mode: 'Ranked by words; no model needed.',
  archived: 'archived',
};
