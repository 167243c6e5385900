// State that the demo keeps beside the memory: written rarely, and lost neither by a reload nor by closing.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createKeeper, type Kept } from '../../demo/state/conversation/kept.ts';

const NAME = 'working-memory-demo/story';
const stored = new Map<string, string>();
const setItem = vi.fn((name: string, text: string) => void stored.set(name, text));
const kept = (withMemory: number): Kept => ({ points: [{ withMemory, window: 8000, isEpoch: false }] });

beforeEach(() => {
  vi.useFakeTimers();
  stored.clear();
  setItem.mockClear();
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem,
    removeItem: (name: string) => stored.delete(name),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('what a page keeps of its story', () => {
  it('is written every two seconds while the story asks for it all the time, and then as it is', () => {
    const keeper = createKeeper('story');
    let newest = 0;
    while (newest < 100) {
      newest++;
      keeper.writeSoon(() => kept(newest));
      vi.advanceTimersByTime(100);
    }
    expect(setItem.mock.calls.length).toBe(5);
    expect(createKeeper('story').read()).toEqual(kept(100));
  });

  it('is written at once where the page is left, and not again', () => {
    const keeper = createKeeper('story');
    keeper.writeSoon(() => kept(1));
    expect(keeper.isBehind()).toBe(true);
    keeper.write(kept(2));
    expect(keeper.isBehind()).toBe(false);
    expect(createKeeper('story').read()).toEqual(kept(2));
    vi.advanceTimersByTime(5000);
    expect(setItem.mock.calls.length).toBe(1);
  });

  it('is gone for good where the story begins anew, also when the page is left then', () => {
    const keeper = createKeeper('story');
    keeper.write(kept(1));
    keeper.writeSoon(() => kept(2));
    keeper.remove();
    keeper.write(kept(3));
    vi.advanceTimersByTime(5000);
    expect(stored.has(NAME)).toBe(false);
  });
});
