// @vitest-environment jsdom
import type { modelProviders } from '@parley/contract/phone'
import { ToastProvider } from '@parley/ui'
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { createPhoneApiError } from '../../api/errors.ts'
import type { Responses } from '../../phone.fixture.ts'
import { renderScreen } from '../../render-screen.fixture.tsx'
import { ProviderCard } from './provider-card.tsx'

afterEach(cleanup)

const stored = {
  baseUrl: 'https://speech.example.com/v1',
  host: 'speech.example.com',
  hasApiKey: true,
  apiKeyLastFour: '4f2a',
  model: 'whisper-1',
  language: null,
  isAutomatic: false,
}

async function openCard(responses: Responses, purpose: modelProviders.ProviderPurpose = 'transcription') {
  const { requests } = await renderScreen({
    screens: {
      '/': () => (
        <ToastProvider label="Notifications" closeLabel="Close">
          <ProviderCard purpose={purpose} />
        </ToastProvider>
      ),
    },
    path: '/',
    me: { isPhoneAdmin: true },
    responses,
  })
  await screen.findByRole('textbox', { name: /^Base URL/ })
  return () => requests.filter(({ name }) => !name.startsWith('GET'))
}

test('an administrator tests unsaved settings, then saves them', async () => {
  const changes = await openCard({
    'GET /model-providers': () => ({ transcription: null, analysis: null }),
    'POST /model-providers/{purpose}/test': () => ({
      host: 'speech.example.com',
      problem: null,
      status: 200,
      detail: null,
      text: 'This call is being recorded.',
      tookMs: 420,
    }),
    'PUT /model-providers/{purpose}': () => stored,
  })
  expect(screen.getByText(/Calls are not transcribed yet/)).toBeDefined()
  await userEvent.type(screen.getByRole('textbox', { name: /^Base URL/ }), 'https://speech.example.com/v1/')
  await userEvent.type(screen.getByLabelText(/^API key/), 'sk-secret')
  await userEvent.type(screen.getByRole('textbox', { name: /^Model/ }), 'whisper-1')
  await userEvent.click(screen.getByRole('button', { name: 'Test' }))

  expect(await screen.findByText(/This call is being recorded/)).toBeDefined()
  await userEvent.click(screen.getByRole('checkbox', { name: /^Transcribe recorded calls/ }))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))

  expect(await screen.findByText('Audio and text go to speech.example.com')).toBeDefined()
  expect(screen.getByText('Stored, ends in 4f2a')).toBeDefined()
  const settings = { baseUrl: stored.baseUrl, apiKey: 'sk-secret', model: 'whisper-1', language: null }
  expect(changes()).toMatchObject([
    { input: { body: settings } },
    { input: { body: { ...settings, isAutomatic: true } } },
  ])
})

test('a test that fails says at what, with the message of the provider under details', async () => {
  await openCard({
    'GET /model-providers': () => ({ transcription: stored, analysis: null }),
    'POST /model-providers/{purpose}/test': () => ({
      host: 'speech.example.com',
      problem: 'key-rejected',
      status: 401,
      detail: 'No such key.',
      text: null,
      tookMs: 42,
    }),
  })
  await userEvent.click(screen.getByRole('button', { name: 'Test' }))

  expect(await screen.findByText('speech.example.com did not transcribe the announcement.')).toBeDefined()
  expect(screen.getByText('It rejects the API key.')).toBeDefined()
  expect(screen.getByText(/401 No such key\./)).toBeDefined()
})

test('another base URL needs the key again, and an unencrypted one is pointed out', async () => {
  const changes = await openCard({
    'GET /model-providers': () => ({ transcription: stored, analysis: null }),
    'PUT /model-providers/{purpose}': () => {
      throw createPhoneApiError('PROVIDER_HOST_NOT_ALLOWED', { host: '10.0.0.1' })
    },
  })
  const url = screen.getByRole('textbox', { name: /^Base URL/ })
  await userEvent.clear(url)
  await userEvent.type(url, 'http://10.0.0.1/v1')
  expect(screen.getByText(/connection to 10.0.0.1 is not encrypted/)).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(/belongs to the earlier base URL/)).toBeDefined()
  expect(changes()).toEqual([])

  await userEvent.click(screen.getByRole('button', { name: 'Replace' }))
  await userEvent.type(screen.getByLabelText(/^API key/), 'sk-other')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText(/blocked private network/)).toBeDefined()
})

test('an administrator removes the provider after a confirmation', async () => {
  const changes = await openCard({
    'GET /model-providers': () => ({ transcription: stored, analysis: null }),
    'DELETE /model-providers/{purpose}': () => ({ success: true }),
  })
  await userEvent.click(screen.getByRole('button', { name: 'Remove provider' }))
  expect(changes()).toEqual([])
  const [, confirm] = screen.getAllByRole('button', { name: 'Remove provider', hidden: true })
  await userEvent.click(confirm as HTMLElement)

  expect(await screen.findByText(/Calls are not transcribed yet/)).toBeDefined()
  expect(changes()).toHaveLength(1)
})

test('the provider of analysis has its own settings, texts and test', async () => {
  const changes = await openCard(
    {
      'GET /model-providers': () => ({ transcription: stored, analysis: null }),
      'POST /model-providers/{purpose}/test': () => ({
        host: 'chat.example.com',
        problem: null,
        status: 200,
        detail: null,
        text: 'Grace orders <b>lenses</b>.',
        tookMs: 42,
      }),
      'PUT /model-providers/{purpose}': () => ({ ...stored, host: 'chat.example.com' }),
    },
    'analysis',
  )
  expect(screen.getByText(/Calls are not analysed yet/)).toBeDefined()
  expect(screen.getByText(/Parley adds \/chat\/completions/)).toBeDefined()
  expect(screen.queryByText('Spoken language')).toBeNull()
  await userEvent.type(screen.getByRole('textbox', { name: /^Base URL/ }), 'https://chat.example.com/v1')
  await userEvent.type(screen.getByRole('textbox', { name: /^Model/ }), 'small')
  await userEvent.click(screen.getByRole('button', { name: 'Test' }))
  expect(await screen.findByText(/Grace orders <b>lenses<\/b>\./)).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))

  expect(await screen.findByText('Transcripts, names and notes go to chat.example.com')).toBeDefined()
  expect(changes()).toMatchObject([
    { input: { params: { purpose: 'analysis' }, body: { language: null } } },
    { input: { params: { purpose: 'analysis' }, body: { language: null, isAutomatic: false } } },
  ])
})
