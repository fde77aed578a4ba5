import { isIP } from 'node:net'
import type { Attribute, MediaSection, SessionDescription } from './description.ts'

const maxSdpLength = 32_768
const maxSections = 32
const maxLines = 2_000
/** RTP has this many payload types. */
const maxFormats = 128

interface OpenSection {
  kind: string
  port: number
  protocol: string
  formats: string[]
  connection: string | null
  attributes: Attribute[]
}

/** Parses a session description; null when malformed. Lines of unused types are omitted. */
export function parseSdp(text: string): SessionDescription | null {
  const lines = text.length > maxSdpLength ? [] : text.split(/\r\n|\n/).filter((line) => line !== '')
  if (lines[0] !== 'v=0' || lines.length > maxLines) return null

  let origin: SessionDescription['origin'] | null = null
  let sessionName: string | null = null
  const session: { connection: string | null; attributes: Attribute[] } = { connection: null, attributes: [] }
  const media: OpenSection[] = []

  for (const line of lines.slice(1)) {
    const type = line[0]
    const value = line.slice(2)
    if (line[1] !== '=' || !/[a-z]/.test(type ?? '')) return null
    const place = media.at(-1) ?? session
    if (type === 'm') {
      const section = parseMediaLine(value)
      if (!section || media.length >= maxSections) return null
      media.push(section)
    } else if (type === 'c') {
      const address = parseConnection(value)
      if (address === null) return null
      place.connection ??= address
    } else if (type === 'a') place.attributes.push(parseAttribute(value))
    else if (type === 'o') origin = parseOrigin(value)
    else if (type === 's') sessionName = value
  }
  return origin && sessionName !== null
    ? { origin, sessionName, ...session, media: media as MediaSection[] }
    : null
}

function parseOrigin(value: string): SessionDescription['origin'] | null {
  const [username, sessionId, version, network, , address, ...rest] = value.trim().split(' ')
  if (!username || !address || rest.length > 0 || network !== 'IN') return null
  if (sessionId === undefined || !/^\d+$/.test(sessionId)) return null
  if (version === undefined || !/^\d+$/.test(version)) return null
  return { username, sessionId, version, address }
}

/**
 * Parses the address or host name of a `c=` line without the TTL or count of a multicast address; RFC 4566,
 * 5.7.
 */
function parseConnection(value: string): string | null {
  const [, family, host] = /^IN (IP4|IP6) ([A-Za-z0-9.:_-]+)(?:\/\d+){0,2}$/.exec(value.trim()) ?? []
  if (host === undefined) return null
  const version = isIP(host)
  return version === 0 || `IP${version}` === family ? host : null
}

function parseMediaLine(value: string): OpenSection | null {
  const parts = /^([A-Za-z0-9-]+) (\d{1,5})(?:\/\d+)? ([A-Za-z0-9/-]+) (.+)$/.exec(value.trim())
  const port = Number(parts?.[2])
  if (!parts || port > 65_535) return null
  const [, kind = '', , protocol = '', formatText = ''] = parts
  const formats = formatText.split(/ +/)
  if (formats.length > maxFormats) return null
  return { kind, port, protocol, formats, connection: null, attributes: [] }
}

function parseAttribute(value: string): Attribute {
  const colon = value.indexOf(':')
  return colon < 0
    ? { name: value, value: null }
    : { name: value.slice(0, colon), value: value.slice(colon + 1) }
}
