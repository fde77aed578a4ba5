import type { CurrentUser } from '@parley/kit'
import { Button, Card, ConfirmDialog, Dialog } from '@parley/ui'
import { Smartphone } from 'lucide-react'
import { useEffect, useState } from 'react'
import { AttemptCallout } from '../../form/attempt-callout.tsx'
import { SavedSecret } from '../shared/saved-secret.tsx'
import { SettingList, SettingRow } from '../shared/setting-row.tsx'
import { useSettingsTexts } from '../shared/settings-texts.ts'
import { useChange } from '../shared/use-change.ts'
import { requireRecentSignIn } from '../step-up/step-up.tsx'
import { EnrolmentDialog } from './enrolment-dialog.tsx'

/** The authenticator app and the recovery codes. */
export function SecondFactorBlock({ user }: { user: CurrentUser }) {
  const { t } = useSettingsTexts()
  const isOn = user.isMultiFactorRequired
  const change = useChange()
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const createCodes = async () => setCodes(await user.createRecoveryCodes())

  return (
    <Card title={t('factor.title')} padding="none">
      <SettingList label={t('factor.title')}>
        <AppRow user={user} onEnrolled={() => change.run(createCodes, { done: null })} />
        {isOn && (
          <SettingRow
            title={<RecoveryCodeCount user={user} codes={codes} />}
            detail={t('factor.replaces-codes')}
            action={
              <Button
                size="small"
                state={change.isBusy ? 'busy' : 'idle'}
                onClick={() => change.run(createCodes, { done: null })}
              >
                {t('factor.new-codes')}
              </Button>
            }
          >
            <AttemptCallout failed={change.failed} />
          </SettingRow>
        )}
      </SettingList>
      {codes && (
        // It closes only after the confirmation, because the codes cannot be shown again.
        <Dialog
          isOpen
          onClose={() => {}}
          title={t('factor.codes-title')}
          description={t('factor.codes-advice')}
        >
          <SavedSecret label={t('factor.codes-title')} secrets={codes} onDone={() => setCodes(null)} />
        </Dialog>
      )}
    </Card>
  )
}

interface AppRowProps {
  user: CurrentUser
  onEnrolled: () => void
}

/** The authenticator app, which is set up or turned off here. */
function AppRow({ user, onEnrolled }: AppRowProps) {
  const { t } = useSettingsTexts()
  const change = useChange()
  const isOn = user.isMultiFactorRequired
  const [dialog, setDialog] = useState<'enrolment' | 'turn-off' | null>(null)
  const close = () => setDialog(null)
  // The code of the app would expire while the user confirms the change.
  const openEnrolment = () =>
    change.run(() => requireRecentSignIn(user), { done: null, onDone: () => setDialog('enrolment') })
  return (
    <SettingRow
      icon={Smartphone}
      title={t('factor.app')}
      detail={isOn ? t('factor.on') : t('factor.off')}
      action={
        isOn ? (
          <Button size="small" variant="danger" onClick={() => setDialog('turn-off')}>
            {t('factor.turn-off')}
          </Button>
        ) : (
          <Button
            size="small"
            variant="primary"
            state={change.isBusy ? 'busy' : 'idle'}
            onClick={openEnrolment}
          >
            {t('factor.set-up')}
          </Button>
        )
      }
    >
      <AttemptCallout failed={change.failed} />
      {dialog === 'enrolment' && (
        <EnrolmentDialog
          user={user}
          onClose={close}
          onEnrolled={() => {
            close()
            onEnrolled()
          }}
        />
      )}
      <ConfirmDialog
        isOpen={dialog === 'turn-off'}
        title={t('factor.turn-off-title')}
        cancelLabel={t('page.cancel')}
        confirmLabel={t('factor.turn-off')}
        onCancel={close}
        onConfirm={() => {
          close()
          change.run(() => user.update({ totpMultiFactorSecret: null }))
        }}
      >
        {t('factor.turn-off-advice')}
      </ConfirmDialog>
    </SettingRow>
  )
}

interface RecoveryCodeCountProps {
  user: CurrentUser
  /** Counted again when they change. */
  codes: readonly string[] | null
}

function RecoveryCodeCount({ user, codes }: RecoveryCodeCountProps) {
  const { t } = useSettingsTexts()
  const [count, setCount] = useState<number | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: new codes have another count.
  useEffect(() => {
    let isCurrent = true
    user.countRecoveryCodes().then(
      (remaining) => isCurrent && setCount(remaining),
      () => {},
    )
    return () => {
      isCurrent = false
    }
  }, [user, codes])
  return t('factor.codes-left', { count: count ?? '…' })
}
