import { unwrap } from '@parley/client'
import type { erasures } from '@parley/contract/phone'
import { useMutation } from '@tanstack/react-query'
import type { PhoneOutput } from '../../api/phone-api.ts'
import { type Language, useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { downloadText } from '../../shell/download-text.ts'
import { erasureKinds } from './erasure-kinds.ts'

type Receipt = PhoneOutput<'GET /erasures/{erasure}/receipt'>

/** Saves the receipt of an erasure as a file of the user: for programs, or to be read in the user's language. */
export function useReceipt(id: string) {
  const language = useLanguage()
  const { api, me } = usePhone()
  return useMutation({
    mutationFn: async (format: 'json' | 'text') => {
      const receipt = unwrap(await api('GET /erasures/{erasure}/receipt', { params: { erasure: id } }))
      const workspaceName = me.workspaces.find((each) => each.id === receipt.workspaceId)?.displayName ?? ''
      if (format === 'json') {
        const text = `${JSON.stringify({ ...receipt, workspaceName }, null, 2)}\n`
        downloadText(text, `erasure-${id}.json`, 'application/json')
      } else
        downloadText(describeReceipt(receipt, workspaceName, language), `erasure-${id}.txt`, 'text/plain')
    },
  })
}

/** Describes a receipt as text. Times are in UTC, because the file has readers elsewhere. */
function describeReceipt({ erasure }: Receipt, workspaceName: string, { t, plural }: Language): string {
  const { id, fingerprint, lastDigits, counts, requestedAt, requestedByName, completedAt, problem } = erasure
  const endKey = problem === 'member-again' ? 'erasure.receipt-stopped' : 'erasure.receipt-completed'
  const deleted = erasureKinds.filter((kind: erasures.ErasureKind) => counts[kind] > 0)
  const lines = [
    t('erasure.receipt-title'),
    '',
    t('erasure.receipt-id', { id }),
    t('erasure.receipt-workspace', { name: workspaceName }),
    lastDigits === null ? t('erasure.item-user') : t('erasure.item-number', { digits: lastDigits }),
    t('erasure.receipt-fingerprint', { fingerprint }),
    t('erasure.receipt-requested', {
      name: requestedByName ?? erasure.requestedBy,
      time: new Date(requestedAt).toISOString(),
    }),
    completedAt === null ? t('erasure.running') : t(endKey, { time: new Date(completedAt).toISOString() }),
    ...(problem === null ? [] : [t(`erasure.problem-${problem}`)]),
    '',
    t('erasure.receipt-deleted'),
    ...deleted.map((kind) => `- ${plural(`erasure.count-${kind}`, counts[kind])}`),
    ...(deleted.length === 0 ? [`- ${t('erasure.nothing')}`] : []),
    '',
    t('erasure.remains'),
    `- ${t(lastDigits === null ? 'erasure.remains-user' : 'erasure.remains-number')}`,
    `- ${t('erasure.remains-always')}`,
  ]
  return `${lines.join('\r\n')}\r\n`
}
