import type { CurrentUser } from '@parley/kit'
import { Avatar, Button, Callout, Card, Field, Input } from '@parley/ui'
import { type FormEvent, useRef, useState } from 'react'
import { AttemptCallout } from '../../form/attempt-callout.tsx'
import { useSettingsTexts } from '../shared/settings-texts.ts'
import { useChange } from '../shared/use-change.ts'
import { CropDialog } from './crop-dialog.tsx'

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
      <Picture user={user} />
    </>
  )
}

function Picture({ user }: { user: CurrentUser }) {
  const { t } = useSettingsTexts()
  const change = useChange()
  const input = useRef<HTMLInputElement>(null)
  const [bitmap, setBitmap] = useState<ImageBitmap | null>(null)
  const [isInvalid, setIsInvalid] = useState(false)
  const open = async (file: File) => {
    change.clear()
    const opened = await decodeImage(file)
    setBitmap(opened)
    setIsInvalid(opened === null)
  }
  const save = (profileImageUrl: string | null) => {
    setBitmap(null)
    change.run(() => user.update({ profileImageUrl }))
  }
  return (
    <Card title={t('profile.picture')}>
      <div className="flex flex-wrap items-center gap-4">
        <Avatar
          name={user.displayName ?? user.primaryEmail ?? ''}
          size="huge"
          imageUrl={user.profileImageUrl}
        />
        <input
          ref={input}
          type="file"
          accept="image/*"
          aria-label={t('profile.upload')}
          className="sr-only"
          tabIndex={-1}
          onChange={({ currentTarget }) => {
            const file = currentTarget.files?.[0]
            if (file) void open(file)
            currentTarget.value = ''
          }}
        />
        <Button state={change.isBusy ? 'busy' : 'idle'} onClick={() => input.current?.click()}>
          {t('profile.upload')}
        </Button>
        {user.profileImageUrl && (
          <Button variant="quiet" onClick={() => save(null)}>
            {t('profile.remove')}
          </Button>
        )}
      </div>
      {isInvalid && (
        <Callout tone="danger" role="alert" title={t('profile.invalid-image')} className="mt-4">
          {t('profile.invalid-image-advice')}
        </Callout>
      )}
      <AttemptCallout failed={change.failed} />
      {bitmap && <CropDialog bitmap={bitmap} onCancel={() => setBitmap(null)} onCropped={save} />}
    </Card>
  )
}

/** Returns the decoded picture of a file; null if the browser cannot decode it. */
async function decodeImage(file: File): Promise<ImageBitmap | null> {
  try {
    return await createImageBitmap(file)
  } catch {
    return null
  }
}
