import { isLoopback } from '@parley/server'
import type { Config } from './config.ts'

/**
 * Where SIP and audio are received. Loopback, until trunks or browsers elsewhere have been given an address of ours to
 * reach: then on every address of this machine.
 */
export function networkOf({ sip, phone }: Config) {
  const isSipLocal = isLoopback(sip.host)
  const isAudioLocal = isSipLocal && phone.publicUrl === null
  return {
    sipHost: isSipLocal ? '127.0.0.1' : '0.0.0.0',
    publicHost: isSipLocal ? null : sip.host,
    mediaHost: isAudioLocal ? '127.0.0.1' : '0.0.0.0',
  }
}
