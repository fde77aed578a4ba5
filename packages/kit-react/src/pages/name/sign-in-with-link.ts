import type { EndpointError, FormProject, Result, StackClientApp } from '@parley/kit'

interface LinkSignIn {
  readonly app: StackClientApp
  readonly project: FormProject
  readonly code: string
}

/**
 * Signs the user in with the complete code of a magic link and redirects, except for a new user whom the
 * project asks for a name: the page asks with {@link NameCard} before it redirects.
 */
export async function signInWithLink({
  app,
  project,
  code,
}: LinkSignIn): Promise<Result<{ readonly asksName: boolean }, EndpointError<'POST /auth/otp/sign-in'>>> {
  const mayAsk = project.config.signUpAsksName
  const result = await app.signInWithMagicLink(code, { noRedirect: mayAsk })
  if (result.status === 'error') return result
  const asksName = mayAsk && result.data.isNewUser
  if (mayAsk && !asksName) await app.redirectToAfterSignIn()
  return { status: 'ok', data: { asksName } }
}
