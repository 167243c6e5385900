// Vite knows JSX; that it is React's is said here.
export default { oxc: { jsx: { runtime: 'automatic' } } };
