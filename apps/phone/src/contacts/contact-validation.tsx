import type { FormErrors } from '@parley/ui'
import type { ReactNode } from 'react'
import { isPhoneApiError } from '../api/errors.ts'
import type { CheckNumbers } from '../dial/numbers/use-number-checks.ts'
import { useLanguage } from '../i18n/language.tsx'
import { RouterLink } from '../shell/router-link.tsx'
import { type ContactDraft, type DraftRow, rowControlName } from './contact-draft.ts'
import { findValueProblem, valueControlName } from './custom-fields/value-drafts.ts'

const maxTags = 30
const maxTagLength = 50

/** Validates a contact. Errors are keyed by control name. */
export function useContactValidation(contactId: string | null, checkNumbers: CheckNumbers) {
  const { t } = useLanguage()

  const taken = (by: { readonly id: string; readonly name: string }): ReactNode => (
    <>
      {t('error.number-taken-by', { name: by.name })}{' '}
      <RouterLink to="/contacts" search={{ contact: by.id }}>
        {t('contacts.show', { name: by.name })}
      </RouterLink>
    </>
  )

  async function validate(draft: ContactDraft): Promise<FormErrors> {
    const checks = await checkNumbers(nonEmptyRows(draft.phones).map(trimmedValue))
    const phones = nonEmptyRows(draft.phones).map((row) => {
      const check = checks.get(trimmedValue(row))
      const other = check?.contact && check.contact.id !== contactId ? check.contact : null
      const problem = check?.number === null ? t('error.NUMBER_NOT_UNDERSTOOD') : other && taken(other)
      return [rowControlName('phone', row), problem] as const
    })
    const emails = nonEmptyRows(draft.emails).map((row) => {
      const problem = emailPattern.test(trimmedValue(row)) ? null : t('contacts.email-invalid')
      return [rowControlName('email', row), problem] as const
    })
    const values = draft.customValues.map((value) => {
      const problem = findValueProblem(value)
      return [valueControlName(value.field), problem && t(problem)] as const
    })
    return {
      name: draft.name.trim() === '' ? t('contacts.name-missing') : null,
      tags: areTagsInvalid(draft.tags) ? t('contacts.tags-wrong') : null,
      ...Object.fromEntries([...phones, ...emails, ...values]),
    }
  }

  /** Maps an API error to the control it concerns. Returns null when it concerns no single control. */
  function toFieldErrors(error: unknown, draft: ContactDraft): FormErrors | null {
    const phones = nonEmptyRows(draft.phones)
    if (isPhoneApiError(error, 'NUMBER_NOT_UNDERSTOOD')) {
      const row = phones.find((each) => trimmedValue(each) === error.details.typed)
      return row ? { [rowControlName('phone', row)]: t('error.NUMBER_NOT_UNDERSTOOD') } : null
    }
    if (isPhoneApiError(error, 'CONTACT_VALUE_NOT_VALID'))
      return { [valueControlName({ id: error.details.field })]: t('error.CONTACT_VALUE_NOT_VALID') }
    if (isPhoneApiError(error, 'CONTACT_NUMBER_TAKEN')) {
      const [only] = phones
      const { contactId: id, name } = error.details
      if (!only || phones.length > 1 || id === null || name === null) return null
      return { [rowControlName('phone', only)]: taken({ id, name }) }
    }
    return null
  }

  return { validate, toFieldErrors }
}

const emailPattern = /^[a-z0-9_'+-]+(\.[a-z0-9_'+-]+)*@([a-z0-9][a-z0-9-]*\.)+[a-z]{2,}$/i

function trimmedValue(row: DraftRow): string {
  return row.value.trim()
}

function nonEmptyRows(rows: readonly DraftRow[]): readonly DraftRow[] {
  return rows.filter((row) => trimmedValue(row) !== '')
}

function areTagsInvalid(tags: string): boolean {
  const written = tags.split(',').map((tag) => tag.trim())
  return written.length > maxTags || written.some((tag) => tag.length > maxTagLength)
}
