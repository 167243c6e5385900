/** Whether the suite runs over the version before the newest one: vitest.config.ts sets it. */
export const isFormerMajor = process.env.SDK_MAJOR === 'former';
