import { unwrap } from '@parley/client'
import type { me } from '@parley/contract/phone'
import { useToast } from '@parley/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useLanguage } from '../i18n/language.tsx'
import { usePhone } from '../phone-context.tsx'

type SettingsChange = Partial<me.UserSettings>

/** Saves changed settings of the user, and confirms it. */
export function useSaveSettings() {
  const { t } = useLanguage()
  const { api, queries } = usePhone()
  const queryClient = useQueryClient()
  const show = useToast()
  return useMutation({
    mutationFn: (changes: SettingsChange) => api('PATCH /me/settings', { body: changes }).then(unwrap),
    onSuccess: (saved) => {
      queryClient.setQueryData(queries.settings().queryKey, saved)
      show({ text: t('settings.saved') })
    },
  })
}
