import { Button, Callout, Drawer, formatTimeOrDay, useToast } from '@parley/ui'
import { useLanguage } from '../../../i18n/language.tsx'
import { ErrorAlert } from '../../../shell/errors/error-alert.tsx'
import { ComparisonView } from './comparison/comparison-view.tsx'
import { toSavedContent } from './prompt-content.ts'
import type { Conflict, PromptEditor } from './use-prompt-editor.ts'

/** Shows the difference between two edits of the draft, of which the user chooses one. */
export function ConflictDrawer({ editor, conflict }: { editor: PromptEditor; conflict: Conflict }) {
  const { t, locale } = useLanguage()
  const show = useToast()
  const { mine, theirs } = conflict
  const name = theirs.editedByName ?? t('calls.unknown')
  const saveMine = () => editor.save.mutate({ mine, revision: theirs.revision, replaces: true })
  const takeTheirs = () => {
    editor.acceptTheirs(theirs)
    show({
      text: t('prompt.theirs-taken'),
      tone: 'neutral',
      action: { label: t('prompt.undo'), onAction: () => editor.setContent(mine) },
    })
  }
  return (
    <Drawer
      isOpen
      onClose={editor.closeConflict}
      closeLabel={t('common.close')}
      title={t('prompt.conflict-title')}
      subtitle={
        <span className="wrap-anywhere">
          {theirs.editedAt !== null &&
            t('prompt.edited-by', {
              name,
              when: formatTimeOrDay(theirs.editedAt, { locale, nowMs: Date.now() }),
            })}
        </span>
      }
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 p-6 max-sm:p-4">
        <Callout tone="warning" title={t('prompt.conflict-sentence')}>
          {t('prompt.conflict-hint')}
        </Callout>
        <div className="flex flex-wrap gap-2">
          <Button onClick={takeTheirs}>{t('prompt.take-theirs')}</Button>
          <Button state={editor.save.isPending ? 'busy' : 'idle'} onClick={saveMine}>
            {t('prompt.save-mine')}
          </Button>
          <Button variant="quiet" onClick={editor.closeConflict}>
            {t('changes.keep')}
          </Button>
        </div>
        {editor.save.error && <ErrorAlert error={editor.save.error} onTryAgain={saveMine} />}
        <ComparisonView before={theirs} after={toSavedContent(mine)} />
      </div>
    </Drawer>
  )
}
