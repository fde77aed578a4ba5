import { z } from 'zod'
import type { Project } from '../projects/index.ts'

const clientData = z.object({ origin: z.string(), crossOrigin: z.boolean().optional() })

/** Where a ceremony took place, as far as the project trusts it: what the answer must be of. */
export interface CeremonyOrigin {
  readonly origin: string
  readonly relyingPartyId: string
}

/**
 * Reads where a browser says that a ceremony took place. The origin must be, to the letter and with its port, that of a
 * trusted domain, or `localhost` where the project allows it; null where it is not. What a client put in place of the
 * relying party plays no part.
 */
export function ceremonyOriginOf(
  { config }: Pick<Project, 'config'>,
  clientDataJson: string,
): CeremonyOrigin | null {
  const told = parse(clientDataJson)
  if (!told || told.crossOrigin || !URL.canParse(told.origin)) return null

  const { origin, hostname: relyingPartyId } = new URL(told.origin)
  const isTrusted =
    (config.allow_localhost && relyingPartyId === 'localhost') ||
    config.domains.some(({ domain }) => URL.canParse(domain) && new URL(domain).origin === origin)
  return isTrusted && origin === told.origin ? { origin, relyingPartyId } : null
}

function parse(clientDataJson: string): z.infer<typeof clientData> | null {
  try {
    const text = Buffer.from(clientDataJson, 'base64url').toString('utf8')
    return clientData.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
