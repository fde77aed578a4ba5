import { unwrap } from '@parley/client'
import { Button, Field, Input, Select, useToast } from '@parley/ui'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Fragment, useRef, useState } from 'react'
import type { PhoneOutput } from '../../api/phone-api.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { ErrorAlert } from '../../shell/errors/error-alert.tsx'
import { PriceTablePreview } from './price-table-preview.tsx'

const maxFileBytes = 2_000_000
const columns = ['prefix', 'name', 'price_per_minute', 'increments', 'setup_fee']

interface PriceTableUploadProps {
  /** Null without a price table. */
  currentCurrency: string | null
}

/** Chooses a CSV file, checks it and replaces the price table by it. */
export function PriceTableUpload({ currentCurrency }: PriceTableUploadProps) {
  const { t, locale } = useLanguage()
  const [currency, setCurrency] = useState(currentCurrency ?? 'USD')
  const [csv, setCsv] = useState<string | null>(null)
  const [fileError, setFileError] = useState<'too-large' | 'empty' | null>(null)
  const input = useRef<HTMLInputElement>(null)
  const check = useCheck()
  const clear = () => {
    setCsv(null)
    check.reset()
    if (input.current) input.current.value = ''
  }
  const choose = async (file: File | undefined) => {
    setCsv(null)
    setFileError(null)
    if (!file) return
    if (file.size > maxFileBytes) return setFileError('too-large')
    const text = await readText(file)
    if (text.trim() === '') return setFileError('empty')
    setCsv(text)
    check.mutate({ currency, csv: text })
  }

  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 sm:grid-cols-2">
        <Field
          label={t('prices.file')}
          hint={<code className="font-mono">{columns.map(toHeaderPart)}</code>}
          error={fileError && t(`prices.file-${fileError}`)}
        >
          <Input
            ref={input}
            type="file"
            // A file input is read-only for CSS.
            className="border-line-strong! bg-raised!"
            accept=".csv,.txt,text/csv"
            onChange={({ target }) => void choose(target.files?.[0])}
          />
        </Field>
        <Field label={t('prices.currency')}>
          <Select value={currency} onChange={setCurrency} options={listCurrencies(locale)} />
        </Field>
      </div>
      {check.error && (
        <ErrorAlert error={check.error} onTryAgain={() => csv && check.mutate({ currency, csv })} />
      )}
      {check.isPending && <p role="status">{t('prices.checking')}</p>}
      {csv !== null && check.data && (
        <CheckedUpload
          upload={{ currency, csv }}
          check={check.data}
          action={t(currentCurrency ? 'prices.replace' : 'prices.save')}
          onClose={clear}
        />
      )}
    </div>
  )
}

interface CheckedUploadProps {
  upload: Upload
  check: PhoneOutput<'POST /price-table/check'>
  /** The label of the button that saves the prices. */
  action: string
  onClose: () => void
}

/** A checked file, which can be saved when none of its lines is wrong. */
/** A column of the header, which may break after its comma only. */
function toHeaderPart(column: string, index: number) {
  return (
    <Fragment key={column}>
      {index > 0 && (
        <>
          ,<wbr />
        </>
      )}
      {column}
    </Fragment>
  )
}

function CheckedUpload({ upload, check, action, onClose }: CheckedUploadProps) {
  const { t } = useLanguage()
  const replace = useReplace(onClose)
  return (
    <>
      <PriceTablePreview check={check} currency={upload.currency} />
      {replace.error && <ErrorAlert error={replace.error} />}
      <div className="flex flex-wrap gap-2">
        {check.problemCount === 0 && (
          <Button
            variant="primary"
            state={replace.isPending ? 'busy' : 'idle'}
            onClick={() => replace.mutate(upload)}
          >
            {action}
          </Button>
        )}
        <Button onClick={onClose}>{t('prices.cancel')}</Button>
      </div>
    </>
  )
}

interface Upload {
  readonly currency: string
  readonly csv: string
}

function useCheck() {
  const { api } = usePhone()
  return useMutation({
    mutationFn: (upload: Upload) => api('POST /price-table/check', { body: upload }).then(unwrap),
  })
}

function useReplace(onReplaced: () => void) {
  const { t } = useLanguage()
  const { api, queries } = usePhone()
  const queryClient = useQueryClient()
  const show = useToast()
  return useMutation({
    mutationFn: (upload: Upload) => api('PUT /price-table', { body: upload }).then(unwrap),
    onSuccess: (table) => {
      queryClient.setQueryData(queries.priceTable().queryKey, { table })
      void queryClient.invalidateQueries({ queryKey: queryKeys.numberChecks.all })
      onReplaced()
      show({ text: t('prices.replaced') })
    },
  })
}

/** Returns a file as text: UTF-8, or else the encoding of spreadsheet programs on Windows. */
async function readText(file: File): Promise<string> {
  const bytes = await file.arrayBuffer()
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

function listCurrencies(locale: string) {
  const names = new Intl.DisplayNames(locale, { type: 'currency' })
  return Intl.supportedValuesOf('currency').map((value) => ({
    value,
    label: `${value} · ${names.of(value) ?? value}`,
  }))
}
