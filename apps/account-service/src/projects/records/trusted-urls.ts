import { KnownError } from '@parley/contract'
import { managedProjects } from '@parley/contract/account'
import { trimEnd } from '@parley/primitives'
import type { Project } from './config.ts'

type TrustingProject = Pick<Project, 'config' | 'settings'>

/**
 * Returns whether a project allows redirects to `url`: within one of its domains and the path of the domain, or on
 * loopback if the project allows it. Query and fragment are ignored. A domain without a port trusts every port; if the
 * project matches ports, it trusts the default port of its protocol, except on loopback, where it requires HTTP or
 * HTTPS.
 */
export function isTrustedUrl({ config, settings }: TrustingProject, url: string): boolean {
  const target = parseUrl(url)
  if (target === null || `${target.username}${target.password}` !== '') return false
  const isWeb = /^https?:$/.test(target.protocol)
  if (config.allow_localhost && isLoopbackHost(target.hostname) && (isWeb || !settings.domains_match_port))
    return true
  return config.domains.some(({ domain }) => {
    const trusted = parseUrl(domain)
    if (trusted === null || !isWithin(target, trusted)) return false
    const trustsAnyPort = !settings.domains_match_port || isLoopbackHost(trusted.hostname)
    return target.port === trusted.port || (trusted.port === '' && trustsAnyPort)
  })
}

/** @throws {KnownError} REDIRECT_URL_NOT_WHITELISTED unless the project trusts `url`. */
export function requireTrustedUrl(project: TrustingProject, url: string): void {
  if (!isTrustedUrl(project, url)) throw new KnownError('REDIRECT_URL_NOT_WHITELISTED')
}

/** Returns whether `domain` is a valid trusted domain. */
export function isValidTrustedDomain(domain: string): boolean {
  return managedProjects.trustedDomain.safeParse(domain).success
}

function parseUrl(url: string): URL | null {
  // Parsers disagree on whether a backslash is a slash.
  return URL.canParse(url) && !url.includes('\\') ? new URL(url) : null
}

function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host)
}

function isWithin(target: URL, trusted: URL): boolean {
  const path = trimEnd(trusted.pathname, '/')
  return (
    target.protocol === trusted.protocol &&
    target.hostname === trusted.hostname &&
    (target.pathname === path || target.pathname.startsWith(`${path}/`))
  )
}
