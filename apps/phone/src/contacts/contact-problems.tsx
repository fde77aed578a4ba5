import type { FormProblems } from '@parley/ui'
import type { ReactNode } from 'react'
import { isRefusal } from '../api/refusal.ts'
import { useLanguage } from '../locales/language.tsx'
import type { CheckNumbers } from '../numbers/use-number-checks.ts'
import { RouterLink } from '../shell/router-link.tsx'
import { type ContactDraft, type DraftRow, rowName } from './contact-draft.ts'

const mostTags = 30
const longestTag = 50

/** Validates a contact. Errors are keyed by control name. */
export function useContactProblems(contactId: string | null, checkNumbers: CheckNumbers) {
  const { t } = useLanguage()

  const taken = (by: { readonly id: string; readonly name: string }): ReactNode => (
    <>
      {t('refusal.number-taken-by', { name: by.name })}{' '}
      <RouterLink to="/contacts" search={{ contact: by.id }}>
        {t('contacts.show', { name: by.name })}
      </RouterLink>
    </>
  )

  async function findProblems(draft: ContactDraft): Promise<FormProblems> {
    const checks = await checkNumbers(filled(draft.phones).map(typedIn))
    const phones = filled(draft.phones).map((row) => {
      const check = checks.get(typedIn(row))
      const other = check?.contact && check.contact.id !== contactId ? check.contact : null
      const problem = check?.number === null ? t('refusal.NUMBER_NOT_UNDERSTOOD') : other && taken(other)
      return [rowName('phone', row), problem] as const
    })
    const emails = filled(draft.emails).map((row) => {
      const problem = looksLikeEmail.test(typedIn(row)) ? null : t('contacts.email-invalid')
      return [rowName('email', row), problem] as const
    })
    return {
      name: draft.name.trim() === '' ? t('contacts.name-missing') : null,
      tags: areTagsWrong(draft.tags) ? t('contacts.tags-wrong') : null,
      ...Object.fromEntries([...phones, ...emails]),
    }
  }

  /** Maps an API error to the control it concerns. Returns null when it concerns no single control. */
  function explainAtField(error: unknown, draft: ContactDraft): FormProblems | null {
    const phones = filled(draft.phones)
    if (isRefusal(error, 'NUMBER_NOT_UNDERSTOOD')) {
      const row = phones.find((each) => typedIn(each) === error.details.typed)
      return row ? { [rowName('phone', row)]: t('refusal.NUMBER_NOT_UNDERSTOOD') } : null
    }
    if (isRefusal(error, 'CONTACT_NUMBER_TAKEN')) {
      const [only] = phones
      const { contactId: id, name } = error.details
      return only && phones.length === 1 ? { [rowName('phone', only)]: taken({ id, name }) } : null
    }
    return null
  }

  return { findProblems, explainAtField }
}

const looksLikeEmail = /^[a-z0-9_'+-]+(\.[a-z0-9_'+-]+)*@([a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$/i

function typedIn(row: DraftRow): string {
  return row.value.trim()
}

function filled(rows: readonly DraftRow[]): readonly DraftRow[] {
  return rows.filter((row) => typedIn(row) !== '')
}

function areTagsWrong(tags: string): boolean {
  const written = tags.split(',').map((tag) => tag.trim())
  return written.length > mostTags || written.some((tag) => tag.length > longestTag)
}
