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

export interface SignInProps extends PageProps, SignInOptions {}
export interface SignUpProps extends PageProps, SignUpOptions {}
export interface AccountSettingsProps extends PageProps, AccountSettingsOptions {}

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
