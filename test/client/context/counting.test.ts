// Tokens of a request under the app's own counter: nothing is subtracted that was not counted.
import { describe, expect, it } from 'vitest';
import { Chat, words } from '../../support/messages/chat.ts';
import { openFixed } from '../../support/fixed-memory.ts';

describe('with a counter of the app’s own', () => {
  it('results that become stubs save what they were counted as', async () => {
    const memory = await openFixed();
    const chat = new Chat(memory);
    await chat.ask('Read the logs.');
    for (let call = 0; call < 8; call++) chat.called('read_log', { part: call }, words(400, `log${call}line`));
    const before = await chat.prepare();
    const plan = await memory.context.compact.plan({ target: 'tools' });
    const stubbed = plan.stub.length * 400;
    expect(plan.stub.length).toBeGreaterThan(1);
    expect(plan.tokens.before - plan.tokens.after).toBeLessThan(stubbed);
    expect(plan.tokens.before - plan.tokens.after).toBeGreaterThan(stubbed / 2);
    await memory.context.compact.apply({ target: 'tools' });
    const after = await chat.prepare();
    expect(after.stubs).toHaveLength(plan.stub.length);
    expect(after.meta.tokensUsed).toBeGreaterThan(before.meta.tokensUsed - stubbed);
  });
});
