// Sends a command through any supported client, and repeats it while a cluster moves its slots.
import { REPEATS } from '../../options/policy.ts';

/** A client or cluster of ioredis or of node-redis. The app connects and closes it. */
export type RedisClientLike =
  | { call(command: string, args: string[]): Promise<unknown> }
  | { sendCommand(args: string[]): Promise<unknown> }
  | {
      sendCommand(firstKey: string, isReadonly: boolean, args: string[]): Promise<unknown>;
      /** Distinguishes a cluster of node-redis from a client. */
      readonly masters: unknown;
    };

/** Refusals without effect: keys of the slot are being moved, or the node has just started. */
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
  // All keys of a command are in one slot, which its first key determines.
  return (command, args) =>
    client.sendCommand(args[command.startsWith('EVAL') ? FIRST_KEY_OF_EVAL : 0] ?? '', false, [command, ...args]);
}

/** Index of the first key: after the script, or its digest, and the number of keys. */
const FIRST_KEY_OF_EVAL = 2;
