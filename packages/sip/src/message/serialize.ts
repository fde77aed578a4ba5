import type { SipMessage } from './message.ts'

/** Returns a message in wire format. Content-Length is set to the length of the body. RFC 3261, section 7. */
export function serialize(message: SipMessage): Uint8Array {
  const lines = [startLine(message)]
  for (const [name, value] of message.headers) {
    if (name.toLowerCase() !== 'content-length') lines.push(`${name}: ${value}`)
  }
  lines.push(`Content-Length: ${message.body.length}`, '', '')
  return Buffer.concat([Buffer.from(lines.join('\r\n')), message.body])
}

function startLine(message: SipMessage): string {
  if (message.kind === 'request') return `${message.method} ${message.uri} SIP/2.0`
  return `SIP/2.0 ${message.status} ${message.reason.replace(/[\r\n\0]+/g, ' ')}`
}
