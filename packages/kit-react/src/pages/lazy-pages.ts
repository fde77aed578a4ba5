import { lazyPage } from './layout/lazy-page.ts'

/** All pages but the sign-in page are loaded when they are opened. */

export const SignUpPage = lazyPage(async () => (await import('./sign-up/sign-up-page.tsx')).SignUpPage)

export const SignOutPage = lazyPage(async () => (await import('./sign-out/sign-out-page.tsx')).SignOutPage)

export const EmailVerificationPage = lazyPage(
  async () => (await import('./email-verification/email-verification-page.tsx')).EmailVerificationPage,
)

export const AccountSettingsPage = lazyPage(
  async () => (await import('./account-settings/account-settings-page.tsx')).AccountSettingsPage,
)

export const MagicLinkCallbackPage = lazyPage(
  async () => (await import('./magic-link-callback/magic-link-callback-page.tsx')).MagicLinkCallbackPage,
)

export const OAuthCallbackPage = lazyPage(
  async () => (await import('./oauth-callback/oauth-callback-page.tsx')).OAuthCallbackPage,
)

export const ForgotPasswordPage = lazyPage(
  async () => (await import('./forgot-password/forgot-password-page.tsx')).ForgotPasswordPage,
)

export const PasswordResetPage = lazyPage(
  async () => (await import('./password-reset/password-reset-page.tsx')).PasswordResetPage,
)

export const MfaPage = lazyPage(async () => (await import('./mfa/mfa-page.tsx')).MfaPage)

export const CliAuthConfirmPage = lazyPage(
  async () => (await import('./cli-auth-confirm/cli-auth-confirm-page.tsx')).CliAuthConfirmPage,
)

export const TeamInvitationPage = lazyPage(
  async () => (await import('./team-invitation/team-invitation-page.tsx')).TeamInvitationPage,
)

export const ErrorPage = lazyPage(async () => (await import('./error/error-page.tsx')).ErrorPage)

export const NotFoundPage = lazyPage(async () => (await import('./not-found-page.tsx')).NotFoundPage)
