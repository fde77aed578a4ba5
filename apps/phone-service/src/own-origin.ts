/**
 * Returns whether an origin is that of the phone. Without a public URL, every loopback origin of this port is
 * accepted.
 */
export function isOwnOrigin(origin: string, publicUrl: string | null, port: number): boolean {
  if (publicUrl) return origin === new URL(publicUrl).origin
  return [`http://localhost:${port}`, `http://127.0.0.1:${port}`, `http://[::1]:${port}`].includes(origin)
}
