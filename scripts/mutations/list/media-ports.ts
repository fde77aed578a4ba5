import type { Mutation } from '../mutation.ts'

const phone = 'apps/phone-service/src'
const engine = 'packages/call-engine/src/embedded'
const webRtc = `${engine}/media/webrtc`

/** Protections against users who use up the ports for browsers. */
export const mediaPortMutations: readonly Mutation[] = [
  {
    removes: 'ZR881: An offer that is never answered occupies its port for as long as its leg lives.',
    file: `${engine}/media/media-leg.ts`,
    find: 'setTimeout(() => this.onTransportFailed(transport), timeoutMs)',
    replace: 'setTimeout(() => {}, timeoutMs)',
    tests: [`${webRtc}/webrtc-ports.test.ts`],
    name: 'ZR881',
  },
  {
    removes: 'ZR882: A browser is rejected although another media process has a port.',
    file: `${engine}/conference/legs/create-browser-offer.ts`,
    find: '!(await deps.media.relocate())',
    replace: 'deps.media.mediaProcess !== null',
    tests: [`${engine}/process/media-ports.test.ts`],
    name: 'ZR882: a conference whose process',
  },
  {
    removes: 'ZR882: Conferences are opened in a media process without a port.',
    file: `${engine}/media/media-state.ts`,
    find: '    if (requiresPort && !this.webRtcPorts.hasFreePort(portUser)) return false\n',
    replace: '',
    tests: [`${engine}/process/media-ports.test.ts`],
    name: 'ZR882: a conference is opened',
  },
  {
    removes: 'ZR883: Other calls use up the ports of emergency calls.',
    file: `${webRtc}/webrtc-ports.ts`,
    find: 'this.#freeCount > this.#reserve.size',
    replace: 'this.#freeCount > 0',
    tests: [`${webRtc}/webrtc-ports.test.ts`],
    name: 'ZR883',
  },
  {
    removes: 'ZR883: An emergency call gets no reserved port.',
    file: `${phone}/call-sessions/starting/open-conference.ts`,
    find: 'const isEmergency = hasEmergencyService(state)',
    replace: 'const isEmergency = parts.record.hasEnded && hasEmergencyService(state)',
    tests: [`${phone}/emergency/emergency-ports.test.ts`],
    name: 'ZR883',
  },
  {
    removes: 'ZR908: An ordinary call has a reserved port after the emergency service has left it.',
    file: `${webRtc}/port-reserve.ts`,
    find: 'nowMs - sinceMs >= timeoutMs) holder.onPortLost()',
    replace: 'nowMs < sinceMs) holder.onPortLost()',
    tests: [`${webRtc}/reserved-ports.test.ts`],
    name: 'ZR908: the connection',
  },
  {
    removes: 'ZR908: A call loses its port although others have released theirs.',
    file: `${webRtc}/port-reserve.ts`,
    find: 'one of ordinaryFirst.slice(0, Math.max(0, oldest.length - occupied))',
    replace: 'one of ordinaryFirst.slice(0, Math.min(0, occupied))',
    tests: [`${webRtc}/reserved-ports.test.ts`],
    name: 'ZR908: a call that',
  },
  {
    removes: 'ZR908: The engine does not learn that an emergency service has left.',
    file: `${phone}/call-sessions/conference-events.ts`,
    find: '      await updateEmergency(parts)\n',
    replace: '',
    tests: [`${phone}/emergency/emergency-ports.test.ts`],
    name: 'ZR908',
  },
  {
    removes: 'ZR909: One workspace uses up the reserved ports.',
    file: `${webRtc}/port-reserve.ts`,
    find: 'if (ownerId === null) return true',
    replace: 'if (ownerId !== undefined) return true',
    tests: [`${webRtc}/reserved-ports.test.ts`],
    name: 'ZR909',
  },
  {
    removes: 'ZR910: A merge takes the right to a reserved port from an emergency call.',
    file: `${engine}/conference/merge-conferences.ts`,
    find: '  if (from.media.isEmergency) await into.media.setEmergency(true)\n',
    replace: '',
    tests: [`${engine}/process/emergency-ports.test.ts`],
    name: 'ZR910: an emergency call',
  },
  {
    removes: 'ZR884: An emergency service receives a call whose browser has no port.',
    file: `${phone}/call-sessions/starting/start-call.ts`,
    find: '    const joinInformation = await addStoredLeg(parts, conference, user, legId)\n    return { joinInformation, failure: await dialPending(parts) }\n',
    replace:
      '    const failure = await dialPending(parts)\n    return { joinInformation: await addStoredLeg(parts, conference, user, legId), failure }\n',
    tests: [`${phone}/emergency/emergency-ports.test.ts`],
    name: 'ZR884',
  },
  {
    removes: 'ZR911: A waiting caller prevents that a call moves to a media process with a port.',
    file: `${engine}/conference/legs/create-browser-offer.ts`,
    find: 'other === leg || other.waiting !== null',
    replace: 'other === leg',
    tests: [`${engine}/process/media-ports.test.ts`],
    name: 'ZR911',
  },
]
