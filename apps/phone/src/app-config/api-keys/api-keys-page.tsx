import type { Team, TeamApiKey } from '@parley/kit'
import { StepUpProvider, useUser } from '@parley/kit-react'
import { Button, Card, EmptyState, Link, Skeleton } from '@parley/ui'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { ErrorAlert } from '../../shell/errors/error-alert.tsx'
import { ConfigPage } from '../config-page.tsx'
import { AdministratorsOnly } from '../members/administrators-only.tsx'
import { CreateKey } from './create-key.tsx'
import { KeyRow } from './key-row.tsx'

/** The API keys of the workspace, with which programs use the API of the phone. */
export function ApiKeysPage() {
  const { t } = useLanguage()
  const { me } = usePhone()
  return (
    <ConfigPage title={t('api-keys.title')}>
      {me.isPhoneAdmin ? (
        <Suspense fallback={<Skeleton rows={3} label={t('common.loading')} />}>
          <ApiKeys />
        </Suspense>
      ) : (
        <AdministratorsOnly />
      )}
    </ConfigPage>
  )
}

function ApiKeys() {
  const { t } = useLanguage()
  const { me } = usePhone()
  const user = useUser({ or: 'redirect' })
  const team = user.useTeam(me.workspace.id)
  return (
    team && (
      <StepUpProvider user={user}>
        <div className="grid max-w-180 grid-cols-[minmax(0,1fr)] gap-4">
          <p className="text-ink-soft">
            {t('api-keys.intro')}{' '}
            <Link href="/api-reference" target="_blank" rel="noopener">
              {t('api-keys.reference')}
            </Link>
          </p>
          <KeyList team={team} />
        </div>
      </StepUpProvider>
    )
  )
}

function KeyList({ team }: { team: Team }) {
  const { t } = useLanguage()
  const { queries } = usePhone()
  const [isCreating, setIsCreating] = useState(false)
  const keys = team.useApiKeys()
  const scoped = useQuery(queries.keyScopes())
  const failure = scoped.error && <ErrorAlert error={scoped.error} onTryAgain={() => void scoped.refetch()} />
  // An open dialog contains a draft or the new key. It stays open when the list cannot be read again.
  if (!scoped.data) return failure ?? <Skeleton rows={3} label={t('common.loading')} />
  const scopes = new Map(scoped.data.items.map((each) => [each.id, each.scopes]))
  const create = (
    <Button icon={Plus} size="small" onClick={() => setIsCreating(true)}>
      {t('api-keys.create')}
    </Button>
  )
  return (
    <>
      {failure}
      <Card title={t('api-keys.title')} aside={keys.length > 0 && create} padding="none">
        {keys.length === 0 ? (
          <div className="px-4.5">
            <EmptyState action={create}>{t('api-keys.none')}</EmptyState>
          </div>
        ) : (
          <ul className="[&>li+li]:border-t [&>li+li]:border-line">
            {keys.toSorted(compareKeys).map((key) => (
              <KeyRow key={key.id} apiKey={key} scopes={scopes.get(key.id) ?? []} />
            ))}
          </ul>
        )}
      </Card>
      {isCreating && <CreateKey team={team} onClose={() => setIsCreating(false)} />}
    </>
  )
}

/** Valid keys come first. */
function compareKeys(a: TeamApiKey, b: TeamApiKey): number {
  return Number(b.isValid()) - Number(a.isValid()) || b.createdAt.getTime() - a.createdAt.getTime()
}
