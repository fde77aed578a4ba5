import type { Mutation } from '../mutation.ts'

const kit = 'packages/kit/src'
const sessionTest = `${kit}/session/auth-session.test.ts`
const transportTest = `${kit}/requests/account-transport.test.ts`
const verifierTest = `${kit}/server/verify-access-token.test.ts`

const browserSessionMutations: readonly Mutation[] = [
  {
    removes: 'SE5: Scripts can read the cookie with the refresh token.',
    file: 'packages/kit/src/server/session-endpoint.ts',
    find: 'Secure; HttpOnly; SameSite=Lax',
    replace: 'Secure; SameSite=Lax',
    tests: ['packages/kit/src/server/session-endpoint.test.ts'],
  },
  {
    removes: 'SE5: Pages of other sites can use the session endpoint.',
    file: 'packages/kit/src/server/session-endpoint.ts',
    find: " && isOwnOrigin(headers.get('origin') ?? '')",
    replace: '',
    tests: ['packages/kit/src/server/session-endpoint.test.ts'],
  },
  {
    removes: 'SE5: The session endpoint does not need the header that forms cannot send.',
    file: 'packages/kit/src/server/session-endpoint.ts',
    find: "headers.get(sessionHeader) === '1' && ",
    replace: '',
    tests: ['packages/kit/src/server/session-endpoint.test.ts'],
  },
  {
    removes: 'SE5: A refresh token of the earlier cookie stays readable.',
    file: 'packages/kit/src/session/http-only/session-marker.ts',
    find: '      readable.write(null)\n',
    replace: '',
    tests: ['packages/kit/src/session/http-only/http-only-session.test.ts'],
  },
  {
    removes: 'A sign-out that did not reach the application is not repeated.',
    file: 'packages/kit/src/session/http-only/http-only-session.ts',
    find: 'marker.isSignOutPending() ? end().catch(() => {}) : null',
    replace: 'null',
    tests: ['packages/kit/src/session/http-only/http-only-session.test.ts'],
  },
]

