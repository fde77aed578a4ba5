import { type StackClientApp, stackAppInternalsSymbol, type WireUser } from '@parley/kit'

/**
 * Sets the signed-in user of an app in a browser without a request, as a server has fetched it. If the
 * browser has another session by then, because the user signed in or out in another tab, the user of that
 * session is fetched.
 */
export function fillCurrentUser(app: StackClientApp, fetched: PromiseLike<WireUser | null>): void {
  app[stackAppInternalsSymbol].setCurrentUser(selectCurrentUser(app, fetched))
}

async function selectCurrentUser(
  app: StackClientApp,
  fetched: PromiseLike<WireUser | null>,
): Promise<WireUser | null> {
  const user = await fetched
  const present = await app.getPartialUser({ from: 'token', or: 'anonymous-if-exists' })
  return user && user.id === present?.id ? user : await app[stackAppInternalsSymbol].fetchCurrentUser()
}
