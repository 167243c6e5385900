// The Worker around the agent of docs/sdks.md, which stands in `agent.js` beside it when it is bundled.
import { getAgentByName } from 'agents';
import { Ann as Documented } from './agent.js';

export class Ann extends Documented {
  async said() {
    const memory = await this.memory;
    return (await memory.transcript.read()).map(({ role, text }) => `${role}: ${text}`);
  }
}

export default {
  async fetch(request, env) {
    const agent = await getAgentByName(env.Ann, 'ann');
    return request.method === 'GET' ? Response.json(await agent.said()) : agent.fetch(request);
  },
};
