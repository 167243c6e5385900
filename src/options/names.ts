// Values of options that the worker compares with: it gets complete settings and carries neither table nor rules.

export const RANKINGS = ['hybrid', 'importance-recency', 'seed'] as const;

/** Default of the option `workspace`. */
export const UNNAMED_WORKSPACE = '/';

/** Whether the app named the workspace: under the default nothing crosses from one conversation to another. */
export const isNamed = (workspace: string): boolean => workspace !== UNNAMED_WORKSPACE;
