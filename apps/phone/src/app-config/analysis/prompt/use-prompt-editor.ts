import { useToast } from '@parley/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { PhoneOutput } from '../../../api/phone-api.ts'
import { queryKeys } from '../../../api/query-keys.ts'
import { useLanguage } from '../../../i18n/language.tsx'
import { usePhone } from '../../../phone-context.tsx'
import { isSameContent, type PromptContent, toContent } from './prompt-content.ts'
import { createPromptRequests, type Draft, type SaveRequest } from './prompt-requests.ts'

/** Two edits of the same draft. */
export interface Conflict {
  readonly mine: PromptContent
  readonly theirs: Draft
}

export type PromptEditor = ReturnType<typeof usePromptEditor>

/** The draft while it is edited: saves and publishes it, unless another administrator has saved it meanwhile. */
export function usePromptEditor({ draft: latest }: PhoneOutput<'GET /analysis-prompt'>) {
  const [base, setBase] = useState(latest)
  const [content, setContent] = useState(() => toContent(latest))
  const [conflict, setConflict] = useState<Conflict | null>(null)
  const baseContent = useMemo(() => toContent(base), [base])
  const isChanged = !isSameContent(content, baseContent)

  const load = (draft: Draft) => {
    setBase(draft)
    setContent(toContent(draft))
  }
  // A draft that another administrator has saved replaces one without changes only.
  if (latest.revision > base.revision && !isChanged && !conflict) load(latest)

  const { save, publish } = usePromptMutations({
    onSaved: ({ mine, replaces }, draft) => {
      setBase(draft)
      setConflict(null)
      if (replaces) setContent(mine)
    },
    onConflict: setConflict,
  })
  return {
    base,
    content,
    isChanged,
    /** Whether another administrator has saved the draft since it was loaded. */
    isOutdated: latest.revision > base.revision,
    conflict,
    save,
    publish,
    change: (parts: Partial<PromptContent>) => setContent((before) => ({ ...before, ...parts })),
    setContent,
    saveContent: () => save.mutate({ mine: content, revision: base.revision, replaces: false }),
    restore: (mine: PromptContent) => save.mutate({ mine, revision: base.revision, replaces: true }),
    /** @param onDone called when it is published, or when another draft was found */
    publishContent: (note: string, onDone: () => void) =>
      publish.mutate(
        { mine: content, revision: base.revision, replaces: false, isChanged, note },
        { onSuccess: onDone },
      ),
    /** Loads the draft of the other administrator. */
    acceptTheirs: (theirs: Draft) => {
      load(theirs)
      setConflict(null)
    },
    closeConflict: () => setConflict(null),
  }
}

interface MutationListeners {
  readonly onSaved: (request: SaveRequest, draft: Draft) => void
  readonly onConflict: (conflict: Conflict) => void
}

function usePromptMutations({ onSaved, onConflict }: MutationListeners) {
  const { t } = useLanguage()
  const { api, queries } = usePhone()
  const queryClient = useQueryClient()
  const show = useToast()
  const current = queries.analysisPrompt()
  const requests = createPromptRequests(api, async () => {
    const prompt = await queryClient.fetchQuery({ ...current, staleTime: 0 })
    return prompt.draft
  })
  const accept = (request: SaveRequest, draft: Draft) => {
    queryClient.setQueryData(current.queryKey, (before) => before && { ...before, draft })
    onSaved(request, draft)
  }
  const save = useMutation({
    mutationFn: requests.save,
    onSuccess: (result, request) => {
      if (result.kind === 'conflict') return onConflict({ mine: request.mine, theirs: result.theirs })
      accept(request, result.draft)
      show({ text: t('prompt.saved') })
    },
  })
  const publish = useMutation({
    mutationFn: (request: SaveRequest & { isChanged: boolean; note: string }) =>
      requests.publish(request, (draft) => accept(request, draft)),
    onSuccess: async (result, { mine }) => {
      if (result.kind === 'conflict') return onConflict({ mine, theirs: result.theirs })
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: current.queryKey }),
        queryClient.invalidateQueries({ queryKey: queryKeys.analysisPrompt.versions }),
      ])
      show({ text: t('prompt.published', { version: result.version.number }) })
    },
  })
  return { save, publish }
}
