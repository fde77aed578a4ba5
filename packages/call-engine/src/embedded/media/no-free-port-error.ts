/** Thrown when no port is free for a WebRTC connection. Users can use up the ports, so it is no error of the process. */
export class NoFreePortError extends Error {
  override readonly name = 'NoFreePortError'
}
