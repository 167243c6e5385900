// The used part of React 18 has the types of React 19.
export const React: typeof import('react');
export const client: typeof import('react-dom/client');
export const server: typeof import('react-dom/server');
