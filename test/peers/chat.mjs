// Chat over text generations of @huggingface/transformers 3 and 4 in Node, with a tiny model whose template is strict.
// `npm run test:peers` installs them and builds.
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { memoryStorage, openWorkingMemory } from '../../dist/index.js';
import { promptChat, textGeneration } from '../../dist/prompt-api.js';
import { withEach } from './each-version.mjs';

const PACKAGES = ['transformers-3', 'transformers-4'];
const SAID = ['it ', 'snows ', 'today.'];

const [name, models] = process.argv.slice(2);
if (name && models) process.stdout.write(JSON.stringify(await talk()));
else compare();

async function talk() {
  const { pipeline, TextStreamer, env } = await import(name);
  Object.assign(env, { localModelPath: models, allowLocalModels: true, allowRemoteModels: false });
  const generator = await pipeline('text-generation', 'tiny-chat', { dtype: 'fp32' });
  const asked = [];
  const ends = [];
  const listening = Object.assign(
    (messages, options) => {
      asked.push(messages);
      const generated = generator(messages, options);
      ends.push(generated.then(() => 'whole', String));
      return generated;
    },
    { tokenizer: generator.tokenizer, model: generator.model },
  );
  const memory = await openWorkingMemory({ session: 'chat', storage: memoryStorage(), worker: false });
  const model = textGeneration(listening, TextStreamer, { max_new_tokens: 16 });
  const chat = promptChat(model, memory, { instructions: 'Be brief.' });
  const ask = async (question, controller) => {
    const pieces = [];
    for await (const piece of chat.ask(question, controller && { signal: controller.signal })) {
      pieces.push(piece);
      controller?.abort(new Error('enough'));
    }
    return pieces;
  };
  const first = await ask('How is the weather?');
  const aborted = await ask('And tomorrow?', new AbortController()).then(String, ({ message }) => message);
  const next = await ask('Thanks');
  for await (const _ of chat.ask('Goodbye')) break;
  const { contextWindow } = await model.create({});
  const transcript = (await memory.transcript.read()).map(({ role, text }) => `${role}: ${text}`);
  await memory.close();
  return {
    version: env.version,
    first,
    aborted,
    next,
    asked,
    ends: await Promise.all(ends),
    contextWindow,
    transcript,
  };
}

function compare() {
  const tiny = { script: 'scripts/make-tiny-chat-model.mjs', model: 'tiny-chat' };
  const results = withEach(PACKAGES, import.meta.url, tiny);

  it('streams what the models of versions 3 and 4 of transformers.js say', () => {
    assert.deepEqual(
      results.map(({ version }) => Number.parseInt(version, 10)),
      [3, 4],
    );
    for (const { first, next, contextWindow } of results) {
      assert.deepEqual([first, next], [SAID, SAID]);
      assert.equal(contextWindow, 2048 - 16);
    }
  });
  it('ends the model where the caller aborts and where the reader leaves', () => {
    for (const { aborted, ends } of results) {
      assert.equal(aborted, 'enough');
      assert.deepEqual(ends, ['whole', 'Error: enough', 'whole', 'AbortError: The reader has left.']);
    }
  });
  it('gives a strict template roles that alternate, and extends each request by the next', () => {
    for (const { asked } of results) {
      const [, , third] = asked;
      assert.deepEqual(third, [...asked[0], { role: 'assistant', content: SAID.join('') }, third.at(-1)]);
      assert.deepEqual(third.at(-1), { role: 'user', content: 'And tomorrow?\nThanks' });
    }
  });
  it('records what was said, and no half answer', () => {
    for (const { transcript } of results) {
      assert.deepEqual(transcript, [
        'system: Be brief.',
        'user: How is the weather?',
        'assistant: it snows today.',
        'user: And tomorrow?',
        'user: Thanks',
        'assistant: it snows today.',
        'user: Goodbye',
      ]);
    }
  });
}
