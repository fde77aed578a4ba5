import type { CurrentUser } from '@parley/kit'
import { Button, Card, Field, Input } from '@parley/ui'
import { type FormEvent, useState } from 'react'
import { AttemptCallout } from '../../form/attempt-callout.tsx'
import { useSettingsTexts } from '../shared/settings-texts.ts'
import { useChange } from '../shared/use-change.ts'
import { PictureCard } from './picture-card.tsx'

/** The display name and the picture. */
export function ProfileBlock({ user }: { user: CurrentUser }) {
  const { t } = useSettingsTexts()
  const change = useChange()
  const [name, setName] = useState(user.displayName ?? '')
  const save = (event: FormEvent) => {
    event.preventDefault()
    change.run(() => user.setDisplayName(name.trim() || null))
  }
  return (
    <>
      <Card>
        <form onSubmit={save} className="grid max-w-100 gap-3.5">
          <Field label={t('profile.name')}>
            <Input
              name="name"
              autoComplete="name"
              maxLength={256}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
          </Field>
          <AttemptCallout failed={change.failed} />
          <Button
            type="submit"
            variant="primary"
            className="justify-self-start"
            state={change.isBusy ? 'busy' : 'idle'}
          >
            {t('page.save')}
          </Button>
        </form>
      </Card>
      <PictureCard
        title={t('profile.picture')}
        name={user.displayName ?? user.primaryEmail ?? ''}
        imageUrl={user.profileImageUrl}
        onSave={(profileImageUrl) => user.update({ profileImageUrl })}
      />
    </>
  )
}
