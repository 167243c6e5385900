// MCP over standard input and output. The SDK's transport closes with its input and drops unanswered requests; a shell
// pipe closes its input at once and still expects the answers.
import { isJSONRPCNotification, isJSONRPCRequest, type Transport } from '@modelcontextprotocol/server';
import { StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { pipeline, Transform } from 'node:stream';

export function answeringStdio(): Transport {
  const unanswered = new Set<unknown>();
  let end: (() => void) | undefined;
  const settle = (id: unknown): void => {
    unanswered.delete(id);
    if (unanswered.size > 0) return;
    end?.();
    end = undefined;
  };
  const input = new Transform({
    transform: (bytes, _encoding, pass) => pass(null, bytes),
    flush(done) {
      end = done;
      // The transport reads the last bytes before the next turn of the event loop.
      setImmediate(settle, undefined);
    },
  });
  const stdio = new StdioServerTransport(input);
  const transport: Transport = {
    async start() {
      const heard: Pick<Transport, 'onclose' | 'onerror' | 'onmessage'> = {
        onclose: () => transport.onclose?.(),
        onerror: (error) => transport.onerror?.(error),
        onmessage(message) {
          if (isJSONRPCRequest(message)) unanswered.add(message.id);
          // A cancelled request gets no answer.
          if (isJSONRPCNotification(message) && message.method === 'notifications/cancelled')
            settle(message.params?.requestId);
          transport.onmessage?.(message);
        },
      };
      Object.assign(stdio, heard);
      await stdio.start();
      pipeline(process.stdin, input, () => undefined);
    },
    async send(message) {
      try {
        await stdio.send(message);
      } finally {
        if (!('method' in message)) settle(message.id);
      }
    },
    async close() {
      await stdio.close();
      input.destroy();
    },
  };
  return transport;
}
