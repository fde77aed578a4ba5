import { unwrap } from '@parley/client'
import { useUser } from '@parley/kit-react'
import { useToast } from '@parley/ui'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Outlet, useNavigate, useRouteContext } from '@tanstack/react-router'
import { Suspense, useEffect, useEffectEvent, useMemo, useState } from 'react'
import { isPhoneApiError } from '../api/errors.ts'
import { createPhoneApi } from '../api/phone-api.ts'
import { phoneQueries } from '../api/queries.ts'
import type { OtherWorkspaces } from '../current-call/manager/call-manager-options.ts'
import { createPhone, type Me, type Phone, PhoneContext, type PhoneCore } from '../phone-context.tsx'
import { shortcutsDialog } from '../settings/shortcuts-dialog.tsx'
import { setCallAtSignOut } from './call-at-sign-out.ts'
import { useExplainError } from './errors/explain-error.ts'
import { NoWorkspace } from './errors/no-workspace.tsx'
import { ProfileError } from './errors/profile-error.tsx'
import { PhoneFrame } from './phone-frame.tsx'
import { UserWorkspace } from './user-workspace.tsx'

const noWorkspaceRefetchMs = 3_000

/** The phone of a signed-in user. Other users are redirected to sign-in and back. */
export function ApplicationLayout() {
  return (
    <Suspense fallback={null}>
      <SignedIn />
    </Suspense>
  )
}

function SignedIn() {
  const user = useUser({ or: 'redirect' })
  const { api } = useRouteContext({ from: '__root__' })
  const query = phoneQueries(api).me(user.id, user.selectedTeam?.id ?? null)
  const queryClient = useQueryClient()
  const me = useQuery({
    ...query,
    // The user may join a workspace.
    refetchInterval: ({ state }) => hasNoWorkspace(state.error) && noWorkspaceRefetchMs,
  })

  // A query without data forgets its error when it is repeated. Without this, the page would disappear meanwhile, with
  // what the user has begun there.
  const [failed, setFailed] = useState<{ userId: string; error: unknown } | null>(null)
  if (me.error && me.error !== failed?.error) setFailed({ userId: user.id, error: me.error })
  const error = failed?.userId === user.id && !me.data ? failed.error : null
  if (error) {
    if (hasNoWorkspace(error)) return <NoWorkspace />
    const isSignedOut = isPhoneApiError(error, 'USER_AUTHENTICATION_REQUIRED')
    return <ProfileError error={error} isSignedOut={isSignedOut} onTryAgain={() => void me.refetch()} />
  }
  // Another user may have signed in, in another tab, before this request.
  if (me.data?.user.id !== user.id) return null
  return (
    <UserWorkspace me={me.data}>
      <PhoneProvider
        me={me.data}
        refetchMe={() => void me.refetch()}
        onMe={(data) => queryClient.setQueryData(query.queryKey, data)}
      />
    </UserWorkspace>
  )
}

function hasNoWorkspace(error: unknown): boolean {
  return isPhoneApiError(error, 'NO_WORKSPACE')
}

interface PhoneProviderProps {
  me: Me
  refetchMe: () => void
  onMe: (me: Me) => void
}

function PhoneProvider({ me, refetchMe, onMe }: PhoneProviderProps) {
  const { accessToken } = useRouteContext({ from: '__root__' })
  const queryClient = useQueryClient()
  const otherWorkspaces = useOtherWorkspaces()
  const show = useToast()
  const explain = useExplainError()
  const reportError = useEffectEvent((error: unknown) =>
    show({ text: explain(error).sentence, tone: 'danger' }),
  )
  const refetch = useEffectEvent(() => refetchMe())
  const showMe = useEffectEvent((fetched: Me) => onMe(fetched))

  // The phone is created once: refetching the user must not interrupt a call.
  const openPhone = useEffectEvent(() =>
    createPhone({
      api: createPhoneApi({ accessToken, workspaceId: me.workspace.id }),
      queryClient,
      me,
      accessToken,
      refetchMe: () => refetch(),
      onMe: (fetched) => showMe(fetched),
      otherWorkspaces,
      onError: (error) => reportError(error),
    }),
  )
  const [phone, setPhone] = useState<PhoneCore | null>(null)
  useEffect(() => {
    const opened = openPhone()
    setPhone(opened)
    setCallAtSignOut(false)
    return () => {
      setCallAtSignOut(opened.callManager.get().localCalls.length > 0)
      opened.close()
      shortcutsDialog.set('closed')
    }
  }, [])

  const shared = useMemo<Phone | null>(() => phone && { ...phone, me }, [phone, me])
  if (!shared) return null
  return (
    <PhoneContext value={shared}>
      <PhoneFrame>
        <Outlet />
      </PhoneFrame>
    </PhoneContext>
  )
}

function useOtherWorkspaces(): OtherWorkspaces {
  const { accessToken } = useRouteContext({ from: '__root__' })
  const user = useUser({ or: 'redirect' })
  const navigate = useNavigate()
  return {
    async decline(workspaceId, callId) {
      const api = createPhoneApi({ accessToken, workspaceId })
      unwrap(await api('POST /calls/{call}/decline', { params: { call: callId } }))
    },
    async sendToVoicemail(workspaceId, callId) {
      const api = createPhoneApi({ accessToken, workspaceId })
      unwrap(await api('POST /calls/{call}/voicemail', { params: { call: callId } }))
    },
    async open(workspaceId) {
      // The page may show a contact or a call of this workspace.
      await navigate({ to: '/' })
      await user.setSelectedTeam(workspaceId)
    },
  }
}
