// @vitest-environment jsdom

import { required } from '@parley/primitives'
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import { renderScreen } from '../render-screen.fixture.tsx'
import { AudioField } from './audio-field.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

/** A browser that decodes any file to a second of silence. */
const decodeAudioData = vi.fn(async () => ({
  duration: 1,
  length: 8_000,
  numberOfChannels: 1,
  getChannelData: () => new Float32Array(8_000),
}))

async function chooseFile(bytes: number) {
  decodeAudioData.mockClear()
  vi.stubGlobal(
    'OfflineAudioContext',
    class {
      decodeAudioData = decodeAudioData
    },
  )
  const onChange = vi.fn()
  await renderScreen({
    screens: { '/': () => <AudioField label="Audio" value={null} error={null} onChange={onChange} /> },
    path: '/',
    responses: {},
  })
  await screen.findByRole('button', { name: 'Choose a file' })
  const input = required(document.querySelector<HTMLInputElement>('input[type="file"]'), 'the file input')
  await userEvent.upload(input, new File([new Uint8Array(bytes)], 'greeting.wav', { type: 'audio/wav' }))
  return onChange
}

/** Guarantee: a browser does not decode a file that would fill its memory. */
test('a file larger than 5 MB is not read, with an explanation', async () => {
  const onChange = await chooseFile(5_000_001)

  expect((await screen.findByRole('alert')).textContent).toBe(
    'This file is larger than 5 MB. Choose a smaller one.',
  )
  expect(decodeAudioData).not.toHaveBeenCalled()
  expect(onChange).not.toHaveBeenCalled()
})

test('a file of 5 MB is read', async () => {
  const onChange = await chooseFile(5_000_000)

  await vi.waitFor(() => expect(onChange).toHaveBeenCalledOnce())
  expect(screen.queryByText(/larger than 5 MB/)).toBeNull()
})
