// @vitest-environment jsdom
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { type ReactNode, useState } from 'react'
import { afterEach, expect, test } from 'vitest'
import { ConfirmDialog, Dialog, Drawer, FullScreenAlert } from '../index.ts'

afterEach(cleanup)

interface OverlayParts {
  close: () => void
  /** Closes the overlay and removes its opener. */
  remove: () => void
}

type Overlay = (parts: OverlayParts) => ReactNode

const overlays = {
  dialog: ({ close, remove }) => (
    <Dialog isOpen onClose={close} title="Edit trunk">
      <button type="button" onClick={remove}>
        Remove
      </button>
    </Dialog>
  ),
  drawer: ({ close, remove }) => (
    <Drawer isOpen onClose={close} title="Call" closeLabel="Close">
      <button type="button" onClick={remove}>
        Remove
      </button>
    </Drawer>
  ),
  question: ({ close, remove }) => (
    <ConfirmDialog
      isOpen
      title="Delete this trunk?"
      cancelLabel="Keep"
      confirmLabel="Remove"
      onCancel={close}
      onConfirm={remove}
    >
      No calls can be made over it.
    </ConfirmDialog>
  ),
  alert: ({ close, remove }) => (
    <FullScreenAlert title="Use another phone" description="For help" closeLabel="Close" onClose={close}>
      <button type="button" onClick={remove}>
        Remove
      </button>
    </FullScreenAlert>
  ),
} as const satisfies Record<string, Overlay>

function Screen({ overlay, children }: { overlay: Overlay; children?: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false)
  const [isRemoved, setIsRemoved] = useState(false)
  const close = () => setIsOpen(false)
  const remove = () => {
    close()
    setIsRemoved(true)
  }
  return (
    <main tabIndex={-1}>
      {!isRemoved && (
        <button type="button" onClick={() => setIsOpen(true)}>
          Open
        </button>
      )}
      {children}
      {isOpen && overlay({ close, remove })}
    </main>
  )
}

const open = async () => {
  screen.getByRole('button', { name: 'Open' }).focus()
  await userEvent.keyboard('{Enter}')
  await screen.findByRole('button', { name: 'Remove' })
}

/** Keyboard navigation continues where it was when an overlay closes. */
test.each(Object.entries(overlays))('closing a %s restores the focus to its opener', async (_, overlay) => {
  render(<Screen overlay={overlay} />)
  await open()
  expect(document.activeElement).not.toBe(screen.queryByText('Open'))

  await userEvent.keyboard('{Escape}')

  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Open' })))
})

test.each(Object.entries(overlays))(
  'closing a %s whose opener was removed moves the focus to the page',
  async (_, overlay) => {
    render(<Screen overlay={overlay} />)
    await open()

    await userEvent.click(screen.getByRole('button', { name: 'Remove' }))

    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
  },
)

test('data-takes-focus selects the element that gets the focus', async () => {
  render(
    <Screen overlay={overlays.question}>
      <input aria-label="Number" data-takes-focus />
    </Screen>,
  )
  await open()

  await userEvent.click(screen.getByRole('button', { name: 'Remove' }))

  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Number')))
})

/** Guarantee: keyboard navigation stays within a dialog or drawer that remains open. */
test('a question whose opener was removed returns the focus to the drawer in which it was asked', async () => {
  function DrawerWithQuestion() {
    const [isAsking, setIsAsking] = useState(false)
    const [isRemoved, setIsRemoved] = useState(false)
    return (
      <Drawer isOpen onClose={() => undefined} title="Call" closeLabel="Close">
        {!isRemoved && (
          <button type="button" onClick={() => setIsAsking(true)}>
            Delete
          </button>
        )}
        <ConfirmDialog
          isOpen={isAsking}
          title="Delete this recording?"
          cancelLabel="Cancel"
          confirmLabel="Remove"
          onCancel={() => setIsAsking(false)}
          onConfirm={() => {
            setIsAsking(false)
            setIsRemoved(true)
          }}
        >
          The audio is deleted.
        </ConfirmDialog>
      </Drawer>
    )
  }
  render(
    <main tabIndex={-1}>
      <DrawerWithQuestion />
    </main>,
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))

  await userEvent.click(await screen.findByRole('button', { name: 'Remove' }))

  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('dialog', { name: 'Call' })))
})
