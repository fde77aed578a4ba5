import { describe, expect, test } from 'vitest'
import { SymmetricTarget } from './symmetric-target.ts'

const signalled = { address: '192.0.2.1', port: 4000 }
const behindNat = { address: '192.0.2.1', port: 5000 }

function connect(remote = signalled): SymmetricTarget {
  const target = new SymmetricTarget()
  target.connect({ remote, rtcpMux: false, sources: ['192.0.2.2'] })
  return target
}

/**
 * Guarantee: no address of a peer, signalled or learned, makes the process fail or discards the audio of the
 * peer.
 */
describe('the target of an audio stream', () => {
  test('VR1: a packet from port 0 is not accepted, because a reply to port 0 would be an error', () => {
    expect(connect().accepts({ ...signalled, port: 0 })).toBe(false)
  })

  test('VR1: nothing is sent to a signalled port 0', () => {
    const target = connect({ ...signalled, port: 0 })

    expect([target.rtp, target.rtcp]).toEqual([null, null])
  })

  test('packets are accepted from the peer and its other addresses, and from no other', () => {
    const target = connect()

    expect(target.accepts(behindNat)).toBe(true)
    expect(target.accepts({ address: '192.0.2.2', port: 9 })).toBe(true)
    expect(target.accepts({ address: '192.0.2.3', port: 4000 })).toBe(false)
  })

  test('after the first packet only its source is accepted and receives audio', () => {
    const target = connect()
    target.learn(behindNat)

    expect(target.rtp).toEqual(behindNat)
    expect(target.accepts(behindNat)).toBe(true)
    expect(target.accepts({ ...behindNat, port: 5001 })).toBe(false)
    expect(target.accepts({ address: '192.0.2.2', port: 9 })).toBe(false)
  })

  test('VR16: a forged packet that arrives first does not discard the audio from the signalled port', () => {
    const target = connect()
    target.learn(behindNat)

    expect(target.accepts(signalled)).toBe(true)
    target.learn(signalled)
    expect(target.rtp).toEqual(signalled)
    expect(target.accepts(behindNat)).toBe(false)
  })
})
