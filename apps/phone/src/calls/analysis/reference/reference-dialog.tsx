import { unwrap } from '@parley/client'
import type { analyses, analysisPrompts, referenceCalls } from '@parley/contract/phone'
import { Button, Dialog, Skeleton, useToast } from '@parley/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { queryKeys } from '../../../api/query-keys.ts'
import { useLanguage } from '../../../i18n/language.tsx'
import { usePhone } from '../../../phone-context.tsx'
import { ErrorAlert } from '../../../shell/errors/error-alert.tsx'
import { createDrafts, type ExpectedDraft, hasWrongNumber, toExpected } from './expected-draft.ts'
import { ExpectedField } from './expected-field.tsx'

interface ReferenceDialogProps {
  callId: string
  /** The values of a result, which are suggested. */
  suggested: readonly analyses.FieldValue[]
  /** The fields of the prompt that gave the result. Without them, those of the draft. */
  fields?: readonly analysisPrompts.OutputField[]
  onClose: () => void
}

/** Makes a call a reference call, or changes its expected values. */
export function ReferenceDialog({ callId, suggested, fields, onClose }: ReferenceDialogProps) {
  const { t } = useLanguage()
  const { queries } = usePhone()
  const prompt = useQuery({ ...queries.analysisPrompt(), enabled: fields === undefined })
  const references = useQuery(queries.referenceCalls())
  const error = prompt.error ?? references.error
  const known = fields ?? prompt.data?.draft.outputFields
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('reference.form-title')}
      description={t('reference.form-sentence')}
    >
      {error && <ErrorAlert error={error} />}
      {!error && (!known || !references.data) && <Skeleton rows={3} label={t('common.loading')} />}
      {known && references.data && (
        <ExpectedForm
          callId={callId}
          fields={known}
          suggested={suggested}
          expected={references.data.items.find((each) => each.callId === callId)?.expected ?? null}
          onClose={onClose}
        />
      )}
    </Dialog>
  )
}

interface ExpectedFormProps extends Omit<ReferenceDialogProps, 'fields'> {
  fields: readonly analysisPrompts.OutputField[]
  expected: readonly referenceCalls.ExpectedValue[] | null
}

function ExpectedForm({ callId, fields, suggested, expected, onClose }: ExpectedFormProps) {
  const { t } = useLanguage()
  const [drafts, setDrafts] = useState(() => createDrafts({ fields, suggested, expected }))
  const save = useSaveReference(onClose)
  const change = (key: string, parts: Partial<ExpectedDraft>) =>
    setDrafts((before) => before.map((each) => (each.key === key ? { ...each, ...parts } : each)))
  const comparesNothing = drafts.every(({ isCompared }) => !isCompared)
  const submit = (event?: FormEvent) => {
    event?.preventDefault()
    if (comparesNothing || drafts.some(hasWrongNumber) || save.isPending) return
    save.mutate({ callId, expected: toExpected(drafts) })
  }
  if (drafts.length === 0) return <p className="text-small text-ink-soft">{t('reference.no-fields')}</p>
  return (
    <form onSubmit={submit} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-3">
        {drafts.map((draft) => (
          <ExpectedField key={draft.key} draft={draft} onChange={(parts) => change(draft.key, parts)} />
        ))}
      </ul>
      {save.error && <ErrorAlert error={save.error} onTryAgain={submit} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>{t('common.cancel')}</Button>
        <Button
          type="submit"
          variant="primary"
          state={save.isPending ? 'busy' : 'idle'}
          disabledReason={comparesNothing ? t('reference.nothing-expected') : null}
        >
          {t('reference.save')}
        </Button>
      </div>
    </form>
  )
}

interface NewReference {
  readonly callId: string
  readonly expected: referenceCalls.ExpectedValue[]
}

function useSaveReference(onSaved: () => void) {
  const { t } = useLanguage()
  const { api } = usePhone()
  const queryClient = useQueryClient()
  const show = useToast()
  return useMutation({
    mutationFn: ({ callId, expected }: NewReference) =>
      api('PUT /analysis-prompt/reference-calls/{call}', {
        params: { call: callId },
        body: { expected },
      }).then(unwrap),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: queryKeys.promptTests.all })
      show({ text: t('reference.saved') })
      onSaved()
    },
  })
}
