import { Button, type useForm } from '@parley/ui'
import type { ReactNode } from 'react'
import { AttemptCallout } from '../../form/attempt-callout.tsx'
import type { Attempt } from '../../form/use-attempt.ts'
import { useSettingsTexts } from '../shared/settings-texts.ts'

interface StepFormProps {
  formProps: ReturnType<typeof useForm>['props']
  attempt: Attempt
  onCancel: () => void
  children: ReactNode
}

/** The form of a step: its fields, and buttons that confirm or cancel. */
export function StepForm({ formProps, attempt, onCancel, children }: StepFormProps) {
  const { t } = useSettingsTexts()
  return (
    <form {...formProps} className="grid gap-4">
      <AttemptCallout failed={attempt.failed} />
      {children}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onCancel}>{t('page.cancel')}</Button>
        <Button type="submit" variant="primary" state={attempt.isBusy ? 'busy' : 'idle'}>
          {t('confirm.proceed')}
        </Button>
      </div>
    </form>
  )
}
