import { analysisPrompts } from '@parley/contract/phone'
import { Badge, Button, Callout, Card, Field, formatCount, type UseFormResult, useForm } from '@parley/ui'
import { useLanguage } from '../../../i18n/language.tsx'
import { ErrorAlert } from '../../../shell/errors/error-alert.tsx'
import { OutputFields } from './fields/output-fields.tsx'
import { validateFields } from './fields/validate-fields.ts'
import type { PromptContent } from './prompt-content.ts'
import type { Version } from './prompt-requests.ts'
import { findPublishReason } from './publish-reason.ts'
import { estimateTokens } from './text/estimate-tokens.ts'
import { PromptText } from './text/prompt-text.tsx'
import type { PromptEditor } from './use-prompt-editor.ts'

const { maxPromptLength, maxOutputFields } = analysisPrompts

interface PromptFormProps {
  editor: PromptEditor
  version: Version | null
  /** The content of the latest version, when it has been loaded. */
  published: PromptContent | null
  onPublish: () => void
}

/** Edits the text and the output fields of the prompt. */
export function PromptForm({ editor, version, published, onPublish }: PromptFormProps) {
  const language = useLanguage()
  const { t } = language
  const { content, base } = editor
  const validate = () => ({
    text: content.text.length > maxPromptLength ? t('prompt.too-long', { max: maxPromptLength }) : null,
    ...validateFields(content.fields, language),
  })
  const form = useForm({ validate, onValid: editor.saveContent })
  const publish = () => {
    const errors = validate()
    if (Object.values(errors).some(Boolean)) form.setErrors(errors)
    else onPublish()
  }
  return (
    <form {...form.props} className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <Card
        id="prompt"
        title={t('prompt.title')}
        aside={
          editor.base.isPublished && !editor.isChanged ? (
            <Badge tone="positive">{t('prompt.state-published')}</Badge>
          ) : (
            <Badge tone="warning">{t('prompt.state-draft')}</Badge>
          )
        }
      >
        <PromptCardBody editor={editor} getError={form.getError} />
      </Card>
      <Card
        title={t('prompt.fields')}
        aside={t('prompt.fields-count', { count: content.fields.length, max: maxOutputFields })}
      >
        <OutputFields
          fields={content.fields}
          savedKeys={base.outputFields.map(({ key }) => key)}
          getError={form.getError}
          onChange={(change) => editor.setContent((before) => ({ ...before, fields: change(before.fields) }))}
        />
      </Card>
      <FormActions
        editor={editor}
        publishReason={findPublishReason({ content, version, published }, language)}
        onPublish={publish}
      />
    </form>
  )
}

interface PromptCardBodyProps {
  editor: PromptEditor
  getError: UseFormResult['getError']
}

function PromptCardBody({ editor, getError }: PromptCardBodyProps) {
  const { t, locale } = useLanguage()
  const { content, base } = editor
  const size = t('prompt.size', {
    count: formatCount(content.text.length, locale),
    max: formatCount(maxPromptLength, locale),
    tokens: formatCount(estimateTokens(content.text), locale),
  })
  const isTooLong = content.text.length > maxPromptLength
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <p className="max-w-[68ch] text-small text-ink-soft">{t('prompt.intro')}</p>
      {editor.isOutdated && (
        <Callout tone="warning" role="status" title={t('prompt.outdated')}>
          {t('prompt.outdated-hint')}
        </Callout>
      )}
      <Field
        label={t('prompt.text')}
        hint={size}
        error={
          isTooLong ? t('prompt.too-long', { max: formatCount(maxPromptLength, locale) }) : getError('text')
        }
      >
        <PromptText text={content.text} onChange={(text) => editor.change({ text })} />
      </Field>
      {base.editedAt === null && <Callout>{t('prompt.default')}</Callout>}
    </div>
  )
}

interface FormActionsProps {
  editor: PromptEditor
  publishReason: string | null
  onPublish: () => void
}

function FormActions({ editor, publishReason, onPublish }: FormActionsProps) {
  const { t } = useLanguage()
  const { save } = editor
  return (
    <div className="grid gap-3">
      {save.error && !editor.conflict && <ErrorAlert error={save.error} onTryAgain={editor.saveContent} />}
      <div className="flex flex-wrap items-center gap-2">
        <Button
          type="submit"
          state={save.isPending ? 'busy' : 'idle'}
          disabledReason={editor.isChanged ? null : t('prompt.nothing-to-save')}
        >
          {t('prompt.save')}
        </Button>
        <Button variant="primary" disabledReason={publishReason} onClick={onPublish}>
          {t('prompt.publish-open')}
        </Button>
        <p aria-live="polite" className="min-w-0 text-small text-ink-soft">
          {editor.isChanged && `${t('prompt.unsaved')} `}
          {publishReason}
        </p>
      </div>
    </div>
  )
}
