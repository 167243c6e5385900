// Sends a command to whatever client the app has, and again while a cluster moves its slots.
import { REPEATS } from '../../options/policy.ts';

/** A client or cluster of ioredis or of node-redis. The app connects and closes it. */
export type RedisClientLike =
  | { call(command: string, args: string[]): Promise<unknown> }
  | { sendCommand(args: string[]): Promise<unknown> }
  | {
      sendCommand(firstKey: string, isReadonly: boolean, args: string[]): Promise<unknown>;
      /** What tells a cluster of node-redis from a client. */
      readonly masters: unknown;
    };

/** What a node answers that did nothing, because keys of the slot are on their way, or it has just started. */
const NOT_YET = /\b(TRYAGAIN|CLUSTERDOWN|MASTERDOWN|LOADING)\b/;

export type SendCommand = (command: string, args: string[]) => Promise<unknown>;

export function senderOf(client: RedisClientLike): SendCommand {
  const once = onceOf(client);
  return async (command, args) => {
    for (let attempt = 1; ; attempt++) {
      try {
        return await once(command, args);
      } catch (error) {
        if (!NOT_YET.test(String(error)) || attempt >= REPEATS.refused) throw error;
        await new Promise((resolve) => setTimeout(resolve, Math.min(REPEATS.longestPauseMs, attempt)));
      }
    }
  };
}

function onceOf(client: RedisClientLike): SendCommand {
  if ('call' in client) return (command, args) => client.call(command, args);
  if (!('masters' in client)) return (command, args) => client.sendCommand([command, ...args]);
  // All keys of a command are in one slot: its first one says which.
  return (command, args) =>
    client.sendCommand(args[command.startsWith('EVAL') ? FIRST_KEY_OF_EVAL : 0] ?? '', false, [command, ...args]);
}

/** Behind the script, or its digest, and the number of keys. */
const FIRST_KEY_OF_EVAL = 2;
