import type { Mutation } from '../mutation.ts'

const accountTransportTests = ['packages/kit/src/requests/account-transport.test.ts'] as const
const sessionTests = ['packages/kit/src/session/auth-session.test.ts'] as const
const languageTests = ['packages/kit-react/src/provider/language-context.test.tsx'] as const

/** The shared client, the kit's configuration of it, and the choice of languages. */
export const clientMutations: readonly Mutation[] = [
  {
    removes: 'A request that may have taken effect is sent again after a network failure.',
    file: 'packages/client/src/transport.ts',
    find: 'if (!mayRepeat || isLast) {',
    replace: 'if (isLast) {',
    tests: ['packages/client/src/client.test.ts'],
  },
  {
    removes: 'The client waits as long as a server asks.',
    file: 'packages/client/src/transport.ts',
    find: '!isLast && (requestedMs ?? 0) <= maxRetryAfterMs',
    replace: '!isLast',
    tests: ['packages/client/src/client.test.ts'],
  },
  {
    removes: 'An error that the endpoint does not declare is returned like one that the caller handles.',
    file: 'packages/client/src/client.ts',
    find: 'if (!declares(name, response.error.code)) throw response.error',
    replace: '',
    tests: ['packages/client/src/client.test.ts'],
  },
  {
    removes: 'The report of a failed connection contains the query, and with it a code.',
    file: 'packages/client/src/diagnostics.ts',
    find: "request.url.replace(/[?#].*$/, '')",
    replace: 'request.url',
    tests: ['packages/client/src/client.test.ts'],
  },
  {
    removes: 'A parameter of a path can lead to another endpoint.',
    file: 'packages/client/src/client.ts',
    find: "encodeURIComponent(params[name] ?? '')",
    replace: "params[name] ?? ''",
    tests: ['packages/client/src/client.test.ts'],
  },
  {
    removes: 'A refused access token is sent again.',
    file: 'packages/kit/src/requests/account-transport.ts',
    find: 'tokens?.markAccessTokenExpired(present.accessToken)',
    replace: '',
    tests: accountTransportTests,
  },
  {
    removes: 'A body with another error code than the header is accepted.',
    file: 'packages/kit/src/requests/account-errors.ts',
    find: 'body?.code !== announced',
    replace: 'body === null',
    tests: accountTransportTests,
  },
  {
    removes: 'Any response with status 508 is repeated.',
    file: 'packages/kit/src/requests/account-transport.ts',
    find: " && text.includes('INFINITE_LOOP_DETECTED')",
    replace: ' && text.length > 0',
    tests: accountTransportTests,
  },
  {
    removes: 'Every caller with an expired token refreshes it.',
    file: 'packages/kit/src/session/auth-session.ts',
    find: 'if (this.#refreshing?.refreshToken === refreshToken) return this.#refreshing.result',
    replace: '',
    tests: sessionTests,
  },
  {
    removes: 'A refresh that ends after sign-out signs the user in again.',
    file: 'packages/kit/src/session/auth-session.ts',
    find: 'if (this.tokens.get()?.refreshToken !== refreshToken) return null',
    replace: '',
    tests: sessionTests,
  },
  {
    removes: 'A device with a wrong clock refreshes its token for every request.',
    file: 'packages/kit/src/session/auth-session.ts',
    find: '(this.#options.clock.now() + this.#clockSkewMs)',
    replace: 'this.#options.clock.now()',
    tests: sessionTests,
  },
  {
    removes: 'An access token is used with the session of another user.',
    file: 'packages/kit/src/session/session-cookies.ts',
    find: 'pair[0] === refreshToken && isToken(pair[1])',
    replace: 'isToken(pair[1])',
    tests: ['packages/kit/src/session/cookie-token-store.test.ts'],
  },
  {
    removes: 'Two fetches of the same data run at the same time.',
    file: 'packages/kit/src/cache/data-cache.ts',
    find: 'await this.#running?.catch(() => {})',
    replace: '',
    tests: ['packages/kit/src/cache/data-cache.test.ts'],
  },
  {
    removes: 'Users of Latin America get the Spanish of Spain.',
    file: 'packages/i18n/src/locale.ts',
    find: '(requested.region === mainRegion ? undefined : ofLatinAmerica)',
    replace: 'undefined',
    tests: ['packages/i18n/src/i18n.test.ts'],
  },
  {
    removes: 'A catalogue that arrives late replaces the language selected after it.',
    file: 'packages/kit-react/src/provider/language-context.tsx',
    find: 'latest.current === locale && startTransition',
    replace: 'startTransition',
    tests: languageTests,
  },
  {
    removes: 'A browser that blocks storage shows no page.',
    file: 'packages/kit-react/src/provider/language-context.tsx',
    find: `  try {
    return localStorage.getItem(storageKey)
  } catch {
    return null
  }`,
    replace: '  return localStorage.getItem(storageKey)',
    tests: languageTests,
  },
]
