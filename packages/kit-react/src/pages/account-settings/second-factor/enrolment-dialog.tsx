import type { CurrentUser } from '@parley/kit'
import { Button, Dialog, useForm } from '@parley/ui'
import { useState } from 'react'
import { useProject } from '../../../hooks/use-project.ts'
import { useLanguage } from '../../../provider/language.tsx'
import { AttemptCallout } from '../../form/attempt-callout.tsx'
import { TotpField, totpLength } from '../../form/totp-field.tsx'
import { useSettingsTexts } from '../shared/settings-texts.ts'
import { useChange } from '../shared/use-change.ts'
import { QrCode } from './qr-code.tsx'
import { createTotpSecret, encodeBase32, toOtpAuthUri } from './totp-secret.ts'

interface EnrolmentDialogProps {
  user: CurrentUser
  onClose: () => void
  onEnrolled: () => void
}

/**
 * Shows a new secret, and turns the second factor on with a code of it. The secret never leaves the browser
 * before.
 */
export function EnrolmentDialog({ user, onClose, onEnrolled }: EnrolmentDialogProps) {
  const { t } = useSettingsTexts()
  const { t: common } = useLanguage()
  const project = useProject()
  const change = useChange()
  const [secret] = useState(createTotpSecret)
  const [totpCode, setTotpCode] = useState('')
  const account = user.primaryEmail ?? user.displayName ?? user.id
  const form = useForm({
    rejection: change.failed,
    validate() {
      change.clear()
      return { totp: totpCode.length < totpLength && common('mfa.incomplete') }
    },
    onValid: () =>
      change.run(() => user.update({ totpMultiFactorSecret: secret, totpCode }), {
        // The recovery codes follow, and a message would cover them.
        done: null,
        onDone: onEnrolled,
      }),
  })

  return (
    <Dialog isOpen onClose={onClose} title={t('factor.set-up')} description={t('factor.scan')}>
      <QrCode text={toOtpAuthUri(secret, { issuer: project.displayName, account })} label={t('factor.qr')} />
      <p className="text-small">
        {t('factor.secret')}{' '}
        <code className="font-mono wrap-anywhere select-all">
          {encodeBase32(secret).match(/.{4}/g)?.join(' ')}
        </code>
      </p>
      <form {...form.props} className="grid gap-3.5">
        <AttemptCallout failed={change.failed} />
        <TotpField
          error={form.getError('totp')}
          isRefused={change.failed !== null}
          value={totpCode}
          onChange={setTotpCode}
        />
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{t('page.cancel')}</Button>
          <Button type="submit" variant="primary" state={change.isBusy ? 'busy' : 'idle'}>
            {t('factor.enable')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
