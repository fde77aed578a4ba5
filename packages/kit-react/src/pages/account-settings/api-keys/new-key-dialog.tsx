import type { NewApiKey } from '@parley/kit'
import { Button, Dialog, Field, Input, Select, useForm } from '@parley/ui'
import { useState } from 'react'
import { AttemptCallout } from '../../form/attempt-callout.tsx'
import { SavedSecret } from '../shared/saved-secret.tsx'
import { useSettingsTexts } from '../shared/settings-texts.ts'
import { useChange } from '../shared/use-change.ts'

const lifetimes = ['30', '90', '365', 'never'] as const
type Lifetime = (typeof lifetimes)[number]

const dayMs = 24 * 60 * 60 * 1_000

/** A user or a team, for whom an API key is created. */
export interface KeyOwner {
  createApiKey(key: NewApiKey): Promise<{ readonly value: string }>
}

/** Creates an API key and shows it once. */
export function NewKeyDialog({ owner, onClose }: { owner: KeyOwner; onClose: () => void }) {
  const { t } = useSettingsTexts()
  const [key, setKey] = useState<string | null>(null)
  if (key === null) return <NewKeyForm owner={owner} onClose={onClose} onCreated={setKey} />
  return (
    // It closes only after the confirmation, because the key cannot be shown again.
    <Dialog isOpen onClose={() => {}} title={t('keys.create')} description={t('keys.shown-once')}>
      <SavedSecret label={t('keys.value')} secrets={[key]} onDone={onClose} />
    </Dialog>
  )
}

interface NewKeyFormProps {
  owner: KeyOwner
  onClose: () => void
  onCreated: (key: string) => void
}

function NewKeyForm({ owner, onClose, onCreated }: NewKeyFormProps) {
  const { t } = useSettingsTexts()
  const change = useChange()
  const [description, setDescription] = useState('')
  const [lifetime, setLifetime] = useState<Lifetime>('90')
  const labels: Record<Lifetime, string> = {
    30: t('keys.days-30'),
    90: t('keys.days-90'),
    365: t('keys.days-365'),
    never: t('keys.never'),
  }
  const create = async () => {
    const expiresAt = lifetime === 'never' ? null : new Date(Date.now() + Number(lifetime) * dayMs)
    onCreated((await owner.createApiKey({ description: description.trim(), expiresAt })).value)
  }
  const form = useForm({
    validate() {
      change.clear()
      return { description: description.trim() === '' && t('keys.description-required') }
    },
    onValid: () => change.run(create, { done: null }),
  })
  return (
    <Dialog isOpen onClose={onClose} title={t('keys.create')}>
      <form {...form.props} className="grid gap-3.5">
        <AttemptCallout failed={change.failed} />
        <Field label={t('keys.description')} error={form.getError('description')}>
          <Input
            name="description"
            maxLength={255}
            value={description}
            onChange={(event) => setDescription(event.target.value)}
          />
        </Field>
        <Field label={t('keys.expires')}>
          <Select
            options={lifetimes.map((value) => ({ value, label: labels[value] }))}
            value={lifetime}
            onChange={setLifetime}
          />
        </Field>
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{t('page.cancel')}</Button>
          <Button type="submit" variant="primary" state={change.isBusy ? 'busy' : 'idle'}>
            {t('keys.create')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
