// What the tests use of it is typed as in React 19.
export const React: typeof import('react');
export const client: typeof import('react-dom/client');
export const server: typeof import('react-dom/server');
