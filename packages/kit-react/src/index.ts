/**
 * Sign-in for React applications: a provider, hooks, and the pages under `/handler`. Import `@parley/ui/theme.css` and
 * `@parley/kit-react/styles.css` once.
 */

/** Applies the light or dark mode of the surrounding page to its content. */
export { Theme as StackTheme } from '@parley/ui'
export { OAuthButton } from './components/oauth-button/oauth-button.tsx'
export { OAuthButtonGroup } from './components/oauth-button/oauth-button-group.tsx'
export { useProject } from './hooks/use-project.ts'
export { type UseStackAppOptions, useStackApp } from './hooks/use-stack-app.ts'
export { useStore } from './hooks/use-store.ts'
export { useUser } from './hooks/use-user.ts'
export { type Locale, locales } from './locales/index.ts'
export { StackHandler } from './pages/stack-handler.tsx'
export { createLanguageContext, detectLocale, type Language } from './provider/language-context.tsx'
export { StackProvider } from './provider/stack-provider.tsx'