export const kitMutations: readonly Mutation[] = [
  ...browserSessionMutations,
  {
    removes: 'Retry-After is ignored.',
    file: 'packages/client/src/transport.ts',
    find: 'await sleep(requestedMs ?? retryDelayMs(attempt, random), clock)',
    replace: 'await sleep(retryDelayMs(attempt, random), clock)',
    tests: [transportTest],
  },
  {
    removes: 'Requests are repeated without limit.',
    file: 'packages/client/src/retry.ts',
    find: 'export const defaultMaxAttempts = 5',
    replace: 'export const defaultMaxAttempts = 6',
    tests: [transportTest],
  },
  {
    removes: 'Requests carry the cookies of the application.',
    file: 'packages/client/src/transport.ts',
    find: "credentials: usesCookies ? 'same-origin' : 'omit'",
    replace: "credentials: 'include'",
    tests: [transportTest],
  },
  {
    removes: 'A tab refreshes although another tab just did.',
    file: `${kit}/session/auth-session.ts`,
    find: '    if (found) return found\n',
    replace: '    void found\n',
    tests: [sessionTest],
  },
  {
    removes: 'A refresh that is rejected for another reason than its token signs the user out.',
    file: `${kit}/session/refresh.ts`,
    find: 'if (refreshTokenErrors.has(response.error.code)) return null',
    replace: 'return null',
    tests: [sessionTest],
  },
  {
    removes: 'Cookies of an https page are not Secure.',
    file: `${kit}/session/cookies.ts`,
    find: "isSecure() ? '; Secure' : ''",
    replace: "isSecure() ? '' : ''",
    tests: [`${kit}/session/cookie-token-store.test.ts`],
  },
  {
    removes: 'A path that names another host is a return target.',
    file: `${kit}/redirects/return-target.ts`,
    find: " && !pathname.startsWith('//')",
    replace: '',
    tests: [`${kit}/redirects/return-target.test.ts`],
  },
  {
    removes: 'An absolute URL is a return target.',
    file: `${kit}/redirects/return-target.ts`,
    find: 'URL.canParse(target) || !URL.canParse(target, base)',
    replace: '!URL.canParse(target, base)',
    tests: [`${kit}/redirects/return-target.test.ts`],
  },
  {
    removes: 'Kit: an access token without a valid signature is accepted.',
    file: `${kit}/server/verify-access-token.ts`,
    find: "if (!(await crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, key, signature, signed)))",
    replace:
      "if (!(await crypto.subtle.verify({ name: 'ECDSA', hash: 'SHA-256' }, key, signature, signed)) && token === '')",
    tests: [verifierTest],
  },
  {
    removes: 'Kit: an access token of another project is accepted.',
    file: `${kit}/server/verify-access-token.ts`,
    find: 'if (aud !== projectId) {',
    replace: 'if (aud === "") {',
    tests: [verifierTest],
  },
  {
    removes: 'Kit: an access token of another issuer is accepted.',
    file: `${kit}/server/verify-access-token.ts`,
    find: '  if (iss !== issuer) return unparsable\n',
    replace: '',
    tests: [verifierTest],
  },
  {
    removes: 'Kit: an expired access token is accepted.',
    file: `${kit}/server/verify-access-token.ts`,
    find: 'if (exp * 1000 <= nowMs)',
    replace: 'if (exp * 1000 <= nowMs - 1_000)',
    tests: [verifierTest],
  },
  {
    removes: 'A token with critical extensions is accepted.',
    file: `${kit}/server/verify-access-token.ts`,
    find: ' && crit === undefined\n',
    replace: '\n',
    tests: [verifierTest],
  },
  {
    removes: 'On a server, all requests share the session of the app.',
    file: `${kit}/app/scope.ts`,
    find: "init === 'nextjs-cookie' && typeof document === 'undefined'",
    replace: 'init === undefined',
    tests: [`${kit}/session/token-store-init.test.ts`],
  },
  {
    removes: 'On a server, users sign in for all requests.',
    file: `${kit}/session/token-store-init.ts`,
    find: "typeof document === 'undefined' ? null : createCookieTokenStore({ projectId })",
    replace: 'createMemoryTokenStore()',
    tests: [`${kit}/session/token-store-init.test.ts`],
  },
  {
    removes: 'The secret key of a back end is sent with the sign-in of a user.',
    file: `${kit}/server/app/stack-server-app.ts`,
    find: 'super(options, (core)',
    replace: 'super({ ...options, access } as StackServerAppOptions<ProjectId>, (core)',
    tests: [`${kit}/server/app/stack-server-app.test.ts`],
  },
  {
    removes: 'An authorization response can be used again.',
    file: `${kit}/session/outer-state-cookie.ts`,
    find: "jar.write({ name: toName(state), value: '', maxAgeSeconds: 0 })",
    replace: 'jar.read()',
    tests: [`${kit}/app/sign-in/oauth.test.ts`],
  },
  {
    removes: 'A sign-in with a provider returns to another site.',
    file: `${kit}/app/sign-in/oauth.ts`,
    find: 'return resolveReturnTarget(url.startsWith(`${origin}/`) ? url.slice(origin.length) : url)',
    replace: 'return url.startsWith(`${origin}/`) ? url.slice(origin.length) : url',
    tests: [`${kit}/app/sign-in/oauth.test.ts`],
  },
  {
    removes: 'UA13: A link signs a person in to the account of its sender without a question.',
    file: `${kit}/app/signing-in-app.ts`,
    find: 'return !this.core.session.isHttpOnly || isRequestedHere(this.core.projectId, code)',
    replace: 'return code.length > 0',
    tests: ['packages/kit-react/src/pages/magic-link-callback/magic-link-callback-page.test.tsx'],
    name: 'UA13',
  },
  {
    removes: 'The attempt code of a second factor stays in the browser.',
    file: `${kit}/app/sign-in/second-factor.ts`,
    find: '  if (readAttemptCode() === code) sessionStorage.removeItem(attemptCodeKey)\n',
    replace: '',
    tests: [`${kit}/app/sign-in/sign-in.test.ts`],
  },
]
