// The story at top speed beside a visitor: it advances with each frame, or by a timer in a page without frames.
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Conversation } from '../../demo/state/conversation/conversation.ts';
import { createPlayer, type Player } from '../../demo/state/conversation/player.ts';

const pending = new Promise<never>(() => {});
const agent = { messages: [], resume: () => pending };
const conversation = { agent: () => agent, keep: () => {} } as unknown as Conversation;

/** Plays at top speed, in a page whose frames come when the test says so. */
function playing(): { readonly player: Player; frame(): void } {
  vi.useFakeTimers();
  const frames = new Set<() => void>();
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => {
    frames.add(run);
    return run;
  });
  vi.stubGlobal('cancelAnimationFrame', (run: () => void) => frames.delete(run));
  vi.stubGlobal('navigator', {
    locks: { request: (_: string, __: object, task: (lock: object) => unknown) => task({}) },
  });
  const player = createPlayer({
    session: 'one',
    story: { turns: [] } as never,
    conversation: () => conversation,
    fail: () => {},
    onTaken: () => {},
  });
  player.speed.set('top');
  player.play();
  return {
    player,
    frame() {
      for (const run of frames) run();
    },
  };
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the story at top speed', () => {
  it('gives its next answer when the page has had a frame', async () => {
    const { player, frame } = playing();
    const answered = vi.fn();
    void player.pace(new AbortController().signal).then(answered);
    await vi.advanceTimersByTimeAsync(50);
    expect(answered).not.toHaveBeenCalled();
    frame();
    await vi.advanceTimersByTimeAsync(1);
    expect(answered).toHaveBeenCalledOnce();
  });

  it('goes on in the background, where a page has no frames', async () => {
    const { player, frame } = playing();
    const answered = vi.fn();
    void player.pace(new AbortController().signal).then(answered);
    await vi.advanceTimersByTimeAsync(200);
    expect(answered).toHaveBeenCalledOnce();
    frame();
    await vi.advanceTimersByTimeAsync(200);
    expect(answered).toHaveBeenCalledOnce();
  });
});
