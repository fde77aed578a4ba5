import { unwrap } from '@parley/client'
import { useForm, useToast } from '@parley/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { queryKeys } from '../../api/query-keys.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import {
  type UnsavedChangesGuard,
  useUnsavedChangesGuard,
} from '../../shell/hooks/use-unsaved-changes-guard.tsx'
import type { Trunk } from './trunk.ts'
import { type TrunkDraft, toTrunkDraft, toTrunkInput } from './trunk-draft.ts'
import type { TrunkFieldsProps } from './trunk-fields.tsx'
import { useTrunkValidation } from './trunk-validation.ts'

interface TrunkFormState {
  /** The properties of all groups of fields. */
  readonly fields: TrunkFieldsProps
  readonly isBusy: boolean
  /** An error of the last save that belongs to no single field. */
  readonly failure: Error | null
  /** Saves without another validation. */
  readonly save: () => void
  readonly changes: UnsavedChangesGuard
}

/** The state of a trunk form: validates, saves, and guards unsaved changes. */
export function useTrunkForm(trunk: Trunk | null, onClose: () => void): TrunkFormState {
  const [initialDraft] = useState(() => toTrunkDraft(trunk))
  const [draft, setDraft] = useState(initialDraft)
  const { validate, toFieldErrors } = useTrunkValidation()
  const isChanged = JSON.stringify(toTrunkInput(draft)) !== JSON.stringify(toTrunkInput(initialDraft))
  const changes = useUnsavedChangesGuard(isChanged, onClose)
  const saving = useSaveTrunk(trunk, onClose)
  const save = () =>
    saving.mutate(draft, {
      onError: (error) => {
        const atField = toFieldErrors(error, draft)
        if (atField) form.setErrors(atField)
      },
    })
  const form = useForm({ validate: () => validate(draft), onValid: save })
  const isAtField = saving.variables !== undefined && toFieldErrors(saving.error, saving.variables) !== null

  return {
    fields: { draft, onChange: (parts) => setDraft((before) => ({ ...before, ...parts })), form },
    isBusy: saving.isPending || form.isValidating,
    failure: isAtField ? null : saving.error,
    save,
    changes,
  }
}

function useSaveTrunk(trunk: Trunk | null, onSaved: () => void) {
  const { t } = useLanguage()
  const { api, refetchMe } = usePhone()
  const queryClient = useQueryClient()
  const show = useToast()
  return useMutation({
    mutationFn: async (draft: TrunkDraft) => {
      const body = toTrunkInput(draft)
      if (trunk) return unwrap(await api('PUT /trunks/{trunk}', { params: { trunk: trunk.id }, body }))
      return unwrap(await api('POST /trunks', { body }))
    },
    onSuccess: async ({ name }) => {
      await queryClient.invalidateQueries({ queryKey: queryKeys.trunks })
      refetchMe()
      show({ text: t('trunk.saved', { name }) })
      onSaved()
    },
  })
}
