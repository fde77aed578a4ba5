import type { ReactNode } from 'react'
import { MockData } from '../components/demo/mock-data.tsx'
import { useStackApp } from '../hooks/use-stack-app.ts'
import { useUrlPart } from '../hooks/use-url-part.ts'
import type { ComponentProps } from './component-props.ts'
import { PageFrame } from './layout/page-frame.tsx'
import * as lazy from './lazy-pages.ts'
import { SignInPage } from './sign-in/sign-in-page.tsx'

interface StackHandlerProps {
  /** Path of the current page, if a router provides it. Defaults to the browser's. */
  location?: string
  /** Query of the current page. Defaults to the browser's. */
  search?: string
  /** Fills the window, with a header; true by default. */
  fullPage?: boolean
  /** Props of the pages. */
  componentProps?: Partial<ComponentProps>
  /** @deprecated Not necessary. */
  app?: unknown
  /** @deprecated Not necessary. */
  routeProps?: unknown
  /** @deprecated Not necessary. */
  params?: unknown
  /** @deprecated Not necessary. */
  searchParams?: unknown
}

interface Page {
  /** The name of its props. */
  readonly name: keyof ComponentProps
  readonly render: (search: URLSearchParams, props: Partial<ComponentProps>) => ReactNode
}

const signInPage: Page = {
  name: 'SignIn',
  render: (_search, props) => <SignInPage {...props.SignIn} />,
}
const signUpPage: Page = {
  name: 'SignUp',
  render: (_search, props) => <lazy.SignUpPage {...props.SignUp} />,
}

/** The pages by path. Other paths are not found. */
const pages: Readonly<Record<string, Page>> = {
  'sign-in': signInPage,
  'log-in': signInPage,
  'sign-up': signUpPage,
  register: signUpPage,
  'sign-out': { name: 'SignOut', render: (search) => <lazy.SignOutPage search={search} /> },
  'email-verification': {
    name: 'EmailVerification',
    render: (search) => <lazy.EmailVerificationPage search={search} />,
  },
  'account-settings': {
    name: 'AccountSettings',
    render: (_search, props) => <lazy.AccountSettingsPage {...props.AccountSettings} />,
  },
  'magic-link-callback': {
    name: 'MagicLinkCallback',
    render: (search) => <lazy.MagicLinkCallbackPage search={search} />,
  },
  'oauth-callback': {
    name: 'OAuthCallback',
    render: (search) => <lazy.OAuthCallbackPage search={search} />,
  },
  'forgot-password': { name: 'ForgotPassword', render: () => <lazy.ForgotPasswordPage /> },
  'password-reset': {
    name: 'PasswordReset',
    render: (search) => <lazy.PasswordResetPage search={search} />,
  },
  mfa: { name: 'MFA', render: () => <lazy.MfaPage /> },
  'cli-auth-confirm': {
    name: 'CliAuthConfirmation',
    render: (search) => <lazy.CliAuthConfirmPage search={search} />,
  },
  'team-invitation': {
    name: 'TeamInvitation',
    render: (search) => <lazy.TeamInvitationPage search={search} />,
  },
  error: { name: 'ErrorPage', render: (search) => <lazy.ErrorPage search={search} /> },
}

/** Renders the page of the kit for the current path. Mount it on `/handler/*`. */
export function StackHandler(props: StackHandlerProps) {
  const urlPath = useUrlPart('pathname')
  const urlSearch = useUrlPart('search')
  const location = props.location ?? urlPath
  const search = props.search ?? urlSearch
  const isKnown = location !== null && search !== null
  // Without its path and query, another page would be shown.
  return <>{isKnown && <HandlerPage {...props} location={location} search={search} />}</>
}

interface HandlerPageProps extends StackHandlerProps {
  location: string
  search: string
}

function HandlerPage({ location, search, fullPage = true, componentProps = {} }: HandlerPageProps) {
  const app = useStackApp()
  const path = pagePath(location, app.urls.handler)
  const page = Object.hasOwn(pages, path) ? pages[path] : undefined
  const parameters = new URLSearchParams(search)
  const isFullPage = (page && componentProps[page.name]?.fullPage) ?? fullPage

  return (
    <MockData {...(page && componentProps[page.name])} needsUser={page?.name === 'AccountSettings'}>
      <PageFrame
        fullPage={isFullPage}
        width={page?.name === 'AccountSettings' ? 'wide' : 'card'}
        page={`${path} ${parameters.get('code')}`}
      >
        {page ? page.render(parameters, componentProps) : <lazy.NotFoundPage />}
      </PageFrame>
    </MockData>
  )
}

function pagePath(path: string, handler: string): string {
  const base = handler.replace(/\/$/, '')
  return path.startsWith(`${base}/`) ? path.slice(base.length + 1).replace(/\/$/, '') : ''
}
