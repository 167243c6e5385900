import { afterEach, describe, expect, it, vi } from 'vitest';
import { broadcastPeers, noPeers } from '../../src/ports/broadcast-peers.ts';
import type { Peers } from '../../src/ports/peers.ts';

const HERE = { workspace: '/', session: 'one' };

afterEach(() => vi.unstubAllGlobals());

it('tells the other owners of the same session, and no others', async () => {
  const [one, other, elsewhere] = [HERE, HERE, { ...HERE, session: 'two' }].map((address) => broadcastPeers(address));
  const heard: string[] = [];
  one?.listen((head) => heard.push(`one ${head}`));
  elsewhere?.listen((head) => heard.push(`elsewhere ${head}`));
  const told = new Promise<void>((resolve) => other?.listen(() => resolve()));
  other?.announce(7);
  one?.announce(8);
  await told;
  expect(heard).toEqual(['one 7']);
  for (const peers of [one, other, elsewhere]) peers?.close();
});

describe('a head is announced', () => {
  const announced = (): { peers: Peers; heads: number[] } => {
    const heads: number[] = [];
    const channel = { postMessage: (head: number) => heads.push(head), close: () => undefined };
    vi.stubGlobal('BroadcastChannel', function () {
      return channel;
    });
    return { peers: broadcastPeers(HERE), heads };
  };

  it('in a task of its own, the latest for all of a task', async () => {
    const { peers, heads } = announced();
    peers.announce(1);
    peers.announce(2);
    await Promise.resolve();
    expect(heads).toEqual([]);
    await expect.poll(() => heads).toEqual([2]);
    peers.announce(3);
    await expect.poll(() => heads).toEqual([2, 3]);
  });

  it('before its owner leaves', () => {
    const { peers, heads } = announced();
    peers.announce(1);
    peers.close();
    expect(heads).toEqual([1]);
  });
});

it('announces into nothing, without an error, where the runtime’s channel is broken or there is none', () => {
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      postMessage(): void {
        throw new TypeError('expected i32');
      }
    },
  );
  expect(() => broadcastPeers(HERE).announce(1)).not.toThrow();
  vi.stubGlobal('BroadcastChannel', undefined);
  expect(() => broadcastPeers(HERE).announce(1)).not.toThrow();
});

it('has no peers where the constructor throws, as in the edge sandbox of Next.js', () => {
  const inSandbox = vi.fn(() => {
    throw new Error('A Node.js API is used (BroadcastChannel) which is not supported in the Edge Runtime.');
  });
  vi.stubGlobal('BroadcastChannel', inSandbox);
  expect(broadcastPeers(HERE)).toBe(noPeers);
  expect(inSandbox).toHaveBeenCalledOnce();
});

it('has no peers where reading the global throws', () => {
  vi.stubGlobal('BroadcastChannel', undefined);
  Object.defineProperty(globalThis, 'BroadcastChannel', {
    configurable: true,
    get() {
      throw new Error('A Node.js API is used (BroadcastChannel) which is not supported in the Edge Runtime.');
    },
  });
  expect(broadcastPeers(HERE)).toBe(noPeers);
});

it('opens, listens and closes without an error where every method of the channel throws', () => {
  const refuse = (): never => {
    throw new Error('not supported in the Edge Runtime');
  };
  vi.stubGlobal(
    'BroadcastChannel',
    class {
      unref = refuse;
      postMessage = refuse;
      addEventListener = refuse;
      close = refuse;
    },
  );
  const peers = broadcastPeers(HERE);
  expect(() => {
    peers.listen(() => undefined);
    peers.announce(1);
    peers.close();
  }).not.toThrow();
});
