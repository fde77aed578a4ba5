import { Card, Link } from '@parley/ui'
import { useQuery } from '@tanstack/react-query'
import type { PhoneOutput } from '../../api/phone-api.ts'
import { type Language, useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import type { CustomField } from './value-drafts.ts'

type Contact = PhoneOutput<'GET /contacts/{contact}'>
type Value = Contact['customValues'][string]

/** The values of the custom fields of a contact. Renders nothing when there are none. */
export function CustomValuesCard({ contact }: { contact: Contact }) {
  const language = useLanguage()
  const { queries } = usePhone()
  const fields = useQuery(queries.customFields())
  const shown = (fields.data?.items ?? []).flatMap((field) => {
    const value = field.isArchived ? undefined : contact.customValues[field.id]
    return value === undefined ? [] : [{ field, value }]
  })
  if (shown.length === 0) return null
  return (
    <Card title={language.t('fields.details')} padding="none">
      <dl className="[&>div+div]:border-t [&>div+div]:border-line">
        {shown.map(({ field, value }) => (
          <div key={field.id} className="grid gap-0.5 px-4.5 py-2.5">
            <dt className="text-small wrap-anywhere text-ink-soft">{field.name}</dt>
            <dd className="wrap-anywhere">
              {field.type === 'link' ? (
                <Link href={String(value)} target="_blank" rel="noreferrer">
                  {String(value).replace(/^https?:\/\//, '')}
                </Link>
              ) : (
                formatValue(field, value, language)
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}

/** Returns the value of a custom field as text. */
export function formatValue({ type }: CustomField, value: Value, { t, locale }: Language): string {
  if (value === true) return t('fields.yes')
  if (type === 'number')
    return new Intl.NumberFormat(locale, { maximumFractionDigits: 10 }).format(Number(value))
  if (type === 'date')
    return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(value))
  return String(value)
}
