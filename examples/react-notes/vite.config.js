// Vite knows JSX; this setting says that it is React's.
export default { oxc: { jsx: { runtime: 'automatic' } } };
