import { Button, Card, Field, Input, useForm } from '@parley/ui'
import { useState } from 'react'
import { useSettingsTexts } from '../account-settings/shared/settings-texts.ts'
import { AttemptCallout } from '../form/attempt-callout.tsx'
import { useTeamChange } from './use-team-change.ts'

interface NameFormProps {
  title: string
  label: string
  hint?: string
  initialName: string
  /** The message for an empty name; null if the name may be empty. */
  missing: string | null
  onSave: (name: string) => Promise<unknown>
}

/** A card with a name that can be changed. */
export function NameForm({ title, label, hint, initialName, missing, onSave }: NameFormProps) {
  const { t } = useSettingsTexts()
  const change = useTeamChange()
  const [name, setName] = useState(initialName)
  const form = useForm({
    validate() {
      change.clear()
      return { name: name.trim() === '' && missing }
    },
    onValid: () => change.run(() => onSave(name.trim())),
  })
  return (
    <Card title={title}>
      <form {...form.props} className="grid max-w-100 gap-3.5">
        <Field label={label} hint={hint} error={form.getError('name')}>
          <Input name="name" maxLength={256} value={name} onChange={(event) => setName(event.target.value)} />
        </Field>
        <AttemptCallout failed={change.failed} />
        <Button type="submit" className="justify-self-start" state={change.isBusy ? 'busy' : 'idle'}>
          {t('page.save')}
        </Button>
      </form>
    </Card>
  )
}
