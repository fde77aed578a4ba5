// @vitest-environment jsdom
import { act, cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import type { PhoneInput } from '../../../api/phone-api.ts'
import { ada, emptyResponses } from '../../../phone.fixture.ts'
import { renderScreen } from '../../../render-screen.fixture.tsx'
import { RoutingPage } from '../routing-page.tsx'
import type { Configuration, Menu } from '../use-routing.ts'

afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const groupId = '00000000-0000-4000-8000-0000000000d1'
const mainId = '00000000-0000-4000-8000-0000000000d2'
const moreId = '00000000-0000-4000-8000-0000000000d3'
const hangUp = { kind: 'hang-up' } as const

const main: Menu = {
  id: mainId,
  name: 'Main',
  announcementId: null,
  entries: [
    { key: '1', label: 'Orders', target: { kind: 'group', groupId } },
    { key: '2', label: 'More', target: { kind: 'menu', menuId: moreId } },
  ],
  fallback: { kind: 'user', userId: ada.user.id },
}
const more: Menu = {
  ...main,
  id: moreId,
  name: 'More',
  entries: [{ key: '*', label: 'Message', target: { kind: 'voicemail', announcementId: null } }],
}
const configuration: Configuration = {
  groups: [{ id: groupId, name: 'Sales', memberIds: [ada.user.id], strategy: 'in-turn', ringSeconds: 20 }],
  openingHours: [],
  queues: [],
  menus: [main, more],
  routes: [
    {
      number: null,
      openingHoursId: null,
      open: { kind: 'menu', menuId: mainId },
      closed: hangUp,
      unanswered: hangUp,
    },
  ],
}

async function show() {
  let saved = { version: 3, configuration }
  const { requests } = await renderScreen({
    screens: { '/routing': RoutingPage },
    path: '/routing',
    me: { isPhoneAdmin: true },
    responses: {
      ...emptyResponses,
      'GET /trunks': () => ({ items: [] }),
      'GET /colleagues': () => ({ items: [], nextCursor: null }),
      'GET /announcements': () => ({ items: [], replacements: [] }),
      'GET /announcements/replacements/{name}/audio': () => ({ audio: 'UklGRg==' }),
      'GET /routing': () => saved,
      'PUT /routing': ({ body }: PhoneInput<'PUT /routing'>) => {
        saved = { version: body.version + 1, configuration: body.configuration as Configuration }
        return saved
      },
    },
  })
  await screen.findByRole('button', { name: 'Edit Main' })
  const saves = () => requests.flatMap((each) => (each.name === 'PUT /routing' ? [each.input.body] : []))
  return { saves, requests }
}

/** Replaces the audio of the browser, which jsdom does not have. */
function fakeAudio() {
  const playing: HTMLAudioElement[] = []
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => 'blob:', revokeObjectURL: () => undefined }),
  )
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(async function (this: HTMLMediaElement) {
    playing.push(this as HTMLAudioElement)
  })
  const pause = vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(() => undefined)
  return { playing, pause, end: () => act(() => playing.at(-1)?.onended?.(new Event('ended'))) }
}

test('the flow of a number shows the keys of its menu, and where callers without a key are led', async () => {
  await show()
  const flow = within(screen.getByRole('heading', { name: 'Menu “Main”' }).closest('li') as HTMLElement)
  const rows = flow.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(rows).toEqual(['1OrdersGroup “Sales”', '2MoreMenu “More”', 'No keyAda Lovell'])
})

test('a menu is added with keys in the order of a telephone', async () => {
  const { saves } = await show()
  await userEvent.click(screen.getByRole('button', { name: 'Add menu' }))
  const dialog = within(screen.getByRole('dialog'))
  await userEvent.type(dialog.getByLabelText('Name'), 'Night')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  const label = dialog.getByLabelText('Label')
  expect(label.getAttribute('aria-invalid')).toBe('true')
  await userEvent.type(label, 'Emergencies')
  await userEvent.selectOptions(dialog.getByLabelText('Key'), '*')
  await userEvent.click(dialog.getByRole('button', { name: 'Add key' }))
  const second = within(dialog.getByRole('group', { name: 'Key 1' }))
  await userEvent.type(second.getByLabelText('Label'), 'Orders')
  await userEvent.selectOptions(second.getByLabelText('Leads to'), 'Group “Sales”')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))

  await screen.findByRole('button', { name: 'Edit Night' })
  expect(saves()[0]?.configuration.menus?.[2]).toMatchObject({
    name: 'Night',
    announcementId: null,
    entries: [
      { key: '1', label: 'Orders', target: { kind: 'group', groupId } },
      { key: '*', label: 'Emergencies', target: { kind: 'everyone' } },
    ],
    fallback: { kind: 'everyone' },
  })
})

