import { BlockedHostError, resolveAllowedAddress } from '@parley/server'
import { PlainTextError } from '@parley/server/http'
import type { Services } from '../../../services.ts'

/** Rejects a URL on a blocked network early; every delivery checks again. */
export async function requireAllowedHost({ options }: Pick<Services, 'options'>, url: string): Promise<void> {
  try {
    await resolveAllowedAddress(new URL(url).hostname, { allowedNetworks: options.outboundNetworks })
  } catch (error) {
    if (error instanceof BlockedHostError) throw new PlainTextError(400, error.message)
    throw error
  }
}
