import { Button, Dialog, Field, Input, useForm } from '@parley/ui'
import { useState } from 'react'
import { isNumberError } from '../../dial/numbers/is-number-error.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { ErrorAlert } from '../../shell/errors/error-alert.tsx'
import { useExplainError } from '../../shell/errors/explain-error.ts'
import { useStartVerification } from './use-verifications.ts'

/** Adds a number and calls it. */
export function AddNumber({ onClose }: { onClose: () => void }) {
  const { t } = useLanguage()
  const explain = useExplainError()
  const [number, setNumber] = useState('')
  const [label, setLabel] = useState('')
  const start = useStartVerification(onClose)
  const form = useForm({
    validate: () => ({ number: number.trim() ? null : t('verify.number-missing') }),
    onValid: () =>
      start.mutate(
        { number, label },
        {
          onError: (error) => {
            if (isNumberError(error)) form.setErrors({ number: explain(error).sentence })
          },
        },
      ),
  })

  return (
    <Dialog isOpen onClose={onClose} title={t('verify.add')} description={t('verify.add-sentence')}>
      <form {...form.props} className="grid gap-4">
        <Field label={t('verify.number')} error={form.getError('number')}>
          <Input
            name="number"
            inputMode="tel"
            autoComplete="off"
            value={number}
            onChange={({ target }) => setNumber(target.value)}
          />
        </Field>
        <Field label={t('verify.label')} hint={t('verify.label-hint')}>
          <Input
            name="label"
            autoComplete="off"
            maxLength={100}
            value={label}
            onChange={({ target }) => setLabel(target.value)}
          />
        </Field>
        {start.error && !isNumberError(start.error) && <ErrorAlert error={start.error} />}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{t('verify.cancel')}</Button>
          <Button type="submit" variant="primary" state={start.isPending ? 'busy' : 'idle'}>
            {t('verify.call')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