test('a key repeats the menu: it is saved, and heard again in the test of the menu', async () => {
  const audio = fakeAudio()
  const { saves } = await show()
  await userEvent.click(screen.getByRole('button', { name: 'Edit Main' }))
  const second = within(screen.getByRole('group', { name: 'Key 2' }))
  await userEvent.selectOptions(second.getByLabelText('Leads to'), 'Repeat this menu')
  expect(second.getByText(/^Callers hear the announcement again, 5 times at most/)).toBeDefined()
  expect(within(screen.getByLabelText('When no key is pressed')).queryByText('Repeat this menu')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(saves()[0]?.configuration.menus?.[0]?.entries[1]?.target).toEqual({ kind: 'repeat' })

  await userEvent.click(screen.getByRole('button', { name: 'Test menu' }))
  const dialog = within(screen.getByRole('dialog'))
  await vi.waitFor(() => expect(audio.playing).toHaveLength(1))
  await userEvent.keyboard('2')
  await vi.waitFor(() => expect(audio.playing).toHaveLength(2))
  expect(dialog.getAllByText('Menu “Main”: the announcement plays.')).toHaveLength(2)
  await userEvent.keyboard('22222')
  expect(dialog.getByText('Would ring: Ada Lovell')).toBeDefined()
})

test('a key offers no menu that would lead back', async () => {
  await show()
  await userEvent.click(screen.getByRole('button', { name: 'Edit More' }))
  const options = within(screen.getByLabelText('Leads to')).getAllByRole('option')
  expect(options.map(({ textContent }) => textContent).filter((text) => text?.startsWith('Menu'))).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await userEvent.click(screen.getByRole('button', { name: 'Edit Main' }))
  const [first] = screen.getAllByLabelText('Leads to')
  expect(within(first as HTMLElement).getByRole('option', { name: 'Menu “More”' })).toBeDefined()
})

test('a menu, and a group, to which a key leads are not deleted', async () => {
  const { saves } = await show()
  for (const name of ['Sales', 'More']) {
    await userEvent.click(screen.getByRole('button', { name: `Delete ${name}` }))
    expect(await screen.findByText(/Main/, { selector: '[role=dialog] p' })).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  }
  expect(saves()).toEqual([])
})

test('a test of a menu plays its announcements, and follows keys to the target without a call', async () => {
  const audio = fakeAudio()
  const { requests } = await show()
  await userEvent.click(screen.getByRole('button', { name: 'Test menu' }))
  const dialog = within(screen.getByRole('dialog'))
  await vi.waitFor(() => expect(audio.playing).toHaveLength(1))
  expect(dialog.getByText('Menu “Main”: the announcement plays.')).toBeDefined()

  await userEvent.keyboard('9')
  expect(dialog.getByText(/The menu does not have this key/)).toBeDefined()
  await vi.waitFor(() => expect(audio.playing).toHaveLength(2))
  expect(audio.pause).toHaveBeenCalled()
  await userEvent.click(dialog.getByRole('button', { name: '1' }))
  expect(dialog.getByText('Would ring: Group “Sales”, in turn')).toBeDefined()
  const names = requests.map(({ name }) => name)
  expect(names.filter((name) => name.startsWith('POST'))).toEqual([])

  await userEvent.click(dialog.getByRole('button', { name: 'Start again' }))
  await userEvent.keyboard('2*')
  expect(dialog.getByText('Would be answered by: Voicemail of the workspace')).toBeDefined()
})

test('a test of a menu waits five seconds for a key, twice, and ends with the fallback', async () => {
  const audio = fakeAudio()
  await show()
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await userEvent
    .setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) })
    .click(screen.getByRole('button', { name: 'Test Main' }))
  const dialog = within(screen.getByRole('dialog'))
  for (const round of [1, 2]) {
    await vi.waitFor(() => expect(audio.playing).toHaveLength(round))
    audio.end()
    expect(dialog.getAllByText('The menu waits 5 seconds for a key.')).toHaveLength(round)
    act(() => void vi.advanceTimersByTime(5_000))
  }
  expect(dialog.getByText('Would ring: Ada Lovell')).toBeDefined()
  expect(dialog.getByText(/^No key of the menu was pressed/)).toBeDefined()
})
