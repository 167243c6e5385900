// Time limits of tests. A busy machine with two processors answers late, and no test may take a late answer for a wrong
// one.
export const PATIENCE = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 20_000 } },
} as const;
