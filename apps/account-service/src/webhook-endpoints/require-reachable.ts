import { OutboundRefused, pinAddress } from '@parley/server'
import { TextError } from '@parley/server/http'
import type { Services } from '../services.ts'

/** Rejects a URL on a blocked network early; every delivery checks again. */
export async function requireReachable({ options }: Pick<Services, 'options'>, url: string): Promise<void> {
  try {
    await pinAddress(new URL(url).hostname, { allowedNetworks: options.outboundNetworks })
  } catch (error) {
    if (error instanceof OutboundRefused) throw new TextError(400, error.message)
    throw error
  }
}
