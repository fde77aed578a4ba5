import type { Attribute, MediaSection, SessionDescription } from './description.ts'

/** Serializes a session description in the line order of RFC 4566, section 5. */
export function serializeSdp(sdp: SessionDescription): string {
  const { username, sessionId, version, address } = sdp.origin
  const lines = [
    'v=0',
    `o=${username} ${sessionId} ${version} IN ${addressFamily(address)} ${address}`,
    `s=${sdp.sessionName}`,
  ]
  if (sdp.connection !== null) lines.push(connectionLine(sdp.connection))
  lines.push('t=0 0', ...sdp.attributes.map(attributeLine), ...sdp.media.flatMap(mediaLines))
  return `${lines.join('\r\n')}\r\n`
}

function mediaLines(section: MediaSection): string[] {
  const lines = [`m=${section.kind} ${section.port} ${section.protocol} ${section.formats.join(' ')}`]
  if (section.connection !== null) lines.push(connectionLine(section.connection))
  return [...lines, ...section.attributes.map(attributeLine)]
}

function connectionLine(address: string): string {
  return `c=IN ${addressFamily(address)} ${address}`
}

function attributeLine({ name, value }: Attribute): string {
  return value === null ? `a=${name}` : `a=${name}:${value}`
}

function addressFamily(address: string): 'IP4' | 'IP6' {
  return address.includes(':') ? 'IP6' : 'IP4'
}
