import { unwrap } from '@parley/client'
import { useToast } from '@parley/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { PhoneInput, PhoneOutput } from '../api/phone-api.ts'
import { queryKeys } from '../api/query-keys.ts'
import { formatNumber } from '../dial/numbers/format-number.ts'
import { useLanguage } from '../i18n/language.tsx'
import { usePhone } from '../phone-context.tsx'
import { useExplainError } from '../shell/errors/explain-error.ts'

export type BlockedNumber = PhoneOutput<'GET /blocked-numbers'>['items'][number]

/** Returns the blocked numbers that the user can unblock, by number. */
export function useBlockedNumber(number: string): readonly BlockedNumber[] {
  const { queries, me } = usePhone()
  const blocked = useQuery(queries.blockedNumbers()).data?.items ?? []
  return blocked.filter((each) => each.number === number && (each.scope === 'own' || me.isPhoneAdmin))
}

/** Returns whether a number is one of the workspace, or of a member. */
export function useIsOfWorkspace(number: string): boolean {
  const { queries, me } = usePhone()
  const colleagues = useQuery(queries.allColleagues()).data?.items ?? []
  return [...me.numbers, ...colleagues].some((each) => each.number === number)
}

type BlockRequest = PhoneInput<'POST /blocked-numbers'>['body']

export function useBlock(onBlocked: () => void) {
  const { t } = useLanguage()
  const { api } = usePhone()
  const show = useToast()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: BlockRequest) => api('POST /blocked-numbers', { body }).then(unwrap),
    onSuccess: async ({ number }) => {
      await queryClient.invalidateQueries({ queryKey: queryKeys.blockedNumbers })
      show({ text: t('block.blocked', { number: formatNumber(number) }) })
      onBlocked()
    },
  })
}

/** Unblocks the entries of a number. */
export function useUnblock() {
  const { t } = useLanguage()
  const { api } = usePhone()
  const explain = useExplainError()
  const show = useToast()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (entries: readonly BlockedNumber[]) => {
      for (const { id } of entries)
        unwrap(await api('DELETE /blocked-numbers/{number}', { params: { number: id } }))
      return entries
    },
    onSuccess: ([first]) =>
      first && show({ text: t('block.unblocked', { number: formatNumber(first.number) }) }),
    onError: (error) => show({ text: explain(error).sentence, tone: 'danger' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.blockedNumbers }),
  })
}
