import { Button, Progress } from '@parley/ui'
import { useMutation } from '@tanstack/react-query'
import { Upload } from 'lucide-react'
import { type DragEvent, useEffect, useRef, useState } from 'react'
import type { ContactImport } from '../../api/contact-files/upload-contacts.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { ErrorAlert } from '../../shell/errors/error-alert.tsx'
import { FileTooLarge } from './file-too-large.tsx'

const maxFileBytes = 16 * 1024 * 1024

/** Chooses a file, or receives one that is dropped, and uploads it. */
export function ChooseFile({ onUploaded }: { onUploaded: (draft: ContactImport) => void }) {
  const { t } = useLanguage()
  const [isOver, setIsOver] = useState(false)
  const [isTooLarge, setIsTooLarge] = useState(false)
  const upload = useUpload(onUploaded)
  const choose = (file: File | undefined) => {
    if (!file) return
    const isTooLargeNow = file.size > maxFileBytes
    setIsTooLarge(isTooLargeNow)
    upload.reset()
    if (!isTooLargeNow) upload.mutate(file)
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    if (!upload.isPending) choose(event.dataTransfer.files[0])
  }
  return (
    <div className="grid max-w-2xl gap-4">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: files can be dropped here, besides the button. */}
      <div
        onDragOver={(event) => {
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
        className={`grid justify-items-center gap-3 rounded-card border border-dashed px-6 py-10 text-center ${isOver ? 'border-accent bg-accent-soft' : 'border-line-strong bg-raised'}`}
      >
        {upload.isPending ? (
          <UploadProgress share={upload.share} onCancel={upload.cancel} />
        ) : (
          <>
            <FileButton onChosen={choose} />
            <p className="text-ink-soft">{t('import.drop')}</p>
          </>
        )}
      </div>
      <p className="text-small text-ink-soft">{t('import.formats')}</p>
      {isTooLarge && <FileTooLarge />}
      {upload.error && !isTooLarge && <ErrorAlert error={upload.error} onTryAgain={upload.repeat} />}
    </div>
  )
}

function FileButton({ onChosen }: { onChosen: (file: File | undefined) => void }) {
  const { t } = useLanguage()
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button variant="primary" icon={Upload} onClick={() => input.current?.click()}>
        {t('import.choose')}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={t('import.file')}
        accept=".csv,.txt,.tsv,.vcf,text/csv,text/vcard"
        onChange={({ target }) => {
          const [file] = target.files ?? []
          // The same file can be chosen again.
          target.value = ''
          onChosen(file)
        }}
      />
    </>
  )
}

function UploadProgress({ share, onCancel }: { share: number; onCancel: () => void }) {
  const { t, locale } = useLanguage()
  return (
    <div className="grid w-full max-w-sm gap-3" role="status">
      <p>{t(share < 1 ? 'import.uploading' : 'import.reading')}</p>
      <Progress
        label={t('import.uploading')}
        value={share < 1 ? share : null}
        valueText={new Intl.NumberFormat(locale, { style: 'percent' }).format(share)}
      />
      <div>
        <Button onClick={onCancel}>{t('common.cancel')}</Button>
      </div>
    </div>
  )
}

function useUpload(onUploaded: (draft: ContactImport) => void) {
  const { uploadContacts } = usePhone()
  const [share, setShare] = useState(0)
  const abort = useRef<AbortController | null>(null)
  const upload = useMutation({
    mutationFn: (file: File) => {
      setShare(0)
      abort.current = new AbortController()
      return uploadContacts(file, { onProgress: setShare, signal: abort.current.signal })
    },
    onSuccess: onUploaded,
  })
  useEffect(() => () => abort.current?.abort(), [])
  const wasCancelled = abort.current?.signal.aborted ?? false
  return {
    ...upload,
    share,
    error: wasCancelled ? null : upload.error,
    cancel: () => abort.current?.abort(),
    repeat: () => upload.variables && upload.mutate(upload.variables),
  }
}
