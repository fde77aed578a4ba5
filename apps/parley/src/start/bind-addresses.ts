import { isLoopback } from '@parley/server'
import type { Config } from '../config.ts'

/**
 * Returns the bind addresses for SIP and audio: loopback, or all interfaces once a public SIP host or a
 * public phone URL is set.
 */
export function getBindAddresses({ sip, phone }: Config) {
  const isSipLocal = isLoopback(sip.host)
  const isAudioLocal = isSipLocal && phone.publicUrl === null
  return {
    sipHost: isSipLocal ? '127.0.0.1' : '0.0.0.0',
    publicHost: isSipLocal ? null : sip.host,
    mediaHost: isAudioLocal ? '127.0.0.1' : '0.0.0.0',
  }
}
