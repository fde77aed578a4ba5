import { Suspense } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import * as kit from '../../index.ts'
import { useHash } from '../../pages/account-settings/shared/use-hash.ts'

function createApp() {
  return new kit.StackClientApp({
    // Nothing listens there: a server renders what it has without a response.
    baseUrl: 'http://127.0.0.1:1',
    projectId: 'phone',
    publishableClientKey: 'pck_phone',
    tokenStore: 'memory',
  })
}

function CliPage() {
  return <p>{kit.useCliAuthConfirmation().status}</p>
}

function HashPage() {
  return <p>{useHash()}</p>
}

const components = {
  AuthPage: <kit.AuthPage type="sign-in" />,
  SignIn: <kit.SignIn />,
  SignUp: <kit.SignUp />,
  CredentialSignIn: <kit.CredentialSignIn />,
  CredentialSignUp: <kit.CredentialSignUp />,
  MagicLinkSignIn: <kit.MagicLinkSignIn />,
  MessageCard: <kit.MessageCard title="Hello" />,
  OAuthButton: <kit.OAuthButton provider="google" type="sign-in" />,
  // Suspends until the project is loaded, and contains no boundary.
  OAuthButtonGroup: (
    <Suspense fallback={null}>
      <kit.OAuthButtonGroup type="sign-in" />
    </Suspense>
  ),
  AccountSettings: <kit.AccountSettings />,
  CliAuthConfirmation: <kit.CliAuthConfirmation />,
  EmailVerification: <kit.EmailVerification />,
  ForgotPassword: <kit.ForgotPassword />,
  PasswordReset: <kit.PasswordReset />,
  TeamInvitation: <kit.TeamInvitation />,
  SelectedTeamSwitcher: <kit.SelectedTeamSwitcher />,
  TeamSwitcher: <kit.TeamSwitcher />,
  UserAvatar: <kit.UserAvatar />,
  UserButton: <kit.UserButton />,
  StackHandler: <kit.StackHandler />,
  StackTheme: <kit.StackTheme>Text</kit.StackTheme>,
  useCliAuthConfirmation: <CliPage />,
  useHash: <HashPage />,
}

test.each(Object.entries(components))('a server without a window can render %s', (_name, component) => {
  const html = renderToString(<kit.StackProvider app={createApp()}>{component}</kit.StackProvider>)

  // React leaves what waits for data to the browser, and writes errors within such a part into the page.
  expect(html).not.toContain('is not defined')
})

test('a server does not call a command-line login invalid, as it does not know the URL', () => {
  const html = renderToString(
    <kit.StackProvider app={createApp()}>
      <CliPage />
    </kit.StackProvider>,
  )

  expect(html).toContain('idle')
})
