// For servers that do not take 0 and say where they listen.
import { type AddressInfo, createServer } from 'node:net';

/** A port of this machine that was free just now. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((listening) => probe.listen(0, '127.0.0.1', listening));
  const { port } = probe.address() as AddressInfo;
  await new Promise((closed) => probe.close(closed));
  return port;
}
