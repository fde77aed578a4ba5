import { OutboundRefused, pinAddress } from '@parley/server'
import { TextError } from '@parley/server/http'
import type { Services } from '../services.ts'

/** Says at once what every delivery would fail of: whether it still holds is asked again with each of them. */
export async function requireReachable({ options }: Pick<Services, 'options'>, url: string): Promise<void> {
  try {
    await pinAddress(new URL(url).hostname, { allowedNetworks: options.outboundNetworks })
  } catch (error) {
    if (error instanceof OutboundRefused) throw new TextError(400, error.message)
    throw error
  }
}
