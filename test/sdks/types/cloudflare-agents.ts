// The agents of docs/sdks.md under strict types of the packages.
import { Agent } from 'agents';
import { generateText, type LanguageModel, streamText } from 'ai';
import { withMemory } from '../../../src/entries/ai-sdk.ts';
import { durableObjectStorage } from '../../../src/entries/durable-object.ts';
import { openWorkingMemory } from '../../../src/entries/index.ts';

declare const model: Exclude<LanguageModel, string>;

export class Answering extends Agent {
  memory = openWorkingMemory({ session: this.name, storage: durableObjectStorage(this.ctx.storage) });
  override async onRequest(request: Request) {
    const settings = await withMemory(await this.memory, { model, instructions: 'Be brief.' });
    return new Response((await generateText({ ...settings, prompt: await request.text() })).text);
  }
}

export class Streaming extends Agent {
  memory = openWorkingMemory({ session: this.name, storage: durableObjectStorage(this.ctx.storage) });
  override async onRequest(request: Request) {
    const settings = await withMemory(await this.memory, { model, instructions: 'Be brief.' });
    return streamText({
      ...settings,
      prompt: await request.text(),
      abortSignal: request.signal,
    }).toTextStreamResponse();
  }
}
