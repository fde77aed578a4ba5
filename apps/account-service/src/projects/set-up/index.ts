import { KnownError } from '@parley/contract'
import { type RateLimit, toNetworkLimits } from '@parley/server'
import {
  describeProblems,
  readBody,
  receiveBody,
  tooManyRequests,
  toRequestInfo,
  UnreadableBodyError,
  validate,
} from '@parley/server/http'
import { requireSameOrigin, respondPage } from '@parley/server/pages'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { PasswordService } from '../../auth/password/hashes/index.ts'
import { type Locale, locales, matchLocale } from '../../locale.ts'
import type { Services } from '../../services.ts'
import { completeSetUp, type SetUpForm, setUpForm } from './complete-set-up.ts'
import { findSetUpState } from './set-up-links.ts'
import { renderClosedSetUpPage, renderSetUpPage } from './set-up-page.ts'

export { renewSetUpLink } from './renew-set-up-link.ts'

const perNetwork: RateLimit = { name: 'set-up-by-network', attempts: 20, windowMs: 10 * 60_000 }

/** Serves the set-up page and its form submission. */
export function serveSetUp(app: FastifyInstance, services: Services & PasswordService): void {
  app.get('/set-up', async (request, reply) => {
    const lang = findLocale(request, reply)
    const { database, now, options } = services
    const state = await findSetUpState(database, now())
    const { phoneUrl } = options
    return respondPage(
      reply,
      state === 'open' ? renderSetUpPage(lang, phoneUrl) : renderClosedSetUpPage(lang, phoneUrl, state),
    )
  })

  app.post('/set-up', async (request, reply) => {
    requireSameOrigin(request)
    const info = toRequestInfo(request, reply)
    const verdict = await services.rateLimits.consumeAll(toNetworkLimits(perNetwork, info.ip))
    if (!verdict.isAllowed) throw tooManyRequests(verdict.retryAfterSeconds)
    const form = parseForm(request, await receiveBody(request, reply))
    const { signInCode } = await completeSetUp(services, form, info)
    return { success: true, sign_in_code: signInCode }
  })
}

/** Returns the locale that the reader has selected on the page, or prefers in the browser. */
function findLocale(request: FastifyRequest, reply: FastifyReply): Locale {
  const { lang } = request.query as { lang?: unknown }
  return (
    locales.find((locale) => locale === lang) ?? matchLocale(toRequestInfo(request, reply).acceptLanguage)
  )
}

function parseForm(request: FastifyRequest, bytes: Buffer): SetUpForm {
  const problems: string[] = []
  try {
    const body = readBody(request.headers['content-type'], bytes)
    const form = validate('body', setUpForm, body, problems)
    if (problems.length === 0) return form as SetUpForm
  } catch (error) {
    if (!(error instanceof UnreadableBodyError)) throw error
    throw new KnownError('BODY_PARSING_ERROR', { message: error.message })
  }
  throw new KnownError('SCHEMA_ERROR', { message: describeProblems('POST', '/set-up', problems) })
}
