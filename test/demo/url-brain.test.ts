// The brain behind a URL, against a real HTTP server on this machine.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { BrainError, type BrainProblem, type BrainRequest } from '../../demo/brain/brain.ts';
import { loadProblemText } from '../../demo/brain/problems/problem-text.ts';
import { testedUrlBrain, urlBrain, urlModels } from '../../demo/brain/url-brain.ts';

interface Seen {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: Record<string, unknown>;
}

type Reply = {
  readonly status?: number;
  readonly json?: unknown;
  readonly text?: string;
  /** Each is written by itself; with `breaks` the connection ends behind them. */
  readonly pieces?: readonly string[];
  readonly breaks?: boolean;
};

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** Answers every request alike; `undefined` never answers. */
async function server(reply: Reply | undefined): Promise<{ readonly url: string; readonly seen: Seen[] }> {
  const seen: Seen[] = [];
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const text = Buffer.concat(chunks).toString();
      seen.push({
        method: request.method ?? '',
        path: request.url ?? '',
        authorization: request.headers.authorization,
        body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>,
      });
      if (!reply) return;
      response.writeHead(reply.status ?? 200, { 'content-type': 'application/json' });
      if (reply.pieces) return void inPieces(response, reply.pieces, reply.breaks);
      response.end(reply.text ?? JSON.stringify(reply.json));
    });
  };
  const listening = createServer(handle);
  await new Promise<void>((done) => {
    listening.listen(0, '127.0.0.1', done);
  });
  closing.push(
    () =>
      new Promise((done) => {
        listening.close(() => done());
        listening.closeAllConnections();
      }),
  );
  return { url: `http://127.0.0.1:${(listening.address() as AddressInfo).port}`, seen };
}

async function inPieces(response: ServerResponse, pieces: readonly string[], breaks = false): Promise<void> {
  for (const piece of pieces) {
    response.write(piece);
    await new Promise((next) => setTimeout(next, 5));
  }
  if (breaks) response.destroy();
  else response.end();
}

const event = (delta: object, more: object = {}): string =>
  `data: ${JSON.stringify({ choices: [{ delta, ...more }] })}\n\n`;

const said = (message: object, more: object = {}): Reply => ({ json: { choices: [{ message, ...more }] } });
const TOOL = {
  type: 'function',
  function: { name: 'read', description: 'Reads.', parameters: { type: 'object' } },
} as const;
const asked = (more: Partial<BrainRequest> = {}): BrainRequest => ({
  messages: [{ role: 'user', content: 'Hello' }],
  tools: [TOOL],
  signal: new AbortController().signal,
  ...more,
});

async function problem(work: Promise<unknown>): Promise<BrainProblem> {
  const error: unknown = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(BrainError);
  return (error as BrainError).problem;
}

