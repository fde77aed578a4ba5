import type { Mutation } from '../mutation.ts'

const rtp = 'packages/rtp/src'
const jitterBuffer = `${rtp}/session/jitter-buffer.ts`
const jitterTests = [`${rtp}/session/jitter-buffer.test.ts`] as const
const wireTests = [`${rtp}/session/telephone-event-wire.test.ts`] as const
const audioTests = [`${rtp}/session/rtp-audio.test.ts`] as const
const packetTests = [`${rtp}/packet/packets.test.ts`] as const

export const rtpMutations: readonly Mutation[] = [
  {
    removes: 'jitter buffer: a duplicate is queued and merged with its original',
    file: jitterBuffer,
    find: 'if (following && Math.abs(following.atMs - atMs) < toleranceMs) return',
    replace: '',
    tests: jitterTests,
  },
  {
    removes: 'jitter buffer: packets are not reordered',
    file: jitterBuffer,
    find: 'entries.findLastIndex((entry) => entry.atMs <= atMs - toleranceMs) + 1',
    replace: 'entries.length',
    tests: jitterTests,
  },
  {
    removes: 'jitter buffer: the delay does not grow with jitter',
    file: jitterBuffer,
    find: 'Math.min(maxTargetMs, Math.max(minDelayMs, wanted))',
    replace: 'Math.min(minDelayMs, wanted)',
    tests: jitterTests,
  },
  {
    removes: 'jitter buffer: a long delay does not drain',
    file: jitterBuffer,
    find: 'this.#stepsTooLong >= drainAfterSteps || ',
    replace: '',
    tests: jitterTests,
  },
  {
    removes: 'jitter buffer: memory is not bounded',
    file: jitterBuffer,
    find: 'if (entries.length > maxEntries) entries.shift()',
    replace: '',
    tests: jitterTests,
  },
  {
    removes: 'jitter buffer: a restarted stream is late forever',
    file: jitterBuffer,
    find: 'Math.abs(atMs - this.#lastAtMs) > jumpMs',
    replace: 'Math.abs(atMs - this.#lastAtMs) < 0',
    tests: jitterTests,
  },
  {
    removes: 'DTMF: * and # are exchanged',
    file: `${rtp}/packet/telephone-event.ts`,
    find: "'0123456789*#ABCD'",
    replace: "'0123456789#*ABCD'",
    tests: wireTests,
  },
  {
    removes: 'DTMF: no gap between two digits',
    file: `${rtp}/session/telephone-event-sender.ts`,
    find: 'quietFrames = gapFrames',
    replace: 'quietFrames = 0',
    tests: wireTests,
  },
  {
    removes: 'DTMF: a digit is too short',
    file: `${rtp}/session/telephone-event-sender.ts`,
    find: 'const eventFrames = 8',
    replace: 'const eventFrames = 1',
    tests: wireTests,
  },
  {
    removes: 'DTMF: no packet has the end bit',
    file: `${rtp}/packet/telephone-event.ts`,
    find: '(end ? 0x80 : 0) | volume',
    replace: '(end ? 0 : 0) | volume',
    tests: wireTests,
  },
  {
    removes: 'DTMF: the end packet is sent once',
    file: `${rtp}/packet/telephone-event.ts`,
    find: 'export const endPackets = 3',
    replace: 'export const endPackets = 1',
    tests: audioTests,
    name: 'every packet of an event',
  },
  {
    removes: 'DTMF: the packets of one event have different timestamps',
    file: `${rtp}/session/audio-stream.ts`,
    find: 'if (event.marker) this.#eventStartedAt = this.#timestamp',
    replace: 'this.#eventStartedAt = this.#timestamp',
    tests: wireTests,
  },
  {
    removes: 'DTMF: a repeated event is a second digit',
    file: `${rtp}/session/audio-stream.ts`,
    find: ' || this.#eventTimestamps.includes(packet.timestamp)',
    replace: '',
    tests: audioTests,
    name: 'each digit arrives once',
  },
  {
    removes: 'RTP: a third party can inject audio',
    file: `${rtp}/session/rtp-session.ts`,
    find: 'if (this.#hasLearned) return target?.address === address && target.port === port',
    replace: '',
    tests: audioTests,
    name: 'packets from other addresses',
  },
  {
    removes: 'SR6: audio is accepted from any address until the first packet',
    file: `${rtp}/session/rtp-session.ts`,
    find: 'return this.#sources.has(address)',
    replace: 'return true',
    tests: audioTests,
    name: 'SR6',
  },
  {
    removes: 'RTP: audio is sent to 0.0.0.0',
    file: `${rtp}/session/rtp-session.ts`,
    find: 'this.#rtpTarget = isUnspecifiedAddress(address) ? null : next.remote',
    replace: 'this.#rtpTarget = next.remote',
    tests: audioTests,
    name: 'nothing is sent to 0.0.0.0',
  },
  {
    removes: 'RTP: the source address of packets is not learned',
    file: `${rtp}/session/rtp-session.ts`,
    find: '    this.#rtpTarget = learned\n',
    replace: '',
    tests: audioTests,
    name: 'symmetric RTP',
  },
  {
    removes: 'SRTP: a forged packet is accepted',
    file: `${rtp}/packet/srtp.ts`,
    find: '      if (!matches(authenticationTag(rtp, body, rollovers).subarray(0, tagBytes), datagram.subarray(end)))\n        return null\n',
    replace: '',
    tests: packetTests,
  },
  {
    removes: 'SRTP: a replayed packet is accepted',
    file: `${rtp}/packet/srtp.ts`,
    find: 'rollovers < 0 || known?.replay.seen(index)',
    replace: 'rollovers < 0',
    tests: packetTests,
  },
  {
    removes: 'SRTP: the rollover counter stays 0',
    file: `${rtp}/packet/srtp.ts`,
    find: 'lastSequence - sequence > 0x8000) rollovers++',
    replace: 'lastSequence - sequence > 0x8000) rollovers += 0',
    tests: packetTests,
  },
]
