import { expect, it } from 'vitest';
import { droppedMessage } from '../../../src/tree/transcript/transcript.ts';

it('a dropped message is shown as empty, of the system, and of no time', () => {
  const { index, role, text, time, step, source, trust, dropped } = droppedMessage(7);
  expect({ index, role, text, time, step }).toEqual({ index: 7, role: 'system', text: '', time: 0, step: 0 });
  expect({ source, trust, dropped }).toEqual({ source: 'system', trust: 2, dropped: true });
});
