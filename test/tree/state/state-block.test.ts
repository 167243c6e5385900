import { describe, expect, it } from 'vitest';
import { readBlocks, withBlocks } from '../../../src/tree/overview/system-blocks.ts';
import { stateAfter, stateBlock, stateOf } from '../../../src/tree/state/state-block.ts';
import { readState } from '../../../src/tree/state/structured-state.ts';
import { STATE_SAMPLE } from '../../support/state-sample.ts';

const NOW = Date.parse('2025-02-01T08:00:00.000Z');
const basis = (body: string | undefined) => ({ body, session: 's', now: NOW });
const FENCED = `\`\`\`yaml\n${STATE_SAMPLE}\`\`\``;
const DEPLOY = { type: 'deploy' };

describe('the state block', () => {
  it('holds the state in a fence and comes back letter for letter', () => {
    const state = stateOf(basis(FENCED));
    expect(state).toEqual(readState(STATE_SAMPLE));
    expect(stateBlock(state, FENCED)).toBe(FENCED);
    expect(stateOf(basis(stateBlock(state)))).toEqual(state);
  });

  it('is a new state where there is none, or an empty one', () => {
    for (const body of [undefined, '', ' \n']) expect(stateOf(basis(body)).meta.session_id).toBe('s');
  });

  it('of a file that was edited on Windows is read and follows events', () => {
    const overview = withBlocks('# Mine\n', { state: FENCED, compaction: 'Ten turns.' }).replaceAll('\n', '\r\n');
    const { state: body, compaction } = readBlocks(overview);
    expect(compaction).toBe('Ten turns.');
    expect(stateOf(basis(body))).toEqual(readState(STATE_SAMPLE));
    const { state, blocks } = stateAfter(basis(body), DEPLOY);
    const after = withBlocks(overview, { ...readBlocks(overview), ...blocks });
    expect(stateOf(basis(readBlocks(after).state))).toEqual(state);
    expect(after).toContain('  session_id: "0c2c8ce1-ec0d-4968-942d-d84b861c938e"\r\n');
    expect(after.match(/working-memory:state/g)).toHaveLength(2);
  });

  it('whose fence somebody took away is read all the same, and gets one with the next event', () => {
    const bare = STATE_SAMPLE.trimEnd();
    expect(stateOf(basis(bare))).toEqual(readState(STATE_SAMPLE));
    expect(stateOf(basis(stateBlock(readState(bare), bare)))).toEqual(readState(STATE_SAMPLE));
    const { state, blocks } = stateAfter(basis(bare), DEPLOY);
    expect(blocks.state).toMatch(/^```yaml\n# Working Memory\n\nmeta:[^]*```$/);
    expect(stateOf(basis(blocks.state))).toEqual(state);
    expect(() => stateAfter(basis('not: a: state'), DEPLOY)).toThrow('Line 1 of the YAML');
  });

  it('keeps what somebody wrote around its fence', () => {
    const { state, blocks } = stateAfter(basis(`Above, $& and $1.\n\n${FENCED}\n\nBelow.`), DEPLOY);
    expect(blocks.state).toMatch(/^Above, \$& and \$1\.\n\n```yaml\n# Working Memory\n[^]*\n```\n\nBelow\.$/);
    expect(stateOf(basis(blocks.state))).toEqual(state);
  });
});
