import type { Server } from 'node:http';
import type { Socket } from 'node:net';

// [Note: How connections end when the process stops]
// Node ends those that are idle when it stops listening, and no others: not those whose answer ends a moment later, as a stream of
// events does, nor those on which nothing was ever asked, as browsers open them ahead. Each would keep the process until the time it has for stopping ends.

/** Milliseconds between two looks for connections that wait for nothing. */
const interval = 50;

/**
 * Ends connections of a server that stops as soon as nothing is under way on them. See [Note: How connections end when the process stops].
 * @returns what is called when the server is about to stop listening
 */
export function endIdleConnections(server: Server): () => void {
  const unused = new Set<Socket>();
  server.on('connection', (socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  server.on('request', ({ socket }) => unused.delete(socket));
  return () => {
    // Nothing ever tells that a server has closed that never listened.
    if (!server.listening) return;
    const looking = setInterval(() => {
      for (const socket of unused) socket.destroy();
      server.closeIdleConnections();
    }, interval);
    server.once('close', () => clearInterval(looking));
  };
}
