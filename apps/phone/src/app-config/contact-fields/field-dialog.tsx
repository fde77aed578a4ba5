import { unwrap } from '@parley/client'
import { Dialog, Field, Input, Select, TextArea, useForm, useToast } from '@parley/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { isPhoneApiError } from '../../api/errors.ts'
import type { CustomField } from '../../contacts/custom-fields/value-drafts.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { ErrorAlert } from '../../shell/errors/error-alert.tsx'
import { useUnsavedChangesGuard } from '../../shell/hooks/use-unsaved-changes-guard.tsx'
import { FormButtons } from '../routing/form-buttons.tsx'

const types = ['text', 'number', 'date', 'choice', 'link', 'checkbox'] as const
const maxChoices = 50
const maxChoiceLength = 100

interface FieldDialogProps {
  /** Null for a new field. */
  field: CustomField | null
  onClose: () => void
}

/** Adds a custom field, or changes its name and choices. */
export function FieldDialog({ field, onClose }: FieldDialogProps) {
  const { t } = useLanguage()
  const [name, setName] = useState(field?.name ?? '')
  const [type, setType] = useState<CustomField['type']>(field?.type ?? 'text')
  const [lines, setLines] = useState(field?.choices.join('\n') ?? '')
  const save = useSave(field, onClose)
  const isChanged = name !== (field?.name ?? '') || lines !== (field?.choices.join('\n') ?? '')
  const changes = useUnsavedChangesGuard(isChanged, onClose)
  const choices = type === 'choice' ? toChoices(lines) : []
  const submit = () => save.mutate({ name: name.trim(), type, choices })
  const isTaken =
    isPhoneApiError(save.error, 'CONTACT_FIELD_NAME_TAKEN') && save.variables?.name === name.trim()
  const form = useForm({
    validate: () => ({
      name: /[\p{L}\p{N}]/u.test(name) ? null : t('routing.name-missing'),
      choices: type === 'choice' && !areValid(choices) ? t('fields.choices-missing') : null,
    }),
    onValid: submit,
  })
  return (
    <Dialog
      isOpen
      onClose={changes.leave}
      title={field ? t('fields.edit-named', { name: field.name }) : t('fields.add')}
    >
      <form {...form.props} className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <Field
          label={t('fields.name')}
          error={isTaken ? t('error.CONTACT_FIELD_NAME_TAKEN') : form.getError('name')}
        >
          <Input
            name="name"
            autoComplete="off"
            maxLength={60}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        </Field>
        {field === null && (
          <Field label={t('fields.type')} hint={t('fields.type-hint')}>
            <Select
              value={type}
              options={types.map((value) => ({ value, label: t(`fields.type-${value}`) }))}
              onChange={setType}
            />
          </Field>
        )}
        {type === 'choice' && (
          <ChoicesField lines={lines} error={form.getError('choices')} onChange={setLines} />
        )}
        {save.error && !isTaken && <ErrorAlert error={save.error} onTryAgain={submit} />}
        <FormButtons isBusy={save.isPending} onCancel={changes.leave} />
      </form>
      {changes.dialog}
    </Dialog>
  )
}

interface ChoicesFieldProps {
  lines: string
  error: ReactNode
  onChange: (lines: string) => void
}

function ChoicesField({ lines, error, onChange }: ChoicesFieldProps) {
  const { t } = useLanguage()
  return (
    <Field label={t('fields.choices')} hint={t('fields.choices-hint')} error={error}>
      <TextArea name="choices" rows={5} value={lines} onChange={({ target }) => onChange(target.value)} />
    </Field>
  )
}

function toChoices(lines: string): string[] {
  return [...new Set(lines.split('\n').map((line) => line.trim()))].filter((line) => line !== '')
}

function areValid(choices: readonly string[]): boolean {
  return (
    choices.length > 0 &&
    choices.length <= maxChoices &&
    choices.every(({ length }) => length <= maxChoiceLength)
  )
}

type Written = Pick<CustomField, 'name' | 'type' | 'choices'>

function useSave(field: CustomField | null, onSaved: () => void) {
  const { t } = useLanguage()
  const { api, queries } = usePhone()
  const queryClient = useQueryClient()
  const show = useToast()
  return useMutation({
    mutationFn: ({ name, type, choices }: Written) =>
      field
        ? api('PUT /contact-fields/{field}', {
            params: { field: field.id },
            body: { name, choices, isArchived: field.isArchived },
          }).then(unwrap)
        : api('POST /contact-fields', { body: { name, type, choices } }).then(unwrap),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: queries.customFields().queryKey })
      show({ text: t('fields.saved') })
      onSaved()
    },
  })
}
