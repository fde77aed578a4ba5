import { useLanguage } from '../i18n/language.tsx'
import { type Me, usePhone } from '../phone-context.tsx'

/** The test numbers in the language of the page. The first is the echo number. */
export function useDirectory(): Me['directory'] {
  const { t } = useLanguage()
  const { me } = usePhone()
  return me.directory.map((entry) => ({
    ...entry,
    name: t(`directory.${entry.service}`),
    does: t(`directory.${entry.service}-does`),
  }))
}
