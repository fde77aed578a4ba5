import { type AudioDevices, createAudioDevices, createTones, type Tones } from '@parley/call-engine/browser'
import type { QueryClient } from '@tanstack/react-query'
import { createContext, useContext } from 'react'
import type { PhoneApi, PhoneOutput } from './api/phone-api.ts'
import { type PhoneQueries, phoneQueries } from './api/queries.ts'
import type { OpenTool } from './in-call/call-controls.tsx'
import { type CallLevelsStore, followCallLevels } from './live/call-levels.ts'
import { deviceId, newHandsetId } from './live/ids.ts'
import { createLiveSocket, type LiveSocket } from './live/live-socket.ts'
import { createStore, type WritableStore } from './live/store.ts'
import { playCallSounds } from './switchboard/call-sounds.ts'
import { createSwitchboard, type Switchboard } from './switchboard/switchboard.ts'

export type Me = PhoneOutput<'GET /me'>

/** Everything the screens of a signed-in user need. */
export interface Phone extends OpenPhone {
  /** The user as last fetched. */
  readonly me: Me
}

export interface OpenPhone {
  readonly api: PhoneApi
  readonly queries: PhoneQueries
  readonly socket: LiveSocket
  readonly devices: AudioDevices
  readonly tones: Tones
  readonly switchboard: Switchboard
  readonly levels: CallLevelsStore
  /** The tool that is open in the call panel. */
  readonly tool: WritableStore<OpenTool>
  close(): void
}

interface PhoneParts {
  readonly api: PhoneApi
  readonly queryClient: QueryClient
  readonly me: Me
  readonly accessToken: () => Promise<string | null>
  readonly onFailure: (error: unknown) => void
}

/** Creates the phone of a user on this page. */
export function openPhone({ api, queryClient, me, accessToken, onFailure }: PhoneParts): OpenPhone {
  const handsetId = newHandsetId()
  const socket = createLiveSocket({ accessToken, handsetId, deviceId: deviceId() })
  const devices = createAudioDevices()
  const tones = createTones(devices)
  const switchboard = createSwitchboard({ api, socket, devices, handsetId, userId: me.user.id, onFailure })
  const levels = followCallLevels(socket)
  const stopSounds = playCallSounds({ switchboard, tones, homeCountry: me.homeCountry })
  const stopRefreshing = socket.onMessage((message) => {
    if (message.type === 'call.ended' || message.type === 'call.incoming') {
      void queryClient.invalidateQueries({ queryKey: ['calls'] })
    }
    if (message.type === 'contacts.changed') void queryClient.invalidateQueries({ queryKey: ['contacts'] })
    if (message.type === 'trunk.state') void queryClient.invalidateQueries({ queryKey: ['trunks'] })
  })

  return {
    api,
    queries: phoneQueries(api),
    socket,
    devices,
    tones,
    switchboard,
    levels,
    tool: createStore<OpenTool>('none'),
    close() {
      stopRefreshing()
      stopSounds()
      levels.close()
      switchboard.close()
      socket.close()
      tones.close()
      devices.close()
    },
  }
}

export const PhoneContext = createContext<Phone | null>(null)

/** Returns the phone of the signed-in user. */
export function usePhone(): Phone {
  const phone = useContext(PhoneContext)
  if (!phone) throw new Error('usePhone must be used within the application layout')
  return phone
}
