import { useStore } from '@parley/kit-react'
import { Button, StatusLine } from '@parley/ui'
import { useRouteContext } from '@tanstack/react-router'
import { useLanguage } from '../i18n/language.tsx'
import { usePhone } from '../phone-context.tsx'

interface ConnectionStatusProps {
  /** `unless-ready`: renders nothing while calls are possible. */
  shown?: 'always' | 'unless-ready'
  className?: string
}

/** Whether calls are possible, from the live connection and the microphone permission. */
export function ConnectionStatus({ shown = 'always', className }: ConnectionStatusProps) {
  const { socket, devices } = usePhone()
  const { phase } = useStore(socket)
  const { microphone } = useStore(devices)
  const isReady = phase === 'ready' && microphone.phase !== 'blocked'
  if (shown === 'unless-ready' && isReady) return null
  return (
    <div className={className}>
      <Status />
    </div>
  )
}

function Status() {
  const { t } = useLanguage()
  const { app } = useRouteContext({ from: '__root__' })
  const { socket, devices } = usePhone()
  const link = useStore(socket)
  const { microphone } = useStore(devices)

  if (link.phase === 'refused') {
    return (
      <StatusLine
        state="attention"
        label={t(`status.${link.reason}`)}
        action={
          link.reason === 'signed-out' && (
            <Button size="small" onClick={() => void app.redirectToSignIn()}>
              {t('common.sign-in')}
            </Button>
          )
        }
      />
    )
  }
  if (link.phase === 'offline') {
    return (
      <StatusLine
        state="offline"
        label={t('status.offline')}
        value={t(`status.${link.reason}`)}
        action={
          <Button size="small" onClick={() => socket.reconnectNow()}>
            {t('common.try-again')}
          </Button>
        }
      />
    )
  }
  if (link.phase === 'connecting') return <StatusLine state="connecting" label={t('status.connecting')} />
  if (microphone.phase === 'blocked') {
    const tryAgain = async () => {
      const opened = await devices.openMicrophone()
      if ('release' in opened) opened.release()
    }
    return (
      <StatusLine
        state="microphone-blocked"
        label={t('status.microphone-blocked')}
        action={
          <Button size="small" onClick={() => void tryAgain()}>
            {t('common.try-again')}
          </Button>
        }
      />
    )
  }
  const roundTrip = t('status.round-trip', { ms: link.roundTripMs })
  return <StatusLine state="ready" label={t('status.ready')} value={roundTrip} />
}
