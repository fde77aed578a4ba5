import { Button, Callout } from '@parley/ui'
import { useState } from 'react'
import type { ContactImport } from '../../api/contact-files/upload-contacts.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { RouterButtonLink } from '../../shell/router-link.tsx'
import { ImportCounts } from './import-counts.tsx'
import { UndoImport } from './undo-import.tsx'

const failures = {
  CONTACT_LIMIT: 'error.CONTACT_LIMIT',
  CONTACT_PRIVATE_LIMIT: 'error.CONTACT_PRIVATE_LIMIT',
  CONTACT_FILE_TOO_MANY_ENTRIES: 'error.CONTACT_FILE_TOO_MANY_ENTRIES',
  CONTACT_QUOTA_REACHED: 'error.CONTACT_QUOTA_REACHED',
  DISK_FULL: 'error.DISK_FULL',
  UNSUPPORTED_ERROR: 'error.UNSUPPORTED_ERROR',
} as const

/** The result of an import, which can be undone. */
export function ImportResult({ result, onNext }: { result: ContactImport; onNext: () => void }) {
  const { t, plural } = useLanguage()
  const [isUndoing, setIsUndoing] = useState(false)
  const { counts, failure, undone, undoableUntil } = result
  return (
    <div className="grid max-w-4xl grid-cols-[minmax(0,1fr)] gap-4">
      {failure && (
        <Callout tone="danger" role="alert" title={t('import.failed')}>
          {t(failures[failure])}
        </Callout>
      )}
      {undone && (
        <Callout tone="positive" role="status" title={t('import.undone')}>
          {undone.retained > 0 && plural('import.retained', undone.retained)}
        </Callout>
      )}
      {counts && !undone && (
        <>
          <Callout tone="positive" role="status" title={plural('import.done', counts.new + counts.updated)} />
          <ImportCounts counts={counts} isStale={false} />
        </>
      )}
      <div className="flex flex-wrap gap-2">
        <RouterButtonLink to="/contacts" variant="primary">
          {t('import.show-contacts')}
        </RouterButtonLink>
        {undoableUntil !== null && <Button onClick={() => setIsUndoing(true)}>{t('import.undo')}</Button>}
        <Button onClick={onNext}>{t('import.next')}</Button>
      </div>
      {isUndoing && <UndoImport done={result} onClose={() => setIsUndoing(false)} />}
    </div>
  )
}
