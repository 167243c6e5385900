// Everything that a plan needs to hide messages: the rules of compaction, and the readers of texts for summaries. A
// page loads this part when a request first hides something.
export { overviewBlock, withCompaction } from './compaction/apply-compaction.ts';
export { planCompaction } from './compaction/plan-compaction.ts';
export { selectionFor, selectionInput, selectionToFit } from './compaction/selection.ts';
export { offloaded } from './offloaded/result-stub.ts';
export { ReadTexts } from './reading/read-texts.ts';
