import { useLanguage } from '../locales/language.tsx'
import { type Me, usePhone } from '../phone.tsx'

/** The numbers to try the line with, in the language of the page. The first is the echo. */
export function useDirectory(): Me['directory'] {
  const { text } = useLanguage()
  const { me } = usePhone()
  return me.directory.map((entry) => ({
    ...entry,
    name: text(`directory.${entry.service}`),
    does: text(`directory.${entry.service}-does`),
  }))
}
