/** The suite runs over the version before the newest one: vitest.config.ts says which. */
export const isFormerMajor = process.env.SDK_MAJOR === 'former';
