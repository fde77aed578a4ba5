import { unwrap } from '@parley/client'
import type { erasures } from '@parley/contract/phone'
import { Button, Card, Field, Input, Select, useForm, useToast } from '@parley/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { queryKeys } from '../../api/query-keys.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { ErrorAlert } from '../../shell/errors/error-alert.tsx'
import { ConfirmErasure } from './confirm-erasure.tsx'

type Kind = 'number' | 'user'

/** Erases the data of a number or of a former member, after showing what it is. */
export function ErasureCard() {
  const { t } = useLanguage()
  const [kind, setKind] = useState<Kind>('number')
  const [number, setNumber] = useState('')
  const [userId, setUserId] = useState('')
  const subject: erasures.ErasureSubject = kind === 'number' ? { number: number.trim() } : { userId }
  const erasure = useErasure(() => {
    setNumber('')
    setUserId('')
  })
  const form = useForm({
    validate: () => ({
      number: kind === 'number' && number.trim() === '' ? t('erasure.number-missing') : null,
      user: kind === 'user' && userId === '' ? t('erasure.user-missing') : null,
    }),
    onValid: () => erasure.preview.mutate(subject),
  })
  return (
    <Card title={t('erasure.title')}>
      <form {...form.props} className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <p className="max-w-[68ch] text-ink-soft">{t('erasure.sentence')}</p>
        <div className="grid gap-3 sm:grid-cols-[minmax(0,16rem)_minmax(0,20rem)]">
          <KindField kind={kind} onChange={setKind} />
          {kind === 'number' ? (
            <NumberField number={number} error={form.getError('number')} onChange={setNumber} />
          ) : (
            <FormerMember userId={userId} error={form.getError('user')} onChange={setUserId} />
          )}
        </div>
        {erasure.preview.error && (
          <ErrorAlert error={erasure.preview.error} onTryAgain={() => erasure.preview.mutate(subject)} />
        )}
        <div>
          <Button type="submit" variant="danger" state={erasure.preview.isPending ? 'busy' : 'idle'}>
            {t('erasure.preview')}
          </Button>
        </div>
      </form>
      {erasure.previewed && (
        <ConfirmErasure
          preview={erasure.previewed}
          state={erasure.request.isPending ? 'busy' : 'idle'}
          error={erasure.request.error}
          onCancel={erasure.cancel}
          onConfirm={() => erasure.request.mutate(subject)}
        />
      )}
    </Card>
  )
}

function KindField({ kind, onChange }: { kind: Kind; onChange: (kind: Kind) => void }) {
  const { t } = useLanguage()
  return (
    <Field label={t('erasure.of')}>
      <Select
        value={kind}
        onChange={(value) => onChange(value === 'user' ? 'user' : 'number')}
        options={[
          { value: 'number', label: t('erasure.of-number') },
          { value: 'user', label: t('erasure.of-user') },
        ]}
      />
    </Field>
  )
}

type FieldError = ReturnType<ReturnType<typeof useForm>['getError']>

interface NumberFieldProps {
  number: string
  error: FieldError
  onChange: (number: string) => void
}

function NumberField({ number, error, onChange }: NumberFieldProps) {
  const { t } = useLanguage()
  return (
    <Field label={t('erasure.number')} error={error}>
      <Input
        name="number"
        type="tel"
        autoComplete="off"
        value={number}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  )
}

interface FormerMemberProps {
  userId: string
  error: FieldError
  onChange: (userId: string) => void
}

function FormerMember({ userId, error, onChange }: FormerMemberProps) {
  const { t } = useLanguage()
  const { queries } = usePhone()
  const former = useQuery(queries.formerMembers())
  if (former.error) return <ErrorAlert error={former.error} onTryAgain={() => void former.refetch()} />
  const options = former.data?.items.map(({ userId: value, name: label }) => ({ value, label })) ?? []
  return (
    <Field
      label={t('erasure.user')}
      hint={former.isSuccess && options.length === 0 ? t('erasure.no-former') : undefined}
      error={error}
    >
      <Select value={userId} onChange={onChange} options={[{ value: '', label: '–' }, ...options]} />
    </Field>
  )
}

function useErasure(onRequested: () => void) {
  const { t } = useLanguage()
  const { api } = usePhone()
  const queryClient = useQueryClient()
  const show = useToast()
  const [previewed, setPreviewed] = useState<erasures.ErasurePreview | null>(null)
  const preview = useMutation({
    mutationFn: (subject: erasures.ErasureSubject) =>
      api('POST /erasures/preview', { body: { subject } }).then(unwrap),
    onSuccess: setPreviewed,
  })
  const request = useMutation({
    mutationFn: (subject: erasures.ErasureSubject) =>
      api('POST /erasures', { body: { subject } }).then(unwrap),
    onSuccess: () => {
      setPreviewed(null)
      void queryClient.invalidateQueries({ queryKey: queryKeys.erasures })
      show({ text: t('erasure.requested') })
      onRequested()
    },
  })
  const cancel = () => {
    setPreviewed(null)
    request.reset()
  }
  return { preview, previewed, request, cancel }
}