describe('a brain behind an address', () => {
  it('names the host that requests go to, whatever the model is called', () => {
    expect(urlBrain({ url: 'https://proxy.example:8443/v1', model: 'gpt-4o' }).host).toBe('proxy.example:8443');
    expect(urlBrain({ url: 'localhost:11434', model: 'llama' }).host).toBe('localhost:11434');
  });

  it('sends the prepared messages and the tools, with the key as a header alone', async () => {
    const { url, seen } = await server({
      json: { choices: [{ message: { content: 'Hi' } }], usage: { prompt_tokens: 42 } },
    });
    const answer = await urlBrain({ url, model: 'small', key: ' secret ' }).answer(asked());
    expect(answer).toEqual({ message: { role: 'assistant', content: 'Hi' }, usage: { inputTokens: 42 } });
    expect(seen).toEqual([
      {
        method: 'POST',
        path: '/v1/chat/completions',
        authorization: 'Bearer secret',
        body: {
          model: 'small',
          messages: asked().messages,
          tools: [TOOL],
          stream: true,
          stream_options: { include_usage: true },
        },
      },
    ]);
  });

  it('sends no key where there is none, and none any more after it was closed', async () => {
    const { url, seen } = await server(said({ content: 'Hi' }));
    await urlBrain({ url, model: 'small' }).answer(asked());
    const brain = urlBrain({ url, model: 'small', key: 'secret' });
    brain.close?.();
    await brain.answer(asked());
    expect(seen.map(({ authorization }) => authorization)).toEqual([undefined, undefined]);
  });

  it.each(['', '/', '/v1', '/v1/', '/v1/chat/completions'])('finds the endpoint behind the path "%s"', async (path) => {
    const { url, seen } = await server(said({ content: 'Hi' }));
    await urlBrain({ url: ` ${url}${path} `, model: 'small' }).answer(asked());
    expect(seen[0]?.path).toBe('/v1/chat/completions');
  });

  it('takes an address without http://', async () => {
    const { url, seen } = await server(said({ content: 'Hi' }));
    await urlBrain({ url: url.replace('http://', ''), model: 'small' }).answer(asked());
    expect(seen).toHaveLength(1);
  });

  it('keeps another path as it is', async () => {
    const { url, seen } = await server(said({ content: 'Hi' }));
    await urlBrain({ url: `${url}/api/openai/`, model: 'small' }).answer(asked());
    expect(seen[0]?.path).toBe('/api/openai/chat/completions');
  });

  it('reads calls however servers write them, and gives each an id of its own', async () => {
    const { url } = await server(
      said({
        content: [{ type: 'text', text: 'Let me look.' }],
        reasoning_content: 'Hm.',
        tool_calls: [
          { id: 'call_0', function: { name: 'read', arguments: '{"path":"overview.md"}' } },
          { id: 'call_0', function: { name: 'read', arguments: { path: 'detail/a.md' } } },
          { function: { name: 'list', arguments: '' } },
          { id: 'x', function: {} },
        ],
      }),
    );
    const { message } = await urlBrain({ url, model: 'small' }).answer(asked());
    expect(message).toEqual({
      role: 'assistant',
      content: 'Let me look.',
      reasoning_content: 'Hm.',
      tool_calls: [
        { id: 'call_0', type: 'function', function: { name: 'read', arguments: '{"path":"overview.md"}' } },
        { id: 'call_0-2', type: 'function', function: { name: 'read', arguments: '{"path":"detail/a.md"}' } },
        { id: 'call', type: 'function', function: { name: 'list', arguments: '{}' } },
      ],
    });
    const again = await urlBrain({ url, model: 'small' }).answer(asked({ messages: [...asked().messages, message] }));
    expect(again.message.tool_calls?.map(({ id }) => id)).toEqual(['call_0-3', 'call_0-4', 'call-2']);
  });

  it('tells what comes as it comes, wherever the connection cuts it, and counts at the end', async () => {
    const whole = [
      ': a comment of the server\n\n',
      event({ role: 'assistant', content: '' }),
      event({ reasoning_content: 'Hm' }),
      event({ reasoning_content: '.' }),
      event({ content: 'The pier' }),
      event({ content: ' is 七号。' }, { finish_reason: 'stop' }),
      `data: ${JSON.stringify({ choices: [], usage: { prompt_tokens: 42 } })}\r\n\r\n`,
      'data: [DONE]\n\n',
    ].join('');
    for (const size of [1000, 7]) {
      const pieces = whole.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
      const { url } = await server({ pieces });
      const heard: string[] = [];
      const answer = await urlBrain({ url, model: 'small' }).answer(asked({ onText: (text) => heard.push(text) }));
      expect(answer).toEqual({
        message: { role: 'assistant', content: 'The pier is 七号。', reasoning_content: 'Hm.' },
        usage: { inputTokens: 42 },
      });
      expect(heard).toEqual(['The pier', 'The pier is 七号。']);
    }
  });

  it('takes calls without an index: a name or another id begins one, the rest goes on with the last', async () => {
    const call = (id: string | undefined, name: string | undefined, input: unknown): string =>
      event({ tool_calls: [{ ...(id && { id }), function: { ...(name && { name }), arguments: input } }] });
    const pieces = [
      call('a', 'recall', '{"prompt":'),
      call(undefined, undefined, '"tea"}'),
      call('b', 'memorize', '{"text":'),
      call('b', undefined, '"milk"}'),
      call(undefined, 'read', { path: 'overview.md' }),
      call(undefined, 'read', { path: 'detail/a.md' }),
      'data: [DONE]\n',
    ];
    const { url } = await server({ pieces });
    const { message } = await urlBrain({ url, model: 'small' }).answer(asked());
    expect(message.tool_calls?.map(({ function: called }) => [called.name, called.arguments])).toEqual([
      ['recall', '{"prompt":"tea"}'],
      ['memorize', '{"text":"milk"}'],
      ['read', '{"path":"overview.md"}'],
      ['read', '{"path":"detail/a.md"}'],
    ]);
  });

  it('puts calls together that come in pieces, and takes those that come as a whole under one index', async () => {
    const call = (index: number, id: string | undefined, name: string | undefined, input: unknown): string =>
      event({ tool_calls: [{ index, ...(id && { id }), function: { ...(name && { name }), arguments: input } }] });
    const pieces = [
      call(0, 'a', 'read', ''),
      call(0, undefined, undefined, '{"path":'),
      call(1, 'b', 'list', '{}'),
      call(0, undefined, undefined, '"x.md"}'),
      call(0, 'c', 'read', { path: 'y.md' }),
    ];
    const { url } = await server({ pieces });
    const { message } = await urlBrain({ url, model: 'small' }).answer(asked());
    expect(message.tool_calls?.map(({ id, function: called }) => [id, called.name, called.arguments])).toEqual([
      ['a', 'read', '{"path":"x.md"}'],
      ['b', 'list', '{}'],
      ['c', 'read', '{"path":"y.md"}'],
    ]);
  });

  it('tells that an answer broke off, or that the server gave it up', async () => {
    const broken = await server({ pieces: [event({ content: 'The pi' })], breaks: true });
    const address = `${broken.url}/v1/chat/completions`;
    expect(await problem(urlBrain({ url: broken.url, model: 'small' }).answer(asked()))).toEqual({
      kind: 'cut-off',
      address,
    });
    const failed = await server({ pieces: [event({ content: 'The' }), 'data: {"error":{"message":"overheated"}}\n'] });
    expect(await problem(urlBrain({ url: failed.url, model: 'small' }).answer(asked()))).toEqual({
      kind: 'refused',
      status: 200,
      detail: 'overheated',
    });
  });

  it('waits for an answer as long as more of it comes', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => {
      vi.useRealTimers();
      vi.unstubAllGlobals();
    });
    let body: ReadableStreamDefaultController<Uint8Array> | undefined;
    vi.stubGlobal('fetch', async (_: string, { signal }: RequestInit) => {
      const stream = new ReadableStream<Uint8Array>({ start: (controller) => void (body = controller) });
      signal?.addEventListener('abort', () => body?.error(signal.reason));
      return new Response(stream);
    });
    const brain = urlBrain({ url: 'http://localhost:1', model: 'small' });
    const saySlowly = async (words: readonly string[]): Promise<void> => {
      for (const word of words) {
        body?.enqueue(new TextEncoder().encode(event({ content: word })));
        await vi.advanceTimersByTimeAsync(100_000);
      }
    };
    const slow = brain.answer(asked());
    await saySlowly(['One ', 'two ', 'three.']);
    body?.close();
    expect((await slow).message.content).toBe('One two three.');
    const silent = problem(brain.answer(asked()));
    await saySlowly(['One ']);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await silent).toEqual({ kind: 'timeout', seconds: 120 });
  });

  it('is asked before it is accepted: whether it answers and takes the key, not whether it lists its models', async () => {
    const closed = await server({ status: 401, text: 'no' });
    expect(await problem(testedUrlBrain({ url: closed.url, model: 'small', key: 'wrong' }))).toEqual({
      kind: 'unauthorized',
      hasKey: true,
    });
    const gone = await server(said({ content: 'Hi' }));
    await closing.pop()?.();
    expect(await problem(testedUrlBrain({ url: gone.url, model: 'small' }))).toMatchObject({ kind: 'unreachable' });
    for (const reply of [{ status: 404, text: '' }, { json: { data: [{ id: 'small' }] } }, said({ content: 'Hi' })]) {
      const { url, seen } = await server(reply);
      expect((await testedUrlBrain({ url, model: 'small' })).name).toBe('small');
      expect(seen.map(({ path }) => path)).toEqual(['/v1/models']);
    }
  });

  it.each<[string, Reply, BrainProblem]>([
    [
      'a wrong key',
      { status: 401, json: { error: { message: 'Incorrect API key: secret' } } },
      { kind: 'unauthorized', hasKey: true },
    ],
    ['a forbidden key', { status: 403, json: {} }, { kind: 'unauthorized', hasKey: true }],
    [
      'a model without tools',
      { status: 400, json: { error: { message: 'registry/small does not support tools' } } },
      { kind: 'no-tools', model: 'small', detail: 'registry/small does not support tools' },
    ],
    [
      'a server started without tools',
      { status: 500, json: { error: { code: 500, message: 'tools param requires --jinja flag' } } },
      { kind: 'no-tools', model: 'small', detail: 'tools param requires --jinja flag' },
    ],
    [
      'a request that is too long',
      { status: 400, json: { error: { message: "This model's maximum context length is 4096 tokens." } } },
      { kind: 'too-long', detail: "This model's maximum context length is 4096 tokens." },
    ],
    ['too many requests', { status: 429, json: { error: 'slow down' } }, { kind: 'busy', detail: 'slow down' }],
    [
      'a refusal that quotes the key',
      { status: 422, json: { detail: 'secret\nis  bad' } },
      { kind: 'refused', status: 422, detail: '… is bad' },
    ],
    [
      'an error in a good answer',
      { json: { error: 'out of memory' } },
      { kind: 'refused', status: 200, detail: 'out of memory' },
    ],
    [
      'a page instead of an answer',
      { text: '<html>hello</html>' },
      { kind: 'no-answer', detail: '<html>hello</html>' },
    ],
    ['an empty answer', said({ content: '' }, { finish_reason: 'length' }), { kind: 'no-answer', detail: 'length' }],
    ['no choices', { json: {} }, { kind: 'no-answer', detail: '' }],
  ])('tells of %s', async (_, reply, expected) => {
    const { url } = await server(reply);
    expect(await problem(urlBrain({ url, model: 'small', key: 'secret' }).answer(asked()))).toEqual(expected);
  });

  it('tells of an unknown model or address, and that a key is wanted', async () => {
    const missing = await server({ status: 404, json: { error: { message: 'model not found' } } });
    expect(await problem(urlBrain({ url: missing.url, model: 'small' }).answer(asked()))).toEqual({
      kind: 'not-found',
      address: `${missing.url}/v1/chat/completions`,
      model: 'small',
    });
    const closed = await server({ status: 401, text: 'no' });
    expect(await problem(urlBrain({ url: closed.url, model: 'small' }).answer(asked()))).toEqual({
      kind: 'unauthorized',
      hasKey: false,
    });
  });

  it('tells of an address where nobody answers', async () => {
    const { url } = await server(said({ content: 'Hi' }));
    await closing.pop()?.();
    const found = await problem(urlBrain({ url, model: 'small' }).answer(asked()));
    expect(found).toMatchObject({ kind: 'unreachable', address: `${url}/v1/chat/completions` });
  });

  it.each(['', '  ', 'my server', 'ftp://127.0.0.1', 'javascript:alert(1)'])('refuses the address "%s"', (url) => {
    expect(() => urlBrain({ url, model: 'small' })).toThrow(BrainError);
  });

  it('ends the wait when it takes too long, and when it is aborted', async () => {
    const { url } = await server(undefined);
    const late = await problem(urlBrain({ url, model: 'small', timeoutMs: 50 }).answer(asked()));
    expect(late).toEqual({ kind: 'timeout', seconds: 0 });
    const abort = new AbortController();
    const waiting = urlBrain({ url, model: 'small' }).answer(asked({ signal: abort.signal }));
    abort.abort(new Error('stopped by the user'));
    await expect(waiting).rejects.toThrow('stopped by the user');
  });

  it('lists the models of a server', async () => {
    const { url, seen } = await server({ json: { data: [{ id: 'small' }, { id: 'large' }, { name: 'odd' }] } });
    expect(await urlModels({ url, key: 'secret' })).toEqual(['small', 'large']);
    expect(seen[0]).toMatchObject({ method: 'GET', path: '/v1/models', authorization: 'Bearer secret' });
    const other = await server({ json: { hello: 1 } });
    expect(await problem(urlModels({ url: other.url }))).toEqual({ kind: 'no-answer', detail: '' });
  });
});

it('has a sentence for every problem in both languages', async () => {
  const problems: BrainProblem[] = [
    { kind: 'bad-address', address: 'x' },
    { kind: 'unreachable', address: 'x', origin: '' },
    { kind: 'cut-off', address: 'x' },
    { kind: 'unauthorized', hasKey: false },
    { kind: 'not-found', address: 'x', model: 'm' },
    { kind: 'no-tools', model: 'm', detail: 'd' },
    { kind: 'too-long', detail: '' },
    { kind: 'busy', detail: '' },
    { kind: 'refused', status: 418, detail: '' },
    { kind: 'no-answer', detail: '' },
    { kind: 'timeout', seconds: 3 },
    { kind: 'endless', requests: 30 },
    { kind: 'not-available', detail: '' },
  ];
  const [inEnglish, inChinese] = [await loadProblemText('en'), await loadProblemText('zh-CN')];
  for (const one of problems) {
    const error = new BrainError(one);
    const [english, chinese] = [inEnglish(error), inChinese(error)];
    expect(english).toMatch(/^["A-Z].*\.$/);
    expect(chinese).toMatch(/[\u4e00-\u9fff].*[。）]$/);
  }
});
