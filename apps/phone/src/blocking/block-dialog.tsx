import { Button, Dialog, Field, Input, Select, useForm } from '@parley/ui'
import { useState } from 'react'
import { formatNumber } from '../dial/numbers/format-number.ts'
import { isNumberError } from '../dial/numbers/is-number-error.ts'
import { useLanguage } from '../i18n/language.tsx'
import { usePhone } from '../phone-context.tsx'
import { ErrorAlert } from '../shell/errors/error-alert.tsx'
import { useExplainError } from '../shell/errors/explain-error.ts'
import { type BlockedNumber, useBlock } from './use-blocked-numbers.ts'

interface BlockDialogProps {
  /** The number to block; null to let the user enter it. */
  number: string | null
  onClose: () => void
}

type Scope = BlockedNumber['scope']

/** Blocks a number: members for their own number, administrators for the workspace if they choose so. */
export function BlockDialog({ number, onClose }: BlockDialogProps) {
  const { t } = useLanguage()
  const { me } = usePhone()
  const explain = useExplainError()
  const [typed, setTyped] = useState('')
  const [scope, setScope] = useState<Scope>(me.isPhoneAdmin ? 'workspace' : 'own')
  const block = useBlock(onClose)
  const form = useForm({
    validate: () => ({ number: (number ?? typed.trim()) ? null : t('block.number-missing') }),
    onValid: () =>
      block.mutate(
        { number: number ?? typed, scope },
        {
          onError: (error) => {
            if (isNumberError(error)) form.setErrors({ number: explain(error).sentence })
          },
        },
      ),
  })

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={number === null ? t('block.add') : t('block.question', { number: formatNumber(number) })}
      description={t('block.sentence')}
    >
      <form {...form.props} className="grid gap-4">
        {number === null && (
          <Field label={t('block.number')} error={form.getError('number')}>
            <Input
              name="number"
              inputMode="tel"
              autoComplete="off"
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
            />
          </Field>
        )}
        <ScopeField value={scope} onChange={setScope} />
        {block.error && !isNumberError(block.error) && <ErrorAlert error={block.error} />}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>{t('block.cancel')}</Button>
          <Button type="submit" variant="destroy" state={block.isPending ? 'busy' : 'idle'}>
            {t('block.block')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

function ScopeField({ value, onChange }: { value: Scope; onChange: (scope: Scope) => void }) {
  const { t } = useLanguage()
  const { me } = usePhone()
  if (!me.isPhoneAdmin) return <p className="text-small text-ink-soft">{t('block.own-only')}</p>
  return (
    <Field label={t('block.for')}>
      <Select
        value={value}
        onChange={onChange}
        options={[
          { value: 'workspace', label: t('block.for-workspace') },
          { value: 'own', label: t('block.for-own') },
        ]}
      />
    </Field>
  )
}
