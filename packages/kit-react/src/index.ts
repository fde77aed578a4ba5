/**
 * Sign-in for React applications: the client app of `@parley/kit`, a provider, hooks, the pages under
 * `/handler`, and components. Import `@parley/kit-react/styles.css` once; applications of this repository also
 * import `@parley/ui/theme.css`, which the package for others contains.
 */

export * from '@parley/kit'
export { AuthPage, SignIn, SignUp } from './components/auth/auth-page.tsx'
export { CredentialSignIn } from './components/auth/credential-sign-in.tsx'
export { CredentialSignUp } from './components/auth/credential-sign-up.tsx'
export { MagicLinkSignIn } from './components/auth/magic-link-sign-in.tsx'
export { MessageCard } from './components/message-card/message-card.tsx'
export { OAuthButton } from './components/oauth-button/oauth-button.tsx'
export { OAuthButtonGroup } from './components/oauth-button/oauth-button-group.tsx'
export { AccountSettings } from './components/pages/account-settings.tsx'
export {
  CliAuthConfirmation,
  EmailVerification,
  ForgotPassword,
  PasswordReset,
  TeamInvitation,
} from './components/pages/linked-pages.tsx'
export {
  type CliAuthConfirmationState,
  type CliAuthConfirmationStatus,
  useCliAuthConfirmation,
} from './components/pages/use-cli-auth-confirmation.ts'
export { SelectedTeamSwitcher } from './components/team-switcher/selected-team-switcher.tsx'
export { TeamSwitcher } from './components/team-switcher/team-switcher.tsx'
export { UserAvatar } from './components/user/user-avatar.tsx'
export { UserButton } from './components/user/user-button.tsx'
export { useProject } from './hooks/use-project.ts'
export { type UseStackAppOptions, useStackApp } from './hooks/use-stack-app.ts'
export { useStore } from './hooks/use-store.ts'
export { useUser } from './hooks/use-user.ts'
export { type Locale, locales } from './locales/index.ts'
export { CancelledError } from './pages/account-settings/shared/explain-settings-error.ts'
export { StepUpProvider, useStepUp } from './pages/account-settings/step-up/step-up.tsx'
export { StackHandler } from './pages/stack-handler.tsx'
export { fillCurrentUser } from './provider/fill-current-user.ts'
export { createLanguageContext, detectLocale, type Language } from './provider/language-context.tsx'
export { StackProvider } from './provider/stack-provider.tsx'
export { StackTheme } from './provider/stack-theme.tsx'
export type { ThemeConfig } from './provider/theme-css.ts'
