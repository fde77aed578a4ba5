import { unwrap } from '@parley/client'
import type { Call } from '@parley/contract/phone'
import { Button, Card, IconButton, Input } from '@parley/ui'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { ErrorAlert } from '../../shell/errors/error-alert.tsx'
import { RouterLink } from '../../shell/router-link.tsx'
import { useChangeCall } from './use-change-call.ts'

const maxTags = 30
const maxTagLength = 50

export function TagsCard({ call }: { call: Call }) {
  const { t } = useLanguage()
  return (
    <Card title={t('tags.title')}>
      <CallTags call={call} />
    </Card>
  )
}

/** The tags of a call, each of which leads to the calls with it, and an input for another one. */
export function CallTags({ call }: { call: Call }) {
  const { t } = useLanguage()
  const { api } = usePhone()
  const save = useChangeCall((tags: string[]) =>
    api('PUT /calls/{call}/tags', { params: { call: call.id }, body: { tags } }).then(unwrap),
  )
  // Shown immediately; a failed change shows the stored tags again.
  const tags = save.isPending ? save.variables : call.tags

  return (
    <>
      {save.isError && <ErrorAlert error={save.error} />}
      {tags.length > 0 && (
        <ul className="mb-3 flex flex-wrap gap-1.5">
          {tags.map((tag) => (
            <li
              key={tag}
              className="flex min-h-8 max-w-full items-center rounded-full bg-fill pl-3 text-small font-medium"
            >
              <RouterLink
                to="/"
                search={{ tag }}
                aria-label={t('tags.find', { tag })}
                title={tag}
                className="truncate text-ink! no-underline! hover:underline!"
              >
                {tag}
              </RouterLink>
              <IconButton
                icon={X}
                size="small"
                label={t('tags.remove', { tag })}
                onClick={() => save.mutate(tags.filter((each) => each !== tag))}
              />
            </li>
          ))}
        </ul>
      )}
      <NewTag tags={tags} onAdd={(tag) => save.mutate([...tags, tag])} />
    </>
  )
}

function NewTag({ tags, onAdd }: { tags: readonly string[]; onAdd: (tag: string) => void }) {
  const { t } = useLanguage()
  const { queries } = usePhone()
  const [input, setInput] = useState('')
  const used = useQuery(queries.usedTags())
  const listId = useId()
  const suggested = used.data?.items.filter((tag) => !tags.includes(tag)) ?? []
  const isFull = tags.length >= maxTags

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const tag = input.trim()
    if (tag === '' || isFull) return
    onAdd(tag)
    setInput('')
  }
  return (
    <form className="flex gap-2" onSubmit={submit}>
      <Input
        aria-label={t('tags.new')}
        placeholder={t('tags.new')}
        autoComplete="off"
        list={listId}
        maxLength={maxTagLength}
        value={input}
        onChange={({ target }) => setInput(target.value)}
      />
      <datalist id={listId}>
        {suggested.map((tag) => (
          <option key={tag} value={tag} />
        ))}
      </datalist>
      <Button type="submit" disabledReason={isFull ? t('tags.limit') : null}>
        {t('tags.add')}
      </Button>
    </form>
  )
}
