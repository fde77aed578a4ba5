import { Button, Callout } from '@parley/ui'
import { useState } from 'react'
import { useLanguage } from '../../i18n/language.tsx'

/** Shown when the phone service is unreachable at startup. */
export function StartupError({ error, onTryAgain }: { error: unknown; onTryAgain: () => void }) {
  const { t } = useLanguage()
  const [isShown, setIsShown] = useState(false)

  return (
    <main className="mx-auto grid max-w-md content-start gap-4 px-4 pt-24">
      <h1>{t('start.failed')}</h1>
      <p className="text-ink-soft">{t('start.failed-sentence')}</p>
      <div className="flex gap-2">
        <Button variant="primary" onClick={onTryAgain}>
          {t('common.try-again')}
        </Button>
        <Button aria-expanded={isShown} onClick={() => setIsShown(!isShown)}>
          {isShown ? t('view.hide-error') : t('view.show-error')}
        </Button>
      </div>
      {isShown && (
        <Callout>
          <code className="font-mono break-words">
            {error instanceof Error ? error.message : String(error)}
          </code>
        </Callout>
      )}
    </main>
  )
}
