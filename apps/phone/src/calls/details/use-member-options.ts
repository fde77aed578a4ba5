import { useQuery } from '@tanstack/react-query'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'

interface Chosen {
  readonly userId: string
  readonly userName: string | null
}

/** Returns no one, the members whom the user may see, and the one who is chosen, for a select. */
export function useMemberOptions(chosen: Chosen | null) {
  const { t } = useLanguage()
  const { queries, me } = usePhone()
  const colleagues = useQuery(queries.allColleagues())
  const own = me.user.displayName ?? me.user.primaryEmail ?? t('calls.unknown')
  const members = [
    { value: me.user.id, label: t('assignment.you', { name: own }) },
    ...(colleagues.data?.items ?? []).map(({ userId, name }) => ({
      value: userId,
      label: name ?? t('calls.unknown'),
    })),
  ]
  const isListed = chosen === null || members.some(({ value }) => value === chosen.userId)
  const others = isListed ? [] : [{ value: chosen.userId, label: chosen.userName ?? t('calls.unknown') }]
  return [{ value: '', label: t('assignment.no-one') }, ...members, ...others]
}
