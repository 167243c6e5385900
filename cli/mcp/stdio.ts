// MCP over standard input and output. The SDK's transport ends with its input and drops what is not answered by then; a pipe
// of a shell ends its input at once, and reads the answers.
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
      // The last bytes are read before the next turn of the loop.
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
          // Nobody answers a request that was taken back.
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
