import type { CurrentUser } from '@parley/kit'
import { Button, ConfirmDialog } from '@parley/ui'
import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import { AttemptCallout } from '../../form/attempt-callout.tsx'
import { SettingRow } from '../shared/setting-row.tsx'
import { useSettingsTexts } from '../shared/settings-texts.ts'
import { throwError, useChange } from '../shared/use-change.ts'
import { explainRegistrationError } from './explain-registration-error.ts'
import type { MethodRules } from './method-rules.ts'

export function PasskeyRow({ user, rules }: { user: CurrentUser; rules: MethodRules }) {
  const { t } = useSettingsTexts()
  const change = useChange()
  const [isRemoving, setIsRemoving] = useState(false)
  const isOn = user.passkeyAuthEnabled
  const onlyMethod = rules.isOnlyMethod ? t('methods.only') : null
  const unverified = rules.hasVerifiedSignInEmail ? null : t('methods.needs-verified')
  const reason = isOn ? onlyMethod : unverified
  const state = change.isBusy ? 'busy' : 'idle'
  const register = async () => {
    const result = await user.registerPasskey()
    throwError(result.status === 'error' ? result.error : undefined)
  }
  return (
    <SettingRow
      icon={Fingerprint}
      title={t('passkey.title')}
      detail={reason ?? (isOn ? t('passkey.is-set') : t('passkey.not-set'))}
      action={
        isOn ? (
          <Button
            size="small"
            variant="danger"
            state={state}
            disabledReason={reason}
            onClick={() => setIsRemoving(true)}
          >
            {t('passkey.remove')}
          </Button>
        ) : (
          <Button
            size="small"
            state={state}
            disabledReason={reason}
            onClick={() => change.run(register, { explain: (error) => explainRegistrationError(error, t) })}
          >
            {t('passkey.register')}
          </Button>
        )
      }
    >
      <AttemptCallout failed={change.failed} />
      <ConfirmDialog
        isOpen={isRemoving}
        title={t('passkey.remove-title')}
        cancelLabel={t('page.cancel')}
        confirmLabel={t('passkey.remove')}
        onCancel={() => setIsRemoving(false)}
        onConfirm={() => {
          setIsRemoving(false)
          change.run(() => user.update({ passkeyAuthEnabled: false }))
        }}
      >
        {t('passkey.remove-advice')}
      </ConfirmDialog>
    </SettingRow>
  )
}
