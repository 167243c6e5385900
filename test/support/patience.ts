// How long a test waits for what it asks for. Two processors and their other work decide when it comes, so no test
// takes a late answer for a wrong one.
export const PATIENCE = {
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 20_000 } },
} as const;
