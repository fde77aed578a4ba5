import { Button, Field, IconButton, Input } from '@parley/ui'
import { Plus, Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { extractNumber } from '../dial/numbers/extract-number.ts'
import { formatNumber } from '../dial/numbers/format-number.ts'
import { useLanguage } from '../i18n/language.tsx'
import { createDraftRow, type DraftRow, rowControlName } from './contact-draft.ts'

interface ContactRowsProps {
  kind: 'phone' | 'email'
  rows: readonly DraftRow[]
  onChange: (rows: readonly DraftRow[]) => void
  getError: (name: string) => ReactNode
}

/** Editable phone or e-mail rows, each with a label. */
export function ContactRows({ kind, rows, onChange, getError }: ContactRowsProps) {
  const { t } = useLanguage()
  const put = (key: number, parts: Partial<DraftRow>) =>
    onChange(rows.map((row) => (row.key === key ? { ...row, ...parts } : row)))

  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="sr-only">{t(kind === 'phone' ? 'contacts.phones' : 'contacts.emails')}</legend>
      {rows.map((row, index) => (
        <div key={row.key} className="flex items-start gap-2">
          <Field
            className="min-w-0 flex-1"
            label={t(kind === 'phone' ? 'contacts.phone' : 'contacts.email')}
            error={getError(rowControlName(kind, row))}
          >
            <Input
              name={rowControlName(kind, row)}
              type={kind === 'phone' ? 'tel' : 'email'}
              autoComplete="off"
              maxLength={200}
              value={row.value}
              onChange={(event) => put(row.key, { value: event.target.value })}
              onPaste={(event) => {
                const cleaned = kind === 'phone' ? extractNumber(event.clipboardData.getData('text')) : null
                if (!cleaned) return
                event.preventDefault()
                put(row.key, { value: formatNumber(cleaned.number) })
              }}
            />
          </Field>
          <Field className="w-30 shrink-0" label={t('contacts.label')}>
            <Input
              maxLength={200}
              placeholder={t(kind === 'phone' ? 'contacts.label-mobile' : 'contacts.label-work')}
              value={row.label}
              onChange={(event) => put(row.key, { label: event.target.value })}
            />
          </Field>
          <IconButton
            icon={Trash2}
            className="mt-6"
            label={t('contacts.remove-row', { number: index + 1 })}
            onClick={() => onChange(rows.filter(({ key }) => key !== row.key))}
          />
        </div>
      ))}
      <Button
        size="small"
        variant="quiet"
        icon={Plus}
        className="justify-self-start"
        onClick={() => onChange([...rows, createDraftRow()])}
      >
        {t(kind === 'phone' ? 'contacts.add-phone' : 'contacts.add-email')}
      </Button>
    </fieldset>
  )
}
