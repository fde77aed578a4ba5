import type { ContactChannel } from '@parley/kit'
import { Badge, Button, ConfirmDialog } from '@parley/ui'
import { Mail } from 'lucide-react'
import { useState } from 'react'
import { AttemptCallout } from '../../form/attempt-callout.tsx'
import { SettingRow } from '../shared/setting-row.tsx'
import { useSettingsTexts } from '../shared/settings-texts.ts'
import { type Change, useChange } from '../shared/use-change.ts'

interface EmailRowProps {
  channel: ContactChannel
  isLastSignInEmail: boolean
}

/** An address with its actions. */
export function EmailRow({ channel, isLastSignInEmail }: EmailRowProps) {
  const { t } = useSettingsTexts()
  const change = useChange()
  const [isRemoving, setIsRemoving] = useState(false)
  const email = channel.value

  return (
    <SettingRow
      icon={Mail}
      title={email}
      detail={
        <>
          {channel.isPrimary && <Badge tone="accent">{t('emails.primary')}</Badge>}
          {channel.usedForAuth && <Badge>{t('emails.sign-in')}</Badge>}
          {!channel.isVerified && <Badge tone="warning">{t('emails.unverified')}</Badge>}
          {isLastSignInEmail && <span className="basis-full">{t('emails.last')}</span>}
        </>
      }
    >
      <EmailActions
        channel={channel}
        isProtected={isLastSignInEmail}
        change={change}
        onRemove={() => setIsRemoving(true)}
      />
      <AttemptCallout failed={change.failed} />
      <ConfirmDialog
        isOpen={isRemoving}
        title={t('emails.remove-title', { email })}
        cancelLabel={t('page.cancel')}
        confirmLabel={t('emails.remove')}
        onCancel={() => setIsRemoving(false)}
        onConfirm={() => {
          setIsRemoving(false)
          change.run(() => channel.delete())
        }}
      >
        {t('emails.remove-advice')}
      </ConfirmDialog>
    </SettingRow>
  )
}

interface EmailActionsProps {
  channel: ContactChannel
  isProtected: boolean
  change: Change
  onRemove: () => void
}

function EmailActions({ channel, isProtected, change, onRemove }: EmailActionsProps) {
  const { t } = useSettingsTexts()
  const { value: email, isVerified, isPrimary, usedForAuth } = channel
  const verify = () =>
    change.run(() => channel.sendVerificationEmail(), { done: t('emails.sent', { email }) })
  const update = (changes: Parameters<ContactChannel['update']>[0]) => () =>
    change.run(() => channel.update(changes))
  const actions: [isOffered: boolean, text: string, act: () => void, isDisabled?: boolean][] = [
    [!isVerified, t('emails.verify'), verify],
    [isVerified && !isPrimary, t('emails.make-primary'), update({ isPrimary: true })],
    [isVerified && !usedForAuth, t('emails.use'), update({ usedForAuth: true })],
    [usedForAuth, t('emails.stop-using'), update({ usedForAuth: false }), isProtected],
    [true, t('emails.remove'), onRemove, isProtected],
  ]
  return (
    <div className="mt-2 flex flex-wrap gap-1.5 sm:ml-8">
      {actions.map(
        ([isOffered, text, act, isDisabled]) =>
          isOffered && (
            // Each row has the same buttons, so their names contain the address.
            <Button
              key={text}
              size="small"
              variant="quiet"
              aria-label={`${text}: ${email}`}
              disabled={isDisabled}
              onClick={act}
            >
              {text}
            </Button>
          ),
      )}
    </div>
  )
}
