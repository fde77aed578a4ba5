import type { ContactChannel, CurrentUser } from '@parley/kit'
import { Button, Card, EmptyState, Field, Input, useForm } from '@parley/ui'
import { useState } from 'react'
import { useLanguage } from '../../../provider/language.tsx'
import { AttemptCallout } from '../../form/attempt-callout.tsx'
import { validateEmail } from '../../form/email-address.ts'
import { SettingList } from '../shared/setting-row.tsx'
import { useSettingsTexts } from '../shared/settings-texts.ts'
import { useChange } from '../shared/use-change.ts'
import { EmailRow } from './email-row.tsx'

/** The e-mail addresses. */
export function EmailsBlock({ user }: { user: CurrentUser }) {
  const { t } = useSettingsTexts()
  const channels = user.useContactChannels()
  const signInCount = channels.filter(({ usedForAuth }) => usedForAuth).length
  return (
    <Card title={t('emails.addresses')} padding="none">
      {channels.length === 0 ? (
        <div className="px-4.5">
          <EmptyState>{t('emails.none')}</EmptyState>
        </div>
      ) : (
        <SettingList label={t('emails.addresses')}>
          {channels.map((channel) => (
            <EmailRow
              key={channel.id}
              channel={channel}
              isLastSignInEmail={channel.usedForAuth && signInCount === 1}
            />
          ))}
        </SettingList>
      )}
      <NewEmail user={user} channels={channels} />
    </Card>
  )
}

function NewEmail({ user, channels }: { user: CurrentUser; channels: readonly ContactChannel[] }) {
  const { t } = useSettingsTexts()
  const { t: common } = useLanguage()
  const change = useChange()
  const [email, setEmail] = useState('')
  const value = email.trim().toLowerCase()
  const form = useForm({
    validate() {
      change.clear()
      const isKnown = channels.some((channel) => channel.value === value)
      return { email: validateEmail(email, common) ?? (isKnown && t('emails.exists')) }
    },
    onValid: () =>
      change.run(() => add(user, value), { done: t('emails.added'), onDone: () => setEmail('') }),
  })
  return (
    <form {...form.props} className="border-t border-line px-4.5 py-3.5">
      <AttemptCallout failed={change.failed} />
      <Field label={t('emails.new')} error={form.getError('email')}>
        <Input
          type="email"
          name="email"
          autoComplete="off"
          placeholder="name@example.com"
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
      </Field>
      <Button type="submit" state={change.isBusy ? 'busy' : 'idle'} className="mt-3">
        {t('emails.add')}
      </Button>
    </form>
  )
}

async function add(user: CurrentUser, value: string): Promise<void> {
  const channel = await user.createContactChannel({ value, type: 'email', usedForAuth: false })
  await channel.sendVerificationEmail()
}
