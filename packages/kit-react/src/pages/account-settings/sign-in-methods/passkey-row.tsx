import { ApiError, type CurrentUser } from '@parley/kit'
import { Button, ConfirmDialog } from '@parley/ui'
import { Fingerprint } from 'lucide-react'
import { useState } from 'react'
import { AttemptCallout } from '../../form/attempt-callout.tsx'
import type { Explanation } from '../../form/explanation.ts'
import { SettingRow } from '../shared/setting-row.tsx'
import { type SettingsTranslate, useSettingsTexts } from '../shared/settings-texts.ts'
import { throwError, useChange } from '../shared/use-change.ts'
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
            onClick={() => change.run(register, { explain: (error) => explainPasskeyError(error, t) })}
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

/** Returns the message for a passkey that the browser or the service rejected; null for other errors. */
function explainPasskeyError(error: unknown, t: SettingsTranslate): Explanation | null {
  if (!(error instanceof ApiError)) return null
  if (error.code === 'PASSKEY_WEBAUTHN_ERROR')
    return { title: explainBrowserError((error.details as { code: string }).code, t), advice: '' }
  return error.code === 'PASSKEY_REGISTRATION_FAILED' ? { title: t('passkey.failed'), advice: '' } : null
}

function explainBrowserError(code: string, t: SettingsTranslate): string {
  switch (code) {
    case 'NotAllowedError':
    case 'AbortError':
    case 'ERROR_CEREMONY_ABORTED':
      return t('passkey.cancelled')
    case 'InvalidStateError':
    case 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED':
      return t('passkey.exists')
    case 'Error':
    case 'NotSupportedError':
      return t('passkey.unsupported')
    case 'SecurityError':
    case 'ERROR_INVALID_DOMAIN':
    case 'ERROR_INVALID_RP_ID':
      return t('passkey.insecure')
    case 'ConstraintError':
    case 'ERROR_AUTHENTICATOR_MISSING_DISCOVERABLE_CREDENTIAL_SUPPORT':
    case 'ERROR_AUTHENTICATOR_MISSING_USER_VERIFICATION_SUPPORT':
    case 'ERROR_AUTHENTICATOR_NO_SUPPORTED_PUBKEYCREDPARAMS_ALG':
      return t('passkey.no-device')
    default:
      return t('passkey.failed')
  }
}
