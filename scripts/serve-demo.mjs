// Serves the built demo from this process, so that ending the process ends the server.

export async function serveDemo(port) {
  // A static import would fail before the packages are installed.
  const { preview } = await import('vite');
  return preview({ mode: 'demo', preview: { port } });
}
