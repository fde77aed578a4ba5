import type { PasskeySignInError, Result } from '@parley/kit'
import { Button } from '@parley/ui'
import { Fingerprint } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useStackApp } from '../../hooks/use-stack-app.ts'
import { AttemptCallout } from '../../pages/form/attempt-callout.tsx'
import { useAttempt } from '../../pages/form/use-attempt.ts'
import { useIsDemo } from '../../provider/demo-context.ts'
import { useLanguage } from '../../provider/language.tsx'
import { explainPasskeyError } from './explain-passkey-error.ts'
import { supportsPasskeyAutofill } from './passkey-support.ts'

type SignedIn = Result<undefined, PasskeySignInError>

interface PasskeyButtonProps {
  /**
   * The page has an input with `autocomplete="… webauthn"`, among whose suggestions the browser offers
   * passkeys.
   */
  hasAutofill: boolean
}

/** Signs in with a passkey of this device, or of another one nearby. */
export function PasskeyButton({ hasAutofill }: PasskeyButtonProps) {
  const app = useStackApp()
  const { t } = useLanguage()
  const isDemo = useIsDemo()
  const attempt = useAttempt()
  // The button ends the offer in the input, which has to be renewed if the button fails.
  const [offer, setOffer] = useState(0)
  const explain = (result: SignedIn) => (result.status === 'ok' ? null : explainPasskeyError(result.error, t))

  const signIn = () =>
    attempt.run(async () => {
      try {
        return explain(await app.signInWithPasskey())
      } finally {
        setOffer((count) => count + 1)
      }
    })
  const explainOffer = useEffectEvent((result: SignedIn) => {
    attempt.run(async () => explain(result))
    if (result.status === 'error') setOffer((count) => count + 1)
  })
  const explainFailedOffer = useEffectEvent((error: unknown) => attempt.run(() => Promise.reject(error)))

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new number is a new offer.
  useEffect(() => {
    if (!hasAutofill || isDemo) return
    let isCurrent = true
    let isChosen = false
    const onChosen = () => {
      isChosen = true
    }
    const offerPasskeys = async () => {
      const isSupported = await supportsPasskeyAutofill()
      if (!isSupported || !isCurrent) return
      const result = await app.signInWithPasskey({ useBrowserAutofill: true, onChosen })
      if (isChosen) explainOffer(result)
    }
    // A user who has chosen no passkey has done nothing that could fail.
    offerPasskeys().catch((error: unknown) => isChosen && explainFailedOffer(error))
    return () => {
      isCurrent = false
    }
  }, [app, hasAutofill, isDemo, offer])

  return (
    <div>
      <Button width="full" icon={Fingerprint} state={attempt.isBusy ? 'busy' : 'idle'} onClick={signIn}>
        {t('passkey.sign-in')}
      </Button>
      <AttemptCallout failed={attempt.failed} />
    </div>
  )
}
