import { Button, Dialog } from '@parley/ui'
import type { PhoneOutput } from '../../api/phone-api.ts'
import { useLanguage } from '../../i18n/language.tsx'

interface BulkResultProps {
  result: PhoneOutput<'POST /contact-changes'>
  onClose: () => void
}

/** How many contacts were changed, and why the others were not. */
export function BulkResult({ result: { changed, unchanged }, onClose }: BulkResultProps) {
  const { t, plural } = useLanguage()
  return (
    <Dialog isOpen onClose={onClose} title={t('bulk.result')}>
      <p>{plural('bulk.changed', changed)}</p>
      <ul className="grid gap-2">
        {unchanged.map(({ reason, count, names }) => (
          <li key={reason}>
            {plural(`bulk.unchanged-${reason}`, count)}
            {names.length > 0 && (
              <p className="text-small wrap-anywhere text-ink-soft">
                {names.join(', ')}
                {count > names.length && ' …'}
              </p>
            )}
          </li>
        ))}
      </ul>
      <Button className="justify-self-end" onClick={onClose}>
        {t('common.close')}
      </Button>
    </Dialog>
  )
}
