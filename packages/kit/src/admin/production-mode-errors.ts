import type { AdminProjectConfig } from './admin-project-config.ts'

/** A setting that production mode does not allow. */
export interface ProductionModeError {
  readonly message: string
  /** The page of the project's domains, relative to the dashboard. */
  readonly relativeFixUrl: `/${string}`
}

/** Returns the settings of a project that production mode does not allow. */
export function findProductionModeErrors(
  projectId: string,
  { allowLocalhost, domains }: Pick<AdminProjectConfig, 'allowLocalhost' | 'domains'>,
): ProductionModeError[] {
  const localhost = allowLocalhost
    ? ["Localhost is not allowed in production mode, turn off 'Allow localhost' in project settings"]
    : []
  const messages = [...localhost, ...domains.flatMap(({ domain }) => findDomainError(domain) ?? [])]
  return messages.map((message) => ({ message, relativeFixUrl: `/projects/${projectId}/domains` as const }))
}

function findDomainError(domain: string): string | null {
  if (!URL.canParse(domain)) return `Trusted domain is not a valid URL: ${domain}`
  const { hostname, protocol } = new URL(domain)
  if (hostname === 'localhost')
    return `Localhost domains are not allowed to be trusted in production mode: ${domain}`
  // URLs write every IPv4 address with four numbers, and an IPv6 address in brackets.
  if (/^(\d+\.){3}\d+$|^\[/.test(hostname))
    return `Direct IPs are not valid for trusted domains in production mode: ${domain}`
  return protocol === 'https:' ? null : `Trusted domains should be HTTPS: ${domain}`
}
