import type { Mutation } from '../mutation.ts'

const phone = 'apps/phone-service/src'
const rtp = 'packages/rtp/src/session'
const engine = 'packages/call-engine/src/embedded'
const legs = `${engine}/phone/phone-leg-errors.test.ts`

/** Protections against far ends of calls that use SIP and media to delay others, or to reach third parties. */
export const mediaAttackMutations: readonly Mutation[] = [
  {
    removes: 'ZR330: The end of a call waits until the names of its session descriptions are resolved.',
    file: `${engine}/phone/phone-leg.ts`,
    find: '    if (this.#isEnding) this.#audio.stopLookups()\n',
    replace: '',
    tests: [legs],
    name: 'ZR330: the refusal of a call',
  },
  {
    removes: 'ZR330: Every provisional response is handled, however many wait.',
    file: `${engine}/phone/call-event-queue.ts`,
    find: 'event === this.#newestEarlyMedia',
    replace: 'event !== null',
    tests: [legs],
    name: 'only the newest is resolved',
  },
  {
    removes: 'ZR330: A call waits for as long as the name server of its far end chooses.',
    file: `${engine}/phone/host-lookup.ts`,
    find: 'setTimeout(() => timeout.resolve(null), maxLookupMs)',
    replace: 'setTimeout(() => undefined, maxLookupMs)',
    tests: [legs],
    name: 'not resolved in 5 s',
  },
  {
    removes: 'ZR331: The digits of a far end by INFO are not limited.',
    file: `${engine}/conference/legs/conference-legs.ts`,
    find: ' || !leg.digitLimit.take(performance.now())) return',
    replace: ') return',
    tests: [`${engine}/conference/legs/digits.test.ts`],
    name: 'ZR331',
  },
  {
    removes: 'ZR331: The digits of a far end by RTP are not limited before they leave the media process.',
    file: 'packages/rtp/src/session/audio-stream.ts',
    find: '    if (!this.#digitLimit.take(this.#nowMs())) return\n',
    replace: '',
    tests: ['packages/rtp/src/session/audio-stream.test.ts'],
    name: 'a flood is rate-limited',
  },
  {
    removes: 'ZR331: Each digit of a far end is a transaction.',
    file: `${phone}/call-sessions/conference-events.ts`,
    find: "return record.applyLater({ type: 'digit'",
    replace: "return await record.apply({ type: 'digit'",
    tests: [`${phone}/call-sessions/call-events.test.ts`],
    name: 'ZR331',
  },
  {
    removes: 'ZR332: Any address that a peer names receives audio for as long as the call lasts.',
    file: `${rtp}/unanswered-limit.ts`,
    find: 'if (nowMs - this.#lastProbeMs < probeIntervalMs) return false',
    replace: 'if (nowMs < this.#lastProbeMs) return false',
    tests: [`${rtp}/rtp-session.test.ts`],
    name: 'ends after about ten seconds',
  },
  {
    removes: 'ZR332: A peer that receives audio only does not hear it to the end, although it sends reports.',
    file: `${rtp}/rtp-session.ts`,
    find: '    this.#recordAnswer(datagram, from)\n    this.#reporter',
    replace: '    this.#reporter',
    tests: [`${rtp}/rtp-session.test.ts`],
    name: 'a report of it',
  },
  {
    removes: 'ZR332: A peer that receives audio at its signalling address does not hear it to the end.',
    file: `${engine}/phone/phone-leg.ts`,
    find: 'signallingAddress: this.#call?.peerAddress ?? null',
    replace: 'signallingAddress: null',
    tests: [legs],
    name: 'ZR332',
  },
  {
    removes: 'ZR334: Each attempt of a user to pick up a parked call occupies a place in it.',
    file: `${phone}/call-sessions/browser-legs.ts`,
    find: "    await parts.record.markLegLeft(former.legId, 'hung-up')\n",
    replace: '',
    tests: [`${phone}/calls/park-call.test.ts`],
    name: 'ZR334',
  },
  {
    removes: 'ZR335: A peer that returns to a former key hears and sends each of its packets again.',
    file: 'packages/rtp/src/packet/srtp-states.ts',
    find: 'this.#states.get(id) ?? this.#create(key)',
    replace: 'this.#create(key)',
    tests: [`${rtp}/rtp-session.test.ts`],
    name: 'ZR335: a packet',
  },
  {
    removes: 'ZR333: A far end that ends its call at an unfavourable moment writes errors to the log.',
    file: `${phone}/call-sessions/parts/engine-failures.ts`,
    find: "isTooLate ? 'info' : 'error'",
    replace: "isTooLate ? 'error' : 'error'",
    tests: [`${phone}/call-sessions/transfers/requested-transfer.test.ts`],
    name: 'ZR333',
  },
  {
    removes: 'ZR336: A far end changes its session any number of times in a second.',
    file: 'packages/sip/src/call/receive-re-offer.ts',
    find: 'isBusy || !session.offerLimit.take(core.clock.now())',
    replace: 'isBusy',
    tests: ['packages/sip/src/torture/hostile-dialog.test.ts'],
    name: 'ZR336',
  },
  {
    removes: 'ZR476: Two media processes encrypt with the same key.',
    file: 'packages/call-engine/src/embedded/phone/audio-negotiator.ts',
    find: '      if (canEncrypt) ownCrypto = createCrypto()\n',
    replace: '',
    tests: ['packages/call-engine/src/embedded/two-engines.test.ts'],
    name: 'ZR476',
  },
]
