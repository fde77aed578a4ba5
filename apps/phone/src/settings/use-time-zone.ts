import { unwrap } from '@parley/client'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { usePhone } from '../phone-context.tsx'

/** Saves the time zone of the browser, in which e-mails to the user show times, when it is another one. */
export function useTimeZone(): void {
  const { api, queries } = usePhone()
  const queryClient = useQueryClient()
  const saved = useQuery(queries.settings()).data?.timeZone
  // Without an error for the user: the service may not know the time zone, and the next start tries again.
  const { mutate } = useMutation({
    mutationFn: (timeZone: string) => api('PATCH /me/settings', { body: { timeZone } }).then(unwrap),
    onSuccess: (settings) => queryClient.setQueryData(queries.settings().queryKey, settings),
  })
  useEffect(() => {
    const current = new Intl.DateTimeFormat().resolvedOptions().timeZone
    if (saved !== undefined && current && saved !== current) mutate(current)
  }, [saved, mutate])
}
