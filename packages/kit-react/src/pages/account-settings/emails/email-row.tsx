import type { ContactChannel } from '@parley/kit'
import { Badge, ConfirmDialog, IconButton, Menu, MenuItem } from '@parley/ui'
import { Ellipsis, Mail } from 'lucide-react'
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
      action={
        <EmailMenu
          channel={channel}
          isProtected={isLastSignInEmail}
          change={change}
          onRemove={() => setIsRemoving(true)}
        />
      }
    >
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

interface EmailMenuProps {
  channel: ContactChannel
  isProtected: boolean
  change: Change
  onRemove: () => void
}

function EmailMenu({ channel, isProtected, change, onRemove }: EmailMenuProps) {
  const { t } = useSettingsTexts()
  const email = channel.value
  return (
    <Menu trigger={<IconButton icon={Ellipsis} label={t('emails.more', { email })} size="small" />}>
      {!channel.isVerified && (
        <MenuItem
          onSelect={() =>
            change.run(() => channel.sendVerificationEmail(), { done: t('emails.sent', { email }) })
          }
        >
          {t('emails.verify')}
        </MenuItem>
      )}
      {!channel.isPrimary && channel.isVerified && (
        <MenuItem onSelect={() => change.run(() => channel.update({ isPrimary: true }))}>
          {t('emails.make-primary')}
        </MenuItem>
      )}
      {!channel.usedForAuth && channel.isVerified && (
        <MenuItem onSelect={() => change.run(() => channel.update({ usedForAuth: true }))}>
          {t('emails.use')}
        </MenuItem>
      )}
      {channel.usedForAuth && (
        <MenuItem
          disabled={isProtected}
          onSelect={() => change.run(() => channel.update({ usedForAuth: false }))}
        >
          {t('emails.stop-using')}
        </MenuItem>
      )}
      <MenuItem tone="danger" disabled={isProtected} onSelect={onRemove}>
        {t('emails.remove')}
      </MenuItem>
    </Menu>
  )
}
