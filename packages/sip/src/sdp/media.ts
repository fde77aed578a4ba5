import type { Attribute, MediaSection, SessionDescription } from './description.ts'

/** One codec of a section: an `a=rtpmap` with its `a=fmtp`. */
export interface Codec {
  readonly payloadType: number
  /** Upper case: PCMU, PCMA, G722, OPUS, TELEPHONE-EVENT. */
  readonly name: string
  readonly clockRate: number
  readonly channels: number
  /** Value of `a=fmtp`, or the empty text. */
  readonly parameters: string
}

export type Direction = 'sendrecv' | 'sendonly' | 'recvonly' | 'inactive'

/** One `a=crypto` line; RFC 4568, 9.1. */
export interface Crypto {
  readonly tag: number
  readonly suite: string
  /** Key and salt together, as the suite wants them. */
  readonly keyAndSalt: Uint8Array
  /** Session parameters, such as UNENCRYPTED_SRTCP. */
  readonly parameters: readonly string[]
}

/** RFC 3551, table 4: the types that need no `a=rtpmap`. */
const staticCodecs: Readonly<Record<string, readonly [name: string, clockRate: number]>> = {
  0: ['PCMU', 8000],
  3: ['GSM', 8000],
  4: ['G723', 8000],
  8: ['PCMA', 8000],
  9: ['G722', 8000],
  13: ['CN', 8000],
  18: ['G729', 8000],
}

export function attributeOf(
  section: { readonly attributes: readonly Attribute[] },
  name: string,
): string | null {
  return section.attributes.find((attribute) => attribute.name === name)?.value ?? null
}

/** The codecs of an RTP section in the order of its `m=` line. Types that nobody explains are left out. */
export function codecsOf(section: MediaSection): Codec[] {
  const valueFor = (name: string, format: string) =>
    section.attributes
      .find((attribute) => attribute.name === name && attribute.value?.split(' ')[0] === format)
      ?.value?.slice(format.length + 1) ?? null

  return section.formats.flatMap((format) => {
    const map = /^([^/]+)\/(\d{1,6})(?:\/(\d{1,2}))?$/.exec(valueFor('rtpmap', format)?.trim() ?? '')
    const known = staticCodecs[format]
    if (!/^\d{1,3}$/.test(format) || (!map && !known)) return []
    const [, name = known?.[0] ?? '', clockRate = String(known?.[1]), channels = '1'] = map ?? []
    return [
      {
        payloadType: Number(format),
        name: name.toUpperCase(),
        clockRate: Number(clockRate),
        channels: Number(channels),
        parameters: valueFor('fmtp', format) ?? '',
      },
    ]
  })
}

/** Direction of a section, its own or the session's; `sendrecv` when neither says. RFC 4566, section 6. */
export function directionOf(sdp: SessionDescription, section: MediaSection): Direction {
  for (const { attributes } of [section, sdp]) {
    for (const { name } of attributes) if (isDirection(name)) return name
  }
  return 'sendrecv'
}

function isDirection(name: string): name is Direction {
  return name === 'sendrecv' || name === 'sendonly' || name === 'recvonly' || name === 'inactive'
}

/** Where the section's media goes: its own connection address or the session's. */
export function addressOf(sdp: SessionDescription, section: MediaSection): string | null {
  return section.connection ?? sdp.connection
}

/** The `a=crypto` lines that can be read, in order of preference. */
export function cryptosOf(section: MediaSection): Crypto[] {
  return section.attributes.flatMap(({ name, value }) => {
    const parts =
      name === 'crypto' ? /^(\d{1,9}) (\S+) inline:([A-Za-z0-9+/=]+)\S*(.*)$/.exec(value ?? '') : null
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
