import { KnownError } from '@parley/contract'
import { type HttpCall, Reply, TextError } from '@parley/server/http'
import { recordAudit } from '../audit/index.ts'
import { keepTokens } from '../oauth-connections/index.ts'
import { findProject, isTrustedUrl, type Project, requireTrustedUrl } from '../projects/index.ts'
import {
  findProvider,
  type OpenProvider,
  type Profile,
  ProviderFailure,
  type ProviderTokens,
  redeemAnswer,
} from '../providers/index.ts'
import type { Services } from '../services.ts'
import { findSession } from '../sessions/index.ts'
import { accountFor, isOvertaken } from './account-for.ts'
import { insertAuthorizationCode } from './codes.ts'
import { endedJourneyCookie, hasJourneyCookie } from './journey-cookie.ts'
import { type Journey, takeJourney } from './journeys.ts'

type Redirect = Reply<Record<string, never>>

interface Return {
  /** Provider id from the path. */
  readonly providerId: string
  /** Parameters sent by the provider, in the query or a form. */
  readonly sent: Readonly<Record<string, unknown>>
  readonly call: HttpCall
}

/**
 * Handles the OAuth callback: exchanges the provider’s code and redirects to the application with our authorization
 * code.
 *
 * @throws {PlainTextError} 400 for an unknown state, or if the provider fails.
 */
export async function comeBack(services: Services, returned: Return): Promise<Redirect> {
  const { providerId, sent, call } = returned
  const state = typeof sent.state === 'string' ? sent.state : ''
  // The cookie is checked first: knowing the state must not be enough to consume the request of another browser.
  const journey = hasJourneyCookie(call, state) ? await takeJourney(services, state) : null
  const project = journey && (await findProject(services.database, journey.projectId))
  if (!journey || !project) throw new TextError(400, 'Invalid or expired OAuth state. Sign in again.')
  if (journey.providerId !== providerId)
    throw new TextError(400, 'This sign-in was started with another provider. Sign in again.')

  const cookie = { 'set-cookie': endedJourneyCookie(services.options, state) }
  try {
    const location = await goOn(services, project, journey, { ...returned, state })
    return new Reply({ status: 303, headers: { location, ...cookie }, body: {} })
  } catch (error) {
    if (!(error instanceof KnownError) && !(error instanceof TextError)) throw error
    await noteFailure(services, journey, error, call)
    const location = error instanceof KnownError ? explainedAt(project, journey, error) : null
    // A 307 would repeat the form post of the provider at the application.
    const status = call.method === 'GET' ? 307 : 303
    if (location !== null) return new Reply({ status, headers: { location, ...cookie }, body: {} })
    throw error
  }
}

/** Returns the redirect URL of a successful flow. */
async function goOn(
  services: Services,
  project: Project,
  journey: Journey,
  { state, sent, call }: Return & { readonly state: string },
): Promise<string> {
  const { now } = services
  if (journey.expiresAt <= now()) throw new KnownError('OUTER_OAUTH_TIMEOUT')
  const provider = findProvider(services, project, journey.providerId)
  if (!provider) throw new KnownError('OAUTH_PROVIDER_NOT_FOUND_OR_NOT_ENABLED')
  await requireLinkingSession(services, project, journey)
  // Re-check: the redirect URI may have become untrusted since the flow started.
  requireTrustedUrl(project, journey.redirectUri)

  const { profile, tokens } = await redeemAtProvider(services, () => services.openProvider(provider), {
    parameters: parametersOf(sent),
    binding: { state, verifier: journey.verifier, nonce: journey.nonce },
    scopes: journey.scopes,
  })
  const code = await settle(services, project, journey, { profile, tokens, call })
  const target = new URL(journey.redirectUri)
  target.searchParams.set('code', code)
  target.searchParams.set('state', journey.outerState)
  return target.href
}

/** An account is linked only while the session that requested it is active. */
async function requireLinkingSession(
  { database, now }: Services,
  project: Project,
  { linkingUserId, linkingSessionId }: Journey,
): Promise<void> {
  if (linkingUserId === null || linkingSessionId === null) return
  const session = await findSession(database, project.id, linkingSessionId, now())
  if (session?.userId !== linkingUserId)
    throw new KnownError('ACCESS_TOKEN_EXPIRED', { expired_at_millis: null })
}

async function redeemAtProvider(
  services: Services,
  open: () => Promise<OpenProvider>,
  answer: Parameters<typeof redeemAnswer>[2],
): Promise<{ profile: Profile; tokens: ProviderTokens }> {
  try {
    return await redeemAnswer(services, await open(), answer)
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    if (error.reason === 'denied') throw new KnownError('OAUTH_PROVIDER_ACCESS_DENIED')
    services.log.warn('provider.failed', { reason: error.reason, failure: failureOf(error) })
    throw new TextError(400, `${error.message} Try again, or use another sign-in method.`)
  }
}

/** Returns the error code only: messages of the provider may contain a code or a token. */
function failureOf({ message, cause }: ProviderFailure): string {
  const code = (cause as { code?: unknown } | undefined)?.code
  return typeof code === 'string' ? `${message} (${code})` : message
}

const mostTries = 5

/**
 * Finds or creates the user, stores the tokens of the provider, and creates an authorization code, in one transaction.
 */
async function settle(
  services: Services,
  project: Project,
  journey: Journey,
  { profile, tokens, call }: { profile: Profile; tokens: ProviderTokens; call: HttpCall },
): Promise<string> {
  const { providerId, linkingUserId } = journey
  for (let triesLeft = mostTries - 1; ; triesLeft--) {
    try {
      return await services.database.transaction().execute(async (transaction) => {
        const arrival = { project, providerId, linkingUserId, profile, call }
        const { userId, connectionId, isNewUser } = await accountFor(services, transaction, arrival)
        await keepTokens(services, transaction, connectionId, tokens)
        const code = {
          projectId: project.id,
          userId,
          providerId,
          redirectUri: journey.redirectUri,
          codeChallenge: journey.codeChallenge,
          afterCallbackRedirectUrl: journey.afterCallbackRedirectUrl,
          isNewUser,
        }
        return await insertAuthorizationCode(transaction, code, services.now())
      })
    } catch (error) {
      if (triesLeft === 0 || !isOvertaken(error)) throw error
    }
  }
}

function parametersOf(sent: Return['sent']): URLSearchParams {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(sent))
    for (const text of Array.isArray(value) ? value : [value])
      if (typeof text === 'string') parameters.append(name, text)
  return parameters
}

async function noteFailure(
  { database, now }: Services,
  { projectId, providerId, linkingUserId }: Journey,
  error: KnownError | TextError,
  call: HttpCall,
): Promise<void> {
  await recordAudit(database, {
    projectId,
    actor: { type: linkingUserId === null ? 'client' : 'user', id: linkingUserId },
    action: 'authentication.failed',
    outcome: 'failure',
    details: {
      provider: providerId,
      reason: error instanceof KnownError ? error.code : String(error.status),
    },
    call,
    at: now(),
  })
}

/** Returns the error redirect of the application; null without one, or if the project does not trust it. */
function explainedAt(project: Project, { errorRedirectUrl }: Journey, error: KnownError): string | null {
  if (errorRedirectUrl === null || !isTrustedUrl(project, errorRedirectUrl)) return null
  const target = new URL(errorRedirectUrl)
  target.searchParams.set('errorCode', error.code)
  target.searchParams.set('message', error.message)
  target.searchParams.set('details', JSON.stringify(error.details ?? {}))
  return target.href
}
