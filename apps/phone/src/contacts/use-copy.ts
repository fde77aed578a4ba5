import { useToast } from '@parley/ui'
import { useLanguage } from '../i18n/language.tsx'

/** Returns a function that copies a text to the clipboard, and shows whether that succeeded. */
export function useCopy(): (text: string) => Promise<void> {
  const { t } = useLanguage()
  const show = useToast()
  return async (text) => {
    try {
      await navigator.clipboard.writeText(text)
      show({ text: t('contacts.copied') })
    } catch {
      // Browsers reject this without permission, and on pages served over plain HTTP.
      show({ text: t('contacts.not-copied'), tone: 'danger' })
    }
  }
}
