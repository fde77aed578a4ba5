import { type AudioFormats, type CodecName, codecFormats } from '@parley/rtp'

/** The codecs of browser legs. */
export type WebRtcCodec = 'PCMU' | 'opus'

const offered = {
  PCMU: { payloadType: 0, fmtp: null, eventPayloadType: 126 },
  opus: {
    payloadType: 111,
    // Mono speech: by default browsers send stereo at a music bit rate.
    fmtp: 'minptime=10;useinbandfec=1;stereo=0;sprop-stereo=0;maxaveragebitrate=24000',
    eventPayloadType: 110,
  },
} as const satisfies Record<
  WebRtcCodec,
  { payloadType: number; fmtp: string | null; eventPayloadType: number }
>

export interface OfferedFormat {
  readonly payloadType: number
  readonly rtpmap: string
  readonly fmtp: string | null
}

/** Returns the formats of an offer in order of preference, telephone events last. */
export function offeredFormats(codecs: readonly WebRtcCodec[]): readonly OfferedFormat[] {
  return [
    ...codecs.map((codec) => ({ ...offered[codec], rtpmap: codecFormats[codec].rtpmap })),
    ...codecs.map((codec) => ({
      payloadType: offered[codec].eventPayloadType,
      rtpmap: `telephone-event/${codecFormats[codec].rtpClockRate}`,
      fmtp: '0-15',
    })),
  ]
}

/**
 * Returns the formats an answer accepts, in its order (RFC 3264, section 6). Null when no codec is accepted.
 */
export function agreedFormats(answerSdp: string, codecs: readonly WebRtcCodec[]): AudioFormats | null {
  const [, port, payloadTypes] = /^m=audio (\d+) \S+ ([\d ]+)\r?$/m.exec(answerSdp) ?? []
  if (payloadTypes === undefined || port === '0') return null
  const accepted = [...new Set(payloadTypes.trim().split(/ +/).map(Number))]
  const formats = accepted.flatMap((payloadType) => {
    const codec: CodecName | undefined = codecs.find((each) => offered[each].payloadType === payloadType)
    return codec ? [{ codec, payloadType }] : []
  })
  const telephoneEvents = codecs
    .filter((codec) => accepted.includes(offered[codec].eventPayloadType))
    .map((codec) => ({
      payloadType: offered[codec].eventPayloadType,
      clockRate: codecFormats[codec].rtpClockRate,
    }))
  return formats.length > 0 ? { formats, telephoneEvents } : null
}

/** The name of the only section of offers and answers. */
export const mid = 'audio'

/** The lines of a session and of its audio section that the connection needs, in printable ASCII. */
const neededLines: readonly RegExp[] = [
  /^[vost]=[\x20-\x7e]{1,200}$/,
  /^m=audio \d{1,5} UDP\/TLS\/RTP\/SAVPF(?: \d{1,3}){1,128}$/,
  /^c=IN IP[46] [0-9A-Fa-f:.]{1,45}$/,
  /^a=(?:fingerprint|ice-options|ice-pwd|ice-ufrag):[\x20-\x7e]{1,300}$/,
  /^a=(?:fmtp|rtpmap):\d{1,10} [\x20-\x7e]{1,300}$/,
  /^a=(?:sendrecv|sendonly|recvonly|inactive|rtcp-mux)$/,
]
const maxNeededLines = 300

/**
 * The browser is the client of DTLS, as all browsers are that answer: a server of DTLS chooses the parameters of
 * the key exchange, which can cost the other side a second of CPU.
 */
const addedLines = [`a=mid:${mid}`, 'a=setup:active']

/**
 * Returns the lines of a browser’s answer that the connection needs, from the session and its first section.
 * Candidates are not among them: connectivity checks would be sent to any address that a browser names, also in
 * internal networks; the address of the browser is learned from its first check. Nor are further sections and
 * other names of the section: for each of them the library would add a track, whose packets nothing reads, and
 * libdatachannel 0.24 reads RTCP of several tracks in a loop that an invalid packet never ends. Null when there
 * are too many lines.
 */
export function selectAnswerLines(answerSdp: string): string | null {
  const lines = answerSdp.split(/\r\n|\n/)
  const [, second] = lines.flatMap((line, index) => (line.startsWith('m=') ? [index] : []))
  const needed = lines.slice(0, second).filter((line) => neededLines.some((pattern) => pattern.test(line)))
  if (needed.length > maxNeededLines) return null
  const completed = needed.flatMap((line) => (line.startsWith('m=') ? [line, ...addedLines] : [line]))
  return [...completed, ''].join('\r\n')
}

/**
 * Lower than any host candidate of a real interface, higher than a relay candidate (RFC 8445, section 5.1.2).
 */
const loopbackPriority = 1_500_000_000

/** Returns the port of an offer’s candidates, which all have the same; null without candidates. */
export function readPort(sdp: string): number | null {
  const [, port] = /^a=candidate:\S+ \d+ UDP \d+ \S+ (\d+) /im.exec(sdp) ?? []
  return port === undefined ? null : Number(port)
}

/**
 * Completes the candidates of an offer: libdatachannel omits loopback when it listens on all addresses, and
 * does not know the public address of a NAT.
 */
export function completeCandidates(
  sdp: string,
  options: {
    readonly listensOn: string | null
    readonly publicAddress: string | null
  },
): string {
  const lines = sdp.split('\r\n')
  const isCandidate = (line: string) => line.startsWith('a=candidate:')
  const at = lines.findIndex((line) => isCandidate(line) || line === 'a=end-of-candidates')
  const { listensOn, publicAddress } = options
  const port = readPort(sdp)
  if (port === null) return sdp
  const added: string[] = []
  if (publicAddress) added.push(`a=candidate:90 1 UDP 2122317823 ${publicAddress} ${port} typ host`)
  if (listensOn === null) added.push(`a=candidate:91 1 UDP ${loopbackPriority} 127.0.0.1 ${port} typ host`)
  const remaining = publicAddress ? lines.filter((line) => !isCandidate(line)) : lines
  const insertAt = at < 0 ? Math.max(0, remaining.length - 1) : at
  return remaining.toSpliced(insertAt, 0, ...added).join('\r\n')
}
