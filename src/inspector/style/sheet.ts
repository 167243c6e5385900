// The style sheet of the element: constructed, as strict Content-Security-Policies forbid inline ones.
import { COLOURS } from './colours.ts';
import { LAYOUT } from './layout.ts';

const sheets = new WeakMap<Document, CSSStyleSheet>();

/** Returns the sheet of a document: an element that moves to a window of its own needs another one. */
export function sheetOf(document: Document): CSSStyleSheet {
  const known = sheets.get(document);
  if (known) return known;
  const { CSSStyleSheet } = (document.defaultView ?? globalThis) as typeof globalThis;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(COLOURS + LAYOUT);
  sheets.set(document, sheet);
  return sheet;
}
