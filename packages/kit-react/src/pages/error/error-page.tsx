import { useStackApp } from '../../hooks/use-stack-app.ts'
import type { Messages } from '../../locales/index.ts'
import { useMessages } from '../../provider/language.tsx'
import { PageButtonLink } from '../layout/page-link.tsx'
import { ResultCard } from '../layout/result-card.tsx'

/** Explains why an OAuth sign-in failed. The message in the URL is not shown, because anyone can craft a URL. */
export function ErrorPage({ search }: { search: URLSearchParams }) {
  const app = useStackApp()
  const messages = useMessages()
  const { common, error, failure } = messages
  const known = explainCode(search.get('errorCode'), messages)

  return (
    <ResultCard
      tone="danger"
      title={known ?? error.title}
      advice={known ? error.advice : `${failure.unknown}. ${failure.unknownAdvice}`}
    >
      <PageButtonLink variant="primary" size="large" href={app.signInUrl({ noRedirectBack: true })}>
        {known ? error.signIn : common.retry}
      </PageButtonLink>
      <PageButtonLink href={app.urls.home}>{common.goHome}</PageButtonLink>
    </ResultCard>
  )
}

function explainCode(code: string | null, { error, refusal, signUp }: Messages): string | null {
  switch (code) {
    case 'OAUTH_PROVIDER_ACCESS_DENIED':
      return error.accessDenied
    case 'OAUTH_CONNECTION_ALREADY_CONNECTED_TO_ANOTHER_USER':
      return error.connectedElsewhere
    case 'USER_ALREADY_CONNECTED_TO_ANOTHER_OAUTH_CONNECTION':
      return error.connectedOther
    case 'CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE':
      return error.emailInUse
    case 'USER_EMAIL_ALREADY_EXISTS':
      return refusal.emailTaken
    case 'SIGN_UP_NOT_ENABLED':
      return signUp.closed
    default:
      return null
  }
}
