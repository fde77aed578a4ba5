import type { CurrentUser, ReceivedTeamInvitation } from '@parley/kit'
import { useUser } from '@parley/kit-react'
import { Button, Callout } from '@parley/ui'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import { accountQueries } from '../../api/account-queries.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { CreateWorkspace } from '../account/create-workspace.tsx'
import { useExplainError } from './explain-error.ts'

/** Shown to a user without a workspace: joins that of an invitation, or creates one. */
export function NoWorkspace() {
  const { t } = useLanguage()
  const { app } = useRouteContext({ from: '__root__' })
  const user = useUser({ or: 'redirect' })
  const invitations = user.useTeamInvitations()
  const canCreate = useQuery(accountQueries(app).canCreateWorkspaces()).data ?? false
  const [isCreating, setIsCreating] = useState(false)

  return (
    <main className="mx-auto grid max-w-xl content-start gap-4 px-4 pt-24">
      <h1>{t('start.no-workspace')}</h1>
      <p>{t(invitations.length > 0 ? 'start.join-workspace' : 'error.NO_WORKSPACE')}</p>
      {invitations.map((invitation) => (
        <Join key={invitation.id} user={user} invitation={invitation} />
      ))}
      <div className="flex flex-wrap gap-2">
        {canCreate && <Button onClick={() => setIsCreating(true)}>{t('account.create-workspace')}</Button>}
        <Button variant="quiet" onClick={() => void app.redirectToSignOut()}>
          {t('account.sign-out')}
        </Button>
      </div>
      {isCreating && <CreateWorkspace onClose={() => setIsCreating(false)} />}
    </main>
  )
}

interface JoinProps {
  user: CurrentUser
  invitation: ReceivedTeamInvitation
}

function Join({ user, invitation }: JoinProps) {
  const { t } = useLanguage()
  const explain = useExplainError()
  const join = useMutation({
    mutationFn: async () => {
      await invitation.accept()
      await user.setSelectedTeam(invitation.teamId)
    },
  })
  return (
    <div className="grid gap-2">
      {join.isError && <Callout tone="danger" role="alert" title={explain(join.error).sentence} />}
      <Button
        variant="primary"
        size="large"
        className="wrap-anywhere"
        // The phone replaces this page.
        state={join.isPending || join.isSuccess ? 'busy' : 'idle'}
        onClick={() => join.mutate()}
      >
        {t('start.join', { workspace: invitation.teamDisplayName })}
      </Button>
    </div>
  )
}
