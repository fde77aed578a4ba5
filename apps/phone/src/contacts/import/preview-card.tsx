import { Badge, Card, formatNames, Switch, Table } from '@parley/ui'
import type { PhoneOutput } from '../../api/phone-api.ts'
import { formatNumber } from '../../dial/numbers/format-number.ts'
import { useLanguage } from '../../i18n/language.tsx'

type Row = PhoneOutput<'PUT /contact-imports/{import}/mapping'>['rows'][number]

const tones = {
  new: 'positive',
  updated: 'accent',
  same: 'neutral',
  merged: 'neutral',
  rejected: 'danger',
} as const

interface PreviewCardProps {
  rows: readonly Row[]
  visibility: 'shared' | 'private'
  onVisibility: (visibility: 'shared' | 'private') => void
}

/** The first rows of a file as contacts, with the result of each. */
export function PreviewCard({ rows, visibility, onVisibility }: PreviewCardProps) {
  const { t } = useLanguage()
  return (
    <Card
      title={t('import.preview')}
      padding="none"
      aside={
        <Switch
          label={t('import.shared')}
          isOn={visibility === 'shared'}
          onChange={(isShared) => onVisibility(isShared ? 'shared' : 'private')}
        />
      }
    >
      <Table
        caption={t('import.preview')}
        rows={rows}
        getRowKey={({ line }) => String(line)}
        columns={[
          {
            key: 'name',
            head: t('contacts.name'),
            cell: ({ name }) => (
              <span className="block max-w-60 truncate font-semibold max-sm:max-w-40" title={name}>
                {name || t('import.no-name')}
              </span>
            ),
          },
          { key: 'company', head: t('contacts.company'), isOptional: true, cell: ({ company }) => company },
          {
            key: 'phone',
            head: t('contacts.phone'),
            isOptional: true,
            cell: ({ phones }) => (
              <span className="whitespace-nowrap tabular-nums">{phones.map(formatNumber).join(', ')}</span>
            ),
          },
          {
            key: 'email',
            head: t('contacts.email'),
            isOptional: true,
            cell: ({ emails }) => <span className="block max-w-60 truncate">{emails.join(', ')}</span>,
          },
          { key: 'result', head: t('import.result'), cell: (row) => <Result {...row} /> },
        ]}
      />
    </Card>
  )
}

function Result({ result, adds }: Row) {
  const { t, locale } = useLanguage()
  const parts = adds.map((part) => t(`import.part-${part}`))
  return (
    <span className="flex items-center gap-2 whitespace-nowrap">
      <Badge tone={tones[result]}>{t(`import.result-${result}`)}</Badge>
      {parts.length > 0 && (
        <span className="text-ink-soft">{t('import.adds', { parts: formatNames(parts, locale) })}</span>
      )}
    </span>
  )
}
