// Runs scripts by their digest: Redis knows a script that it ran before, so a commit need not carry it each time.
import type { SendCommand } from './sending.ts';

/** @param args number of keys, keys, arguments */
export type Evaluate = (script: string, args: readonly string[]) => Promise<unknown>;

/** Refusals without effect: Redis does not have the script, or this role may only send scripts in full. */
const IN_FULL = /\b(NOSCRIPT|NOPERM|unknown command)\b/;

export function evaluatorOf(send: SendCommand): Evaluate {
  const digests = new Map<string, string>();
  return async (script, args) => {
    const digest = digests.get(script) ?? (await digestOf(script));
    digests.set(script, digest);
    try {
      return await send('EVALSHA', [digest, ...args]);
    } catch (error) {
      if (!IN_FULL.test(String(error))) throw error;
      return send('EVAL', [script, ...args]);
    }
  };
}

/** Returns the name that Redis gives a script: SHA-1 in hexadecimal. */
async function digestOf(script: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-1', new TextEncoder().encode(script));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
