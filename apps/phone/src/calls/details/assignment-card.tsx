import { unwrap } from '@parley/client'
import type { Call } from '@parley/contract/phone'
import { Badge, Button, Card, Field, formatTimeOrDay, Select } from '@parley/ui'
import { Check, Undo2 } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { ErrorAlert } from '../../shell/errors/error-alert.tsx'
import { useChangeCall } from './use-change-call.ts'
import { useMemberOptions } from './use-member-options.ts'

type Assignment = NonNullable<Call['assignment']>

/** Which member follows up an ended call, and whether that is done. */
export function AssignmentCard({ call }: { call: Call }) {
  const { t } = useLanguage()
  const { assignment } = call
  return (
    <Card
      title={t('assignment.title')}
      aside={
        assignment && (
          <Badge tone={assignment.done ? 'positive' : 'accent'}>
            {t(assignment.done ? 'assignment.done' : 'assignment.open')}
          </Badge>
        )
      }
    >
      {/* The choice of the user is dropped when another user assigns the call. */}
      <Assignee key={assignment?.userId} call={call} />
      {assignment && <FollowUp callId={call.id} assignment={assignment} />}
    </Card>
  )
}

function Assignee({ call }: { call: Call }) {
  const { t } = useLanguage()
  const { api } = usePhone()
  const stored = call.assignment?.userId ?? ''
  const [selected, setSelected] = useState(stored)
  const options = useMemberOptions(call.assignment)
  const assign = useChangeCall((userId: string | null) =>
    api('PUT /calls/{call}/assignment', { params: { call: call.id }, body: { userId } }).then(unwrap),
  )
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (selected !== stored) assign.mutate(selected || null)
  }
  return (
    <form className="flex items-end gap-2" onSubmit={submit}>
      <Field label={t('assignment.assignee')} className="min-w-0 flex-1" error={null}>
        <Select options={options} value={selected} onChange={setSelected} />
      </Field>
      {selected !== stored && (
        <Button type="submit" state={assign.isPending ? 'busy' : 'idle'}>
          {t('assignment.assign')}
        </Button>
      )}
      {assign.isError && <ErrorAlert error={assign.error} />}
    </form>
  )
}

function FollowUp({ callId, assignment }: { callId: string; assignment: Assignment }) {
  const { t, locale } = useLanguage()
  const { api } = usePhone()
  const { userId, byName, done } = assignment
  const mark = useChangeCall((isDone: boolean) =>
    api('PUT /calls/{call}/assignment/done', {
      params: { call: callId },
      body: { userId, isDone },
    }).then(unwrap),
  )
  const name = done?.byName ?? t('calls.unknown')
  const when = done ? formatTimeOrDay(done.at, { locale, nowMs: Date.now() }) : ''
  return (
    <div className="mt-3 grid gap-3">
      {mark.isError && <ErrorAlert error={mark.error} />}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button
          icon={done ? Undo2 : Check}
          state={mark.isPending ? 'busy' : 'idle'}
          onClick={() => mark.mutate(done === null)}
        >
          {t(done ? 'assignment.reopen' : 'assignment.mark-done')}
        </Button>
        <span className="min-w-0 flex-1 text-small break-words text-ink-soft">
          {done
            ? t('assignment.done-by', { name, when })
            : byName !== null && t('assignment.by', { name: byName })}
        </span>
      </div>
    </div>
  )
}
