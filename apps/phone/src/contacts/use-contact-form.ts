import { type UseFormResult, useForm } from '@parley/ui'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { CheckNumbers } from '../dial/numbers/use-number-checks.ts'
import {
  type UnsavedChangesGuard,
  useUnsavedChangesGuard,
} from '../shell/hooks/use-unsaved-changes-guard.tsx'
import { type ContactDraft, toContactInput } from './contact-draft.ts'
import { useContactValidation } from './contact-validation.tsx'

export interface ContactFormOptions {
  /** Initial form state. */
  initial: ContactDraft
  /** Null for a new contact. */
  contactId: string | null
  checkNumbers: CheckNumbers
  /** Rejects with the API error. */
  onSave: (draft: ContactDraft) => Promise<void>
  onCancel: () => void
}

export interface ContactFormState {
  readonly draft: ContactDraft
  readonly change: (parts: Partial<ContactDraft>) => void
  readonly form: UseFormResult
  readonly isBusy: boolean
  /** An error of the last save that belongs to no single field. */
  readonly failure: Error | null
  readonly changes: UnsavedChangesGuard
}

/** The state of a contact form: validates, saves, and guards unsaved changes. */
export function useContactForm({
  initial,
  contactId,
  checkNumbers,
  onSave,
  onCancel,
}: ContactFormOptions): ContactFormState {
  const [initialDraft] = useState(initial)
  const [draft, setDraft] = useState(initial)
  const { validate, toFieldErrors } = useContactValidation(contactId, checkNumbers)
  const isChanged = JSON.stringify(toContactInput(draft)) !== JSON.stringify(toContactInput(initialDraft))
  const changes = useUnsavedChangesGuard(isChanged, onCancel)
  const save = useMutation({ mutationFn: onSave })
  const form = useForm({
    validate: () => validate(draft),
    onValid: () =>
      save.mutate(draft, {
        onError: (error) => {
          const atField = toFieldErrors(error, draft)
          if (atField) form.setErrors(atField)
        },
      }),
  })
  const isAtField = save.variables !== undefined && toFieldErrors(save.error, save.variables) !== null

  return {
    draft,
    change: (parts) => setDraft((before) => ({ ...before, ...parts })),
    form,
    isBusy: save.isPending || form.isValidating,
    failure: isAtField ? null : save.error,
    changes,
  }
}
