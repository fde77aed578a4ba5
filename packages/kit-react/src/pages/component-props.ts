import type { MockApiKey, MockProject, MockSession, MockUser } from '../components/demo/mocks.ts'
import type { AccountSettingsOptions } from './account-settings/account-settings-page.tsx'
import type { SignInOptions } from './sign-in/sign-in-page.tsx'
import type { SignUpOptions } from './sign-up/sign-up-page.tsx'

/** Props of all components that are pages. */
export interface PageProps {
  /** Fills the window, with a header. Otherwise the component is a part of the page of the application. */
  readonly fullPage?: boolean
}

/** Props of pages that an e-mail or a provider leads to. */
export interface LinkedPageProps extends PageProps {
  /** The query of the page. Defaults to the browser's. */
  readonly searchParams?: Readonly<Record<string, string>>
}

interface MockAuthProject {
  /** Shows the page in demo mode, with the methods of this project. */
  readonly mockProject?: MockProject<
    'signUpEnabled' | 'credentialEnabled' | 'passkeyEnabled' | 'magicLinkEnabled' | 'oauthProviders'
  >
}

export interface SignInProps extends PageProps, SignInOptions, MockAuthProject {}
export interface SignUpProps extends PageProps, SignUpOptions, MockAuthProject {}

/** With any mock data, the page is in demo mode. */
export interface AccountSettingsProps extends PageProps, AccountSettingsOptions {
  readonly mockUser?: Pick<MockUser, 'displayName' | 'profileImageUrl'>
  readonly mockApiKeys?: readonly MockApiKey[]
  readonly mockProject?: MockProject<'allowUserApiKeys' | 'clientTeamCreationEnabled'>
  readonly mockSessions?: readonly MockSession[]
}

/** The props of the pages under `/handler`. */
export interface ComponentProps {
  readonly SignIn: SignInProps
  readonly SignUp: SignUpProps
  readonly SignOut: PageProps
  readonly EmailVerification: LinkedPageProps
  readonly PasswordReset: LinkedPageProps
  readonly ForgotPassword: PageProps
  readonly MagicLinkCallback: LinkedPageProps
  readonly OAuthCallback: PageProps
  readonly TeamInvitation: LinkedPageProps
  readonly ErrorPage: LinkedPageProps
  readonly AccountSettings: AccountSettingsProps
  readonly CliAuthConfirmation: PageProps
  readonly MFA: PageProps
}
