import { ConfirmDialog, Skeleton } from '@parley/ui'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PhoneOutput } from '../../../api/phone-api.ts'
import { useLanguage } from '../../../i18n/language.tsx'
import { usePhone } from '../../../phone-context.tsx'
import { ErrorAlert } from '../../../shell/errors/error-alert.tsx'
import { useUnsavedChangesGuard } from '../../../shell/hooks/use-unsaved-changes-guard.tsx'
import { ReferencesCard } from '../prompt-tests/references-card.tsx'
import { TestRunsCard } from '../prompt-tests/test-runs-card.tsx'
import { ConflictDrawer } from './conflict-drawer.tsx'
import { type RestoredVersion, toContent, toSavedContent } from './prompt-content.ts'
import { PromptForm } from './prompt-form.tsx'
import { PublishDialog } from './publish-dialog.tsx'
import { findPublishReason } from './publish-reason.ts'
import { type PromptEditor, usePromptEditor } from './use-prompt-editor.ts'
import { type Subject, VersionDrawer } from './versions/version-drawer.tsx'
import { VersionsCard } from './versions/versions-card.tsx'

/** The prompt that analyses calls: its draft, and its versions. */
export function PromptSection() {
  const { t } = useLanguage()
  const { queries } = usePhone()
  const prompt = useQuery(queries.analysisPrompt())
  if (prompt.data) return <LoadedPrompt prompt={prompt.data} />
  if (prompt.error) return <ErrorAlert error={prompt.error} onTryAgain={() => void prompt.refetch()} />
  return <Skeleton rows={6} label={t('common.loading')} />
}

type Prompt = PhoneOutput<'GET /analysis-prompt'>

function LoadedPrompt({ prompt }: { prompt: Prompt }) {
  const language = useLanguage()
  const { queries } = usePhone()
  const editor = usePromptEditor(prompt)
  const guard = useUnsavedChangesGuard(editor.isChanged, () => undefined)
  const [isPublishing, setIsPublishing] = useState(false)
  const [opened, setOpened] = useState<Subject | null>(null)
  const [restoring, setRestoring] = useState<RestoredVersion | null>(null)
  const { version } = prompt
  const latest = useQuery({ ...queries.promptVersion(version?.number ?? 0), enabled: version !== null })
  // A published prompt can be tested as well.
  const testReason = findPublishReason({ content: editor.content, version: null, published: null }, language)
  const published = latest.data ? toContent(latest.data) : null

  const restore = (restored: RestoredVersion) => {
    setOpened(null)
    // The latest version has the same content as a draft without changes.
    if (editor.isChanged || !editor.base.isPublished) setRestoring(restored)
    else editor.restore(restored.content)
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-[minmax(0,1fr)_20rem]">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <PromptForm
          editor={editor}
          version={version}
          published={published}
          onPublish={() => setIsPublishing(true)}
        />
        <TestRunsCard content={toSavedContent(editor.content)} disabledReason={testReason} />
      </div>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <VersionsCard editor={editor} version={version} onOpen={setOpened} />
        <ReferencesCard />
      </div>
      {opened !== null && (
        <VersionDrawer
          subject={opened}
          latest={version?.number ?? null}
          draft={editor.content}
          onRestore={restore}
          onClose={() => setOpened(null)}
        />
      )}
      {isPublishing && (
        <PublishDialog
          editor={editor}
          version={(version?.number ?? 0) + 1}
          onClose={() => setIsPublishing(false)}
        />
      )}
      {editor.conflict && <ConflictDrawer editor={editor} conflict={editor.conflict} />}
      <RestoreQuestion editor={editor} restoring={restoring} onClose={() => setRestoring(null)} />
      {guard.dialog}
    </div>
  )
}

interface RestoreQuestionProps {
  editor: PromptEditor
  restoring: RestoredVersion | null
  onClose: () => void
}

/** Asks before a version replaces a draft whose changes are in no version. */
function RestoreQuestion({ editor, restoring, onClose }: RestoreQuestionProps) {
  const { t } = useLanguage()
  return (
    <ConfirmDialog
      isOpen={restoring !== null}
      title={t('prompt.restore-question', { version: restoring?.number ?? 0 })}
      cancelLabel={t('common.cancel')}
      confirmLabel={t('prompt.restore-confirm')}
      onCancel={onClose}
      onConfirm={() => {
        if (restoring) editor.restore(restoring.content)
        onClose()
      }}
    >
      {t('prompt.restore-sentence')}
    </ConfirmDialog>
  )
}
