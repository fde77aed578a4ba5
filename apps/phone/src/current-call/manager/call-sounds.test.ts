import type { Tones } from '@parley/call-engine/browser'
import { expect, test, vi } from 'vitest'
import { createPhoneApiError } from '../../api/errors.ts'
import { createQueryClient, phoneQueries } from '../../api/queries.ts'
import {
  createFakeApi,
  createFakeCallManager,
  createFakePhone,
  defaultSettings,
  type Responses,
} from '../../phone.fixture.ts'
import { trackRinger } from '../../settings/ringer.ts'
import { callFixture } from '../call.fixture.ts'
import { type CallManagerState, noCalls } from './call-manager-state.ts'
import { playCallSounds } from './call-sounds.ts'

const ringing: CallManagerState = {
  ...noCalls,
  incoming: [
    {
      workspaceId: 'workspace-1',
      call: callFixture,
      presentation: 'ring',
      notifies: false,
      isForUserAlone: true,
      lastNotes: '',
      isAnswering: false,
    },
  ],
}

/** Lets a call ring, with the settings of a simulated service. Returns what sounds. */
function letRing(respond: NonNullable<Responses['GET /me/settings']>) {
  const { api } = createFakeApi({ 'GET /me/settings': respond })
  const sounds: unknown[][] = []
  const tones: Tones = {
    ...createFakePhone(api).tones,
    ring: (...ringer) => sounds.push(ringer),
    stop: () => sounds.push(['stop']),
  }
  const callManager = createFakeCallManager(ringing)
  const queryClient = createQueryClient()
  const queries = phoneQueries(api)
  const ringer = trackRinger(queryClient, queries)
  const stop = playCallSounds({ callManager, tones, homeCountry: 'US', ringer })
  const close = () => {
    stop()
    ringer.close()
  }
  return { sounds, callManager, queryClient, queries, close }
}

/** Guarantee: a call rings as the user has chosen, however early it arrives. */
test('a call that rings before the settings are loaded is silent until then', async () => {
  const loaded = Promise.withResolvers<typeof defaultSettings>()
  const { sounds, callManager, queryClient, queries, close } = letRing(() => loaded.promise)
  expect(sounds).toEqual([['classic', 0]])

  const settings = { ...defaultSettings, ringtone: 'chime', ringVolume: 50 } as const
  loaded.resolve(settings)
  await vi.waitFor(() =>
    expect(sounds).toEqual([
      ['classic', 0],
      ['chime', 50],
    ]),
  )

  // Another setting does not begin the ringtone again, and no setting lets a call ring that has ended.
  queryClient.setQueryData(queries.settings().queryKey, { ...settings, theme: 'dark' })
  callManager.set(noCalls)
  queryClient.setQueryData(queries.settings().queryKey, { ...settings, ringVolume: 100 })
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(sounds.slice(2)).toEqual([['stop']])
  close()
})

test('calls ring as usual when the settings cannot be loaded', async () => {
  const { sounds, close } = letRing(() => {
    throw createPhoneApiError('TOO_MANY_REQUESTS', { retryAfterSeconds: 5 })
  })
  await vi.waitFor(() =>
    expect(sounds).toEqual([
      ['classic', 0],
      ['classic', 100],
    ]),
  )
  close()
})
