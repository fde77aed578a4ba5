import { z } from 'zod'
import type { Project } from '../../projects/records/index.ts'

const clientData = z.object({ origin: z.string(), crossOrigin: z.boolean().optional() })

/** The trusted origin of a ceremony, which the response must match. */
export interface CeremonyOrigin {
  readonly origin: string
  readonly relyingPartyId: string
}

/**
 * Returns the origin from the client data. It must equal the origin of a trusted domain exactly, including
 * its port, or be `localhost` if the project allows it; otherwise null. The relying party id sent by the
 * client is ignored.
 */
export function parseCeremonyOrigin(
  { config }: Pick<Project, 'config'>,
  clientDataJson: string,
): CeremonyOrigin | null {
  const parsed = parse(clientDataJson)
  if (!parsed || parsed.crossOrigin || !URL.canParse(parsed.origin)) return null

  const { origin, hostname: relyingPartyId } = new URL(parsed.origin)
  const isTrusted =
    (config.allow_localhost && relyingPartyId === 'localhost') ||
    config.domains.some(({ domain }) => URL.canParse(domain) && new URL(domain).origin === origin)
  return isTrusted && origin === parsed.origin ? { origin, relyingPartyId } : null
}

function parse(clientDataJson: string): z.infer<typeof clientData> | null {
  try {
    const text = Buffer.from(clientDataJson, 'base64url').toString('utf8')
    return clientData.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
