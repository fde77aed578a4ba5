import { useToast } from '@parley/ui'
import { useEffect } from 'react'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { hasNewVersion } from './has-new-version.ts'

/** Offers to load the page again after an upgrade of the service, with which its live connection begins again. */
export function AppUpdate({ onReload = () => window.location.reload() }: { onReload?: () => void }) {
  const { t } = useLanguage()
  const { socket } = usePhone()
  const show = useToast()
  useEffect(() => {
    const stop = new AbortController()
    const offerReload = async () => {
      if (!(await hasNewVersion()) || stop.signal.aborted) return
      const action = { label: t('common.reload'), onAction: onReload }
      show({ text: t('shell.new-version'), tone: 'neutral', lasts: true, action })
    }
    let wasConnected = socket.get().phase === 'ready'
    const unsubscribe = socket.onMessage(({ type }) => {
      if (type !== 'ready') return
      if (wasConnected) void offerReload()
      wasConnected = true
    })
    return () => {
      stop.abort()
      unsubscribe()
    }
  }, [socket, show, t, onReload])
  return null
}
