// @vitest-environment jsdom
import { screen } from '@testing-library/react'
import { type ReactNode, Suspense, startTransition, useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { createDataCache } from '../../../kit/src/cache/data-cache.ts'
import { renderIntoDocument, resetBrowser } from '../browser.fixture.tsx'
import { useSnapshot } from './use-snapshot.ts'
import { useStore } from './use-store.ts'

afterEach(() => {
  resetBrowser()
  vi.restoreAllMocks()
})

/** Shows its content after a click, in a transition: React then continues the rendering that waits for data. */
function OpenedLater({ children }: { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => startTransition(() => setOpen(true))}>
        Open
      </button>
      {isOpen && children}
    </>
  )
}

test('a component whose data arrives while React waits for it logs no warning', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  const names = createDataCache(async (name) => name)
  function Greeting() {
    return <p>{`Hello ${useSnapshot(useStore(names.entry('Ada')))}`}</p>
  }
  renderIntoDocument(
    <Suspense fallback="Waiting">
      <OpenedLater>
        <Greeting />
      </OpenedLater>
    </Suspense>,
  )
  const button = await screen.findByRole('button', { name: 'Open' })
  button.click()

  await screen.findByText('Hello Ada')
  expect(logged.mock.calls).toEqual([])
})
