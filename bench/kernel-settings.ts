// Settings of a kernel that holds vectors only.
export const KERNEL_SETTINGS = {
  decay: { factor: 0.95, periodMs: 21_600_000, floor: 0.1 },
  lowBelow: 0.3,
  protectedFrom: 0.7,
  recentSteps: 5,
  softSteps: Infinity,
  softMs: Infinity,
  key: 'fifo',
} as const;

export const COLUMNS = { importance: 0.5, createdAt: 0, step: 0, tokens: 1, pinned: false, forgotten: false };
