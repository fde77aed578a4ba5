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

/**
 * Returns an answer without its candidates: connectivity checks would be sent to any address that a browser
 * names, also in internal networks. The address of the browser is learned from its first check.
 */
export function withoutCandidates(answerSdp: string): string {
  return answerSdp.replace(/^a=candidate:.*\n?/gm, '')
}

/**
 * Lower than any host candidate of a real interface, higher than a relay candidate (RFC 8445, section 5.1.2).
 */
const loopbackPriority = 1_500_000_000

/**
 * Completes the candidates of an offer: libdatachannel omits loopback when it listens on all addresses, and
 * does not know the public address of a NAT.
 */
export function completeCandidates(
  sdp: string,
  options: {
    readonly port: number
    readonly listensOn: string | null
    readonly publicAddress: string | null
  },
): string {
  const lines = sdp.split('\r\n')
  const isCandidate = (line: string) => line.startsWith('a=candidate:')
  const at = lines.findIndex((line) => isCandidate(line) || line === 'a=end-of-candidates')
  const { port, listensOn, publicAddress } = options
  const added: string[] = []
  if (publicAddress) added.push(`a=candidate:90 1 UDP 2122317823 ${publicAddress} ${port} typ host`)
  if (listensOn === null) added.push(`a=candidate:91 1 UDP ${loopbackPriority} 127.0.0.1 ${port} typ host`)
  const remaining = publicAddress ? lines.filter((line) => !isCandidate(line)) : lines
  const insertAt = at < 0 ? Math.max(0, remaining.length - 1) : at
  return remaining.toSpliced(insertAt, 0, ...added).join('\r\n')
}
