import { afterEach, expect, it, vi } from 'vitest';
import { tabPeers } from '../../src/host/page-cache/tab-peers.ts';

const HERE = { workspace: '/', session: 'one' };

afterEach(() => vi.unstubAllGlobals());

it('hears nothing while it is frozen, and the latest when it wakes: what it would read meanwhile holds up all others', () => {
  const tab = new EventTarget();
  const channel = Object.assign(new EventTarget(), { close: () => undefined });
  vi.stubGlobal('document', tab);
  vi.stubGlobal('BroadcastChannel', function () {
    return channel;
  });
  const say = (data: number): boolean => channel.dispatchEvent(new MessageEvent('message', { data }));
  const heard: number[] = [];
  const peers = tabPeers(HERE);
  peers.listen((head) => heard.push(head));
  say(1);
  tab.dispatchEvent(new Event('freeze'));
  say(2);
  say(3);
  expect(heard).toEqual([1]);
  tab.dispatchEvent(new Event('resume'));
  tab.dispatchEvent(new Event('resume'));
  say(4);
  expect(heard).toEqual([1, 3, 4]);
  peers.close();
});

it('announces at once where nobody sees it, because timers wait there', () => {
  const heads: number[] = [];
  const channel = { postMessage: (head: number) => heads.push(head), close: () => undefined };
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: true }));
  vi.stubGlobal('BroadcastChannel', function () {
    return channel;
  });
  const peers = tabPeers(HERE);
  peers.announce(1);
  peers.announce(2);
  expect(heads).toEqual([1, 2]);
});
