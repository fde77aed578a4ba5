import { type AudioDevices, createAudioDevices, createTones, type Tones } from '@parley/call-engine/browser'
import { createStore, type WritableStore } from '@parley/primitives'
import type { QueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import { createContactExport, type ExportContacts } from './api/contact-files/export-contacts.ts'
import { createContactUpload, type UploadContacts } from './api/contact-files/upload-contacts.ts'
import { createLedgerExport, type ExportLedger } from './api/data-protection/export-ledger.ts'
import { createCallExport, type ExportCalls } from './api/export-calls.ts'
import { createTranscriptExport, type ExportTranscript } from './api/export-transcript.ts'
import { createLiveSocket, type LiveSocket } from './api/live/live-socket.ts'
import { refreshOnMessages } from './api/live/refresh-on-messages.ts'
import type { PhoneApi, PhoneOutput } from './api/phone-api.ts'
import { type PhoneQueries, phoneQueries } from './api/queries.ts'
import { queryKeys } from './api/query-keys.ts'
import { runAfterCalls } from './current-call/manager/after-calls.ts'
import { type CallLevelsStore, trackCallLevels } from './current-call/manager/call-levels.ts'
import { type CallManager, createCallManager } from './current-call/manager/call-manager.ts'
import type { OtherWorkspaces } from './current-call/manager/call-manager-options.ts'
import { playCallSounds } from './current-call/manager/call-sounds.ts'
import { getDeviceId, newHandsetId } from './current-call/manager/handset-ids.ts'
import { removeTabDataOfOthers } from './current-call/manager/tab-data.ts'
import type { CallTool } from './current-call/tools/call-controls.tsx'
import { reportActivity } from './presence/report-activity.ts'
import { type PresenceStore, trackPresence } from './presence/track-presence.ts'
import { trackRinger } from './settings/ringer.ts'

export type Me = PhoneOutput<'GET /me'>

/** The dependencies of the screens of a signed-in user. */
export interface Phone extends PhoneCore {
  /** The user as last fetched. */
  readonly me: Me
}

export interface PhoneCore {
  readonly api: PhoneApi
  readonly queries: PhoneQueries
  readonly uploadContacts: UploadContacts
  readonly exportContacts: ExportContacts
  readonly exportCalls: ExportCalls
  readonly exportLedger: ExportLedger
  readonly exportTranscript: ExportTranscript
  readonly socket: LiveSocket
  readonly devices: AudioDevices
  readonly tones: Tones
  readonly callManager: CallManager
  readonly levels: CallLevelsStore
  readonly presence: PresenceStore
  /** The tool that is open in the call panel. */
  readonly tool: WritableStore<CallTool>
  /** Fetches the user and the workspace again. */
  refetchMe(): void
  close(): void
}

interface PhoneOptions {
  readonly api: PhoneApi
  readonly queryClient: QueryClient
  readonly me: Me
  readonly accessToken: () => Promise<string | null>
  readonly refetchMe: () => void
  /** Shows what was fetched for the workspace of this phone. */
  readonly onMe: (me: Me) => void
  readonly otherWorkspaces: OtherWorkspaces
  readonly onError: (error: unknown) => void
}

/** Creates the phone of a user in a workspace on this page. */
export function createPhone(options: PhoneOptions): PhoneCore {
  const { api, me, otherWorkspaces, onError } = options
  const { user, workspace } = me
  removeTabDataOfOthers(user.id)
  const handsetId = newHandsetId()
  const queries = phoneQueries(api)
  const isInCall = () => callManager.get().localCalls.length > 0
  const socket = openSocket(options, handsetId, isInCall)
  const devices = createAudioDevices()
  const tones = createTones(devices)
  const callManager: CallManager = createCallManager({
    api,
    socket,
    devices,
    handsetId,
    userId: user.id,
    workspaceId: workspace.id,
    otherWorkspaces,
    onError,
  })
  const levels = trackCallLevels(socket)
  const presence = trackPresence(socket)
  const stopReporting = reportActivity(socket)
  const ringer = trackRinger(options.queryClient, queries)
  const stopSounds = playCallSounds({ callManager, tones, homeCountry: me.homeCountry, ringer })
  const refetching = createRefetching(options, callManager, isInCall)
  const stopRefreshing = refreshOnMessages(
    { queryClient: options.queryClient, workspaceId: workspace.id, refetchMe: refetching.run },
    socket,
  )

  return {
    api,
    queries,
    ...createFileRequests(options.accessToken),
    socket,
    devices,
    tones,
    callManager,
    levels,
    presence,
    tool: createStore<CallTool>('none'),
    refetchMe: refetching.run,
    close() {
      stopRefreshing()
      refetching.close()
      stopSounds()
      ringer.close()
      stopReporting()
      presence.close()
      levels.close()
      callManager.close()
      socket.close()
      tones.close()
      devices.close()
    },
  }
}

/** Creates the requests that send or receive files, with the access token of the user. */
function createFileRequests(accessToken: PhoneOptions['accessToken']) {
  return {
    uploadContacts: createContactUpload(accessToken),
    exportContacts: createContactExport(accessToken),
    exportCalls: createCallExport(accessToken),
    exportLedger: createLedgerExport(accessToken),
    exportTranscript: createTranscriptExport(accessToken),
  }
}

function openSocket(
  { accessToken, me }: PhoneOptions,
  handsetId: string,
  isInCall: () => boolean,
): LiveSocket {
  return createLiveSocket({
    accessToken,
    handsetId,
    deviceId: getDeviceId(),
    // The user may have selected another workspace in another tab.
    workspace: () => (isInCall() ? me.workspace.id : null),
  })
}

/** Creates the refetching of the user, which waits until no call would be interrupted. */
function createRefetching(
  { api, queryClient, refetchMe, onMe }: PhoneOptions,
  callManager: CallManager,
  isInCall: () => boolean,
) {
  /** Fetches the user in the workspace of this phone. A failure is repaired by the refetch after the call. */
  const refetchInCall = async () => {
    const response = await api('GET /me', {}).catch(() => null)
    if (response?.status === 'ok' && isInCall()) onMe(response.data)
  }
  // The selected workspace may have changed, and its phone would replace this one.
  const refetching = runAfterCalls(callManager, refetchMe, () => void refetchInCall())
  return {
    run() {
      refetching.run()
      // The trunks and numbers of the user decide which numbers can be called.
      void queryClient.invalidateQueries({ queryKey: queryKeys.numberChecks.all })
    },
    close: () => refetching.close(),
  }
}

export const PhoneContext = createContext<Phone | null>(null)

/** Returns the phone of the signed-in user. */
export function usePhone(): Phone {
  const phone = useContext(PhoneContext)
  if (!phone) throw new Error('usePhone must be used within the application layout')
  return phone
}
