import type { contactChanges } from '@parley/contract/phone'
import { formatNames } from '@parley/ui'
import type { Language } from '../../i18n/language.tsx'

export type ContactChange = contactChanges.ContactChange

/** Returns a merge or a deletion in words. */
export function describeChange({ kind, names, contactCount }: ContactChange, language: Language): string {
  if (kind === 'merge') return language.t('changes.merge', { names: formatNames(names, language.locale) })
  return language.plural('changes.deletion', contactCount)
}
