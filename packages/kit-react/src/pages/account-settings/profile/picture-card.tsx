import { Avatar, Button, Callout, Card } from '@parley/ui'
import { useRef, useState } from 'react'
import { AttemptCallout } from '../../form/attempt-callout.tsx'
import { useSettingsTexts } from '../shared/settings-texts.ts'
import { useChange } from '../shared/use-change.ts'
import { CropDialog } from './crop-dialog.tsx'

interface PictureCardProps {
  title: string
  /** Its initials are shown without a picture. */
  name: string
  imageUrl: string | null
  /** Receives a data URL, or null to remove the picture. */
  onSave: (imageUrl: string | null) => Promise<unknown>
}

/** A picture that the user uploads, crops to a square or removes. */
export function PictureCard({ title, name, imageUrl, onSave }: PictureCardProps) {
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
  const save = (next: string | null) => {
    setBitmap(null)
    change.run(() => onSave(next))
  }
  return (
    <Card title={title}>
      <div className="flex flex-wrap items-center gap-4">
        <Avatar name={name} size="huge" imageUrl={imageUrl} />
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
        {imageUrl && (
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
