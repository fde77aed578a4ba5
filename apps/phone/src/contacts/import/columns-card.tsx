import { Card, Checkbox, Select, type SelectOption, Table, type TableColumn } from '@parley/ui'
import { useQuery } from '@tanstack/react-query'
import type { Mapping } from '../../api/contact-files/contact-import-queries.ts'
import type { ContactImport } from '../../api/contact-files/upload-contacts.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { type ColumnChoice, columnChoices, toChoice, toCustomChoice, toTarget } from './column-targets.ts'

type Column = ContactImport['columns'][number]

interface ColumnsCardProps {
  /** With names and samples of the stored mapping. */
  columns: readonly Column[]
  suggested: readonly Column[]
  mapping: Mapping
  onChange: (mapping: Mapping) => void
}

/** The places of the columns of a table in contacts. */
export function ColumnsCard(props: ColumnsCardProps) {
  const { t } = useLanguage()
  const { columns, mapping, onChange } = props
  const used = mapping.targets.filter(({ field }) => field !== 'none').length
  const rows = columns.map((column, index) => ({
    ...column,
    index,
    title: column.name || t('import.column', { number: index + 1 }),
  }))
  return (
    <Card
      title={t('import.columns')}
      aside={t('import.columns-used', { used, total: columns.length })}
      padding="none"
    >
      <Table
        caption={t('import.columns')}
        rows={rows}
        getRowKey={({ index }) => String(index)}
        columns={useTableColumns(props)}
      />
      <div className="border-t border-line px-4.5 py-3">
        <Checkbox
          label={t('import.has-header')}
          checked={mapping.hasHeader}
          onChange={(hasHeader) => onChange({ ...mapping, hasHeader })}
        />
      </div>
    </Card>
  )
}

type Row = Column & { readonly index: number; readonly title: string }

function useTableColumns({ suggested, mapping, onChange }: ColumnsCardProps): TableColumn<Row>[] {
  const { t } = useLanguage()
  const { targets } = mapping
  const { queries } = usePhone()
  const fields = useQuery(queries.customFields())
  const options: SelectOption<ColumnChoice>[] = [
    ...columnChoices.map((value) => ({ value, label: t(`import.to-${value}`) })),
    ...(fields.data?.items ?? [])
      .filter(({ isArchived }) => !isArchived)
      .map((field) => ({ value: toCustomChoice(field), label: field.name })),
  ]
  const getChoice = (index: number) => toChoice({ label: 'other', field: 'none', ...targets[index] })
  const getReason = (index: number) => {
    const column = suggested[index]
    const isSuggested = column !== undefined && toChoice(column.target) === getChoice(index)
    return t(isSuggested ? `import.reason-${column.reason}` : 'import.reason-chosen')
  }
  const setChoice = (index: number, choice: ColumnChoice) =>
    onChange({ ...mapping, targets: targets.with(index, toTarget(choice)) })
  return [
    { key: 'name', head: t('import.in-file'), cell: (row) => <ColumnName {...row} /> },
    {
      key: 'sample',
      head: t('import.first-row'),
      isOptional: true,
      cell: ({ sample }) => (
        <span className="block max-w-40 truncate text-ink-soft" title={sample}>
          {sample}
        </span>
      ),
    },
    {
      key: 'target',
      head: t('import.goes-to'),
      cell: ({ index, title }) => (
        <div className="min-w-32">
          <Select
            size="small"
            aria-label={t('import.goes-to-named', { column: title })}
            value={getChoice(index)}
            options={options}
            onChange={(choice) => setChoice(index, choice)}
          />
        </div>
      ),
    },
    {
      key: 'reason',
      head: t('import.why'),
      isOptional: true,
      cell: ({ index }) => <span className="whitespace-nowrap text-ink-soft">{getReason(index)}</span>,
    },
  ]
}

/** The name of a column, on narrow screens with its first value. */
function ColumnName({ title, sample }: Row) {
  return (
    <>
      <span className="block max-w-52 truncate font-semibold max-sm:max-w-36" title={title}>
        {title}
      </span>
      <span className="block max-w-36 truncate text-ink-soft sm:hidden">{sample}</span>
    </>
  )
}
