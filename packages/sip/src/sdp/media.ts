import type { Attribute, MediaSection, SessionDescription } from './description.ts'

/** One codec of a section: an `a=rtpmap` with its `a=fmtp`. */
export interface Codec {
  readonly payloadType: number
  /** Upper case: PCMU, PCMA, G722, OPUS, TELEPHONE-EVENT. */
  readonly name: string
  readonly clockRate: number
  readonly channels: number
  /** Value of `a=fmtp`, or an empty string. */
  readonly parameters: string
}

export type Direction = 'sendrecv' | 'sendonly' | 'recvonly' | 'inactive'

/** One `a=crypto` line; RFC 4568, 9.1. */
export interface Crypto {
  readonly tag: number
  readonly suite: string
  /** Master key and salt, concatenated. */
  readonly keyAndSalt: Uint8Array
  /** Session parameters, such as UNENCRYPTED_SRTCP. */
  readonly parameters: readonly string[]
}

/** RTP has seven bits for the payload type; RFC 3550, 5.1. */
const maxPayloadType = 127

/** Static payload types, which need no `a=rtpmap`; RFC 3551, table 4. */
const staticCodecs = new Map<string, readonly [name: string, clockRate: number]>([
  ['0', ['PCMU', 8000]],
  ['3', ['GSM', 8000]],
  ['4', ['G723', 8000]],
  ['8', ['PCMA', 8000]],
  ['9', ['G722', 8000]],
  ['13', ['CN', 8000]],
  ['18', ['G729', 8000]],
])

export function findAttribute(
  section: { readonly attributes: readonly Attribute[] },
  name: string,
): string | null {
  return section.attributes.find((attribute) => attribute.name === name)?.value ?? null
}

/**
 * Returns the codecs of an RTP section in the order of its `m=` line. Payload types without a mapping are
 * omitted.
 */
export function getCodecs(section: MediaSection): Codec[] {
  const mappings = collectByFormat(section, 'rtpmap')
  const parameters = collectByFormat(section, 'fmtp')

  return section.formats.flatMap((format) => {
    const map = /^([^/]+)\/(\d{1,6})(?:\/(\d{1,2}))?$/.exec(mappings.get(format)?.trim() ?? '')
    const known = staticCodecs.get(format)
    if (!/^\d{1,3}$/.test(format) || Number(format) > maxPayloadType || (!map && !known)) return []
    const [, name = known?.[0] ?? '', clockRate = String(known?.[1]), channels = '1'] = map ?? []
    return [
      {
        payloadType: Number(format),
        name: name.toUpperCase(),
        clockRate: Number(clockRate),
        channels: Number(channels),
        parameters: parameters.get(format) ?? '',
      },
    ]
  })
}

/**
 * Returns the first value of an attribute for each format, in one pass: a section may have 2,000 attributes
 * and 128 formats.
 */
function collectByFormat({ attributes }: MediaSection, name: string): Map<string, string> {
  const values = new Map<string, string>()
  for (const attribute of attributes) {
    if (attribute.name !== name || attribute.value === null) continue
    const [, format = '', value = ''] = /^([^ ]*) ?(.*)$/s.exec(attribute.value) ?? []
    if (!values.has(format)) values.set(format, value)
  }
  return values
}

/** Returns the direction of a section or else of the session; `sendrecv` by default. RFC 4566, section 6. */
export function getDirection(sdp: SessionDescription, section: MediaSection): Direction {
  for (const { attributes } of [section, sdp]) {
    for (const { name } of attributes) if (isDirection(name)) return name
  }
  return 'sendrecv'
}

function isDirection(name: string): name is Direction {
  return name === 'sendrecv' || name === 'sendonly' || name === 'recvonly' || name === 'inactive'
}

/** Returns the connection address of a section or else of the session. */
export function getMediaAddress(sdp: SessionDescription, section: MediaSection): string | null {
  return section.connection ?? sdp.connection
}

/**
 * Returns the well-formed `a=crypto` lines, in order of preference. Those with a master key identifier, which
 * would be part of every packet, are omitted.
 */
export function getCryptos(section: MediaSection): Crypto[] {
  return section.attributes.flatMap(({ name, value }) => {
    const parts =
      name === 'crypto'
        ? /^(\d{1,9}) (\S+) inline:([A-Za-z0-9+/=]+)(?:\|(?:2\^)?\d{1,20})?((?: .*)?)$/.exec(value ?? '')
        : null
    if (!parts) return []
    const [, tag, suite = '', key = '', rest = ''] = parts
    const parameters = rest.split(' ').filter((word) => word !== '')
    return [{ tag: Number(tag), suite, keyAndSalt: new Uint8Array(Buffer.from(key, 'base64')), parameters }]
  })
}

export function formatCrypto({ tag, suite, keyAndSalt, parameters }: Crypto): Attribute {
  const key = Buffer.from(keyAndSalt).toString('base64')
  return { name: 'crypto', value: [`${tag} ${suite} inline:${key}`, ...parameters].join(' ') }
}
