// Worker around the agents of docs/sdks.md, which are files beside it in the bundle.
import { getAgentByName } from 'agents';
import { Ann as Answering } from './answering.js';
import { stories } from 'the-model';
import { Ann as Streaming } from './streaming.js';

const visible = (Agent) =>
  class extends Agent {
    async seen() {
      const memory = await this.memory;
      const said = (await memory.transcript.read()).map(({ role, text }) => `${role}: ${text}`);
      return { said, stopped: stories.stopped };
    }
  };
export class answering extends visible(Answering) {}
export class streaming extends visible(Streaming) {}

export default {
  async fetch(request, env) {
    const agent = await getAgentByName(env[new URL(request.url).pathname.slice(1)], 'ann');
    return request.method === 'GET' ? Response.json(await agent.seen()) : agent.fetch(request);
  },
};
