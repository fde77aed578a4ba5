import { Button, Note, Page, Skeleton } from '@parley/ui'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useLanguage } from '../locales/language.tsx'
import { RouterButtonLink } from './router-link.tsx'

/** In the place of a page whose address leads nowhere. */
export function NotFoundView() {
  const { text } = useLanguage()
  return (
    <Page title={text('view.not-found')} second={text('view.not-found-sentence')}>
      <RouterButtonLink to="/" variant="primary">
        {text('view.to-calls')}
      </RouterButtonLink>
    </Page>
  )
}

/** The same where there is no frame around it. */
export function RootNotFoundView() {
  return (
    <main>
      <NotFoundView />
    </main>
  )
}

/** In the place of a page that broke. */
export function ErrorView({ error, reset }: ErrorComponentProps) {
  const { text } = useLanguage()
  const router = useRouter()
  const [isShown, setIsShown] = useState(false)

  const tryAgain = () => {
    reset()
    void router.invalidate()
  }
  return (
    <Page title={text('view.error')}>
      <div className="grid max-w-[68ch] justify-items-start gap-3" role="alert">
        <p className="text-ink-soft">{text('view.error-sentence')}</p>
        <div className="flex gap-2">
          <Button variant="primary" onClick={tryAgain}>
            {text('common.try-again')}
          </Button>
          <Button aria-expanded={isShown} onClick={() => setIsShown(!isShown)}>
            {isShown ? text('view.hide-error') : text('view.show-error')}
          </Button>
        </div>
        {isShown && (
          <Note className="w-full">
            <code className="font-mono break-words">
              {error instanceof Error ? error.message : String(error)}
            </code>
          </Note>
        )}
      </div>
    </Page>
  )
}

/** While a page that takes long is on its way. */
export function PendingView() {
  const { text } = useLanguage()
  return (
    <div className="max-w-300 px-8 pt-6 max-sm:px-4">
      <Skeleton label={text('common.loading')} />
    </div>
  )
}
