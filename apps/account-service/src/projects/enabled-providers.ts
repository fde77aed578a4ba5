import { compareTexts } from '../permissions/index.ts'
import type { Project } from './config.ts'

/** Which providers an application may offer to sign in with, sorted by id. */
export function enabledProviders({ config, settings }: Project): { id: string }[] {
  return [...config.oauth_providers, ...settings.oidc_issuers]
    .map(({ id }) => ({ id }))
    .sort((one, other) => compareTexts(one.id, other.id))
}
