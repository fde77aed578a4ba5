import { ConfirmDialog } from '@parley/ui'
import { useBlocker } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useLanguage } from '../i18n/language.tsx'

const pagesThatEndCalls = ['/handler/account-settings', '/handler/sign-out']

/** Asks before the page is closed, or another one is opened, that ends the call of this tab. */
export function ConfirmLeave({ isInCall }: { isInCall: boolean }) {
  const { t } = useLanguage()
  useConfirmUnload(isInCall)
  // The redirect to sign-in after the end of a session is not delayed.
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ next }) => isInCall && pagesThatEndCalls.includes(next.pathname),
    enableBeforeUnload: false,
    withResolver: true,
  })
  return (
    <ConfirmDialog
      isOpen={status === 'blocked'}
      title={t('leave-call.title')}
      cancelLabel={t('leave-call.cancel')}
      confirmLabel={t('live.hang-up')}
      state="idle"
      error={null}
      onCancel={() => reset?.()}
      onConfirm={() => proceed?.()}
    >
      {t('leave-call.sentence')}
    </ConfirmDialog>
  )
}

/** Makes the browser ask for confirmation before the page is closed during a call. */
function useConfirmUnload(isInCall: boolean): void {
  useEffect(() => {
    if (!isInCall) return
    const preventClose = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', preventClose)
    return () => window.removeEventListener('beforeunload', preventClose)
  }, [isInCall])
}
