// A request names what it hides, also where the window has no room for a summary.
import { describe, expect, it } from 'vitest';
import { agentApp, listOf } from '../../support/agents/agent-app.ts';
import { formats } from '../../support/messages/message-formats.ts';

const WINDOW = 1500;
const tools = [{ name: 'write' }, { name: 'read' }, { name: 'search' }];

describe('a request that hides messages', () => {
  it('says where they are, however long the newest message is', async () => {
    const format = formats[0] as (typeof formats)[number];
    const silent: number[] = [];
    let hiding = 0;
    for (let words = 600; words <= 1240; words += 40) {
      const app = await agentApp(format, WINDOW);
      const said = (count: number): string => 'plan '.repeat(count);
      app.script.push({ role: 'assistant', text: said(500) }, { role: 'user', text: said(400) });
      await app.memory.context.prepare(format.lens, listOf(app), { tools });
      app.script.push({ role: 'assistant', text: said(300) }, { role: 'user', text: said(words) });
      const { hidden, messages } = await app.memory.context.prepare(format.lens, listOf(app), { tools });
      if (hidden.length > 0) hiding++;
      if (hidden.length > 0 && !JSON.stringify(messages).includes('not shown')) silent.push(words);
      await app.memory.close();
    }
    expect(hiding).toBeGreaterThan(5);
    expect(silent).toEqual([]);
  });
});
