import { waitUntil } from '@parley/primitives'
import { loopbackNetworks } from '@parley/primitives/node'
import { expect } from 'vitest'
import type { PhoneServiceOptions } from '../index.ts'
import type { FakeUser } from './fake-account-service.ts'
import { startPhone, type TestPhone } from './start-phone.ts'
import { startTranscriptionServer } from './transcription-server.ts'

/**
 * Starts a phone with Ada, who administers a workspace with Grace and Linus, Hedy in another one, and a provider that
 * transcribes the calls of the workspace on request.
 */
export async function startTranscribedWorkspace(options: Partial<PhoneServiceOptions> = {}) {
  const stack = new AsyncDisposableStack()
  const provider = stack.use(await startTranscriptionServer())
  const phone = stack.use(await startPhone({ outboundNetworks: loopbackNetworks, ...options }))
  const workspace = phone.accounts.addTeam('Bakery')
  const ada = phone.accounts.addUser('Ada', [workspace], [workspace])
  const configure = async (isAutomatic = false, user = ada) => {
    const body = { baseUrl: provider.baseUrl, apiKey: null, model: 'whisper-1', language: null, isAutomatic }
    expect((await phone.as(user).put('/model-providers/transcription', body)).status).toBe(200)
  }
  await configure()
  return {
    phone,
    provider,
    workspace,
    ada,
    grace: phone.accounts.addUser('Grace', [workspace]),
    linus: phone.accounts.addUser('Linus', [workspace]),
    hedy: phone.signUp('Hedy'),
    configure,
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/** Waits until the transcription of a call has a state, and returns it. */
export async function waitForTranscription(
  phone: Pick<TestPhone, 'as'>,
  user: FakeUser,
  callId: string,
  state: string,
) {
  const path = `/calls/${callId}/transcription`
  let received: unknown
  const isReached = async () => {
    const { body } = await phone.as(user).get(path)
    received = body
    return body.state === state ? body : null
  }
  return await waitUntil(
    () => `the transcription is ${state}: ${JSON.stringify(received)}`,
    isReached,
    20_000,
  )
}

export async function listLines(phone: Pick<TestPhone, 'as'>, user: FakeUser, callId: string) {
  const { body } = await phone.as(user).get(`/calls/${callId}/transcript`)
  return body.items
}
