import { randomUUID } from 'node:crypto'
import { startTestPhone } from '@parley/simulated-pstn/testing'
import type { Page } from 'playwright-core'
import { messages, numbers } from '../calling.ts'
import { requestPhone } from '../users.ts'
import type { ScreenFolder } from './screen-folder.ts'

const workshop = '+12025550158'
const mobile = '+12025552391'

/** Takes the pages of an administrator who has set up a trunk. */
export async function takeConfiguration(page: Page, phoneUrl: string, folder: ScreenFolder): Promise<void> {
  await using provider = await startTestPhone()
  const open = (path: string) => page.goto(`${phoneUrl}/app-config/${path}`)
  await open('')
  await page.getByRole('button', { name: messages['trunk.add'] }).click()
  await folder.take(page, 'add-trunk')
  await createTrunk(page, provider.port)
  await saveRouting(page)

  await open('')
  await page.getByRole('heading', { name: 'Northwind Telecom' }).waitFor()
  await folder.takeBoth(page, 'app-config')
  const showEmergency = () => page.locator('#emergency').scrollIntoViewIfNeeded()
  await showEmergency()
  await folder.takeBoth(page, 'emergency-route', showEmergency)

  await open('routing')
  await page.getByText('Welcome', { exact: false }).first().waitFor()
  await folder.takeBoth(page, 'routing')
  for (const [name, button] of [
    ['routing-rules', messages['routing.edit']],
    ['menu-editor', 'Edit Welcome'],
    ['opening-hours', 'Edit Workshop'],
  ] as const) {
    await page.getByRole('button', { name: button, exact: true }).click()
    await page.getByRole('dialog').waitFor()
    await folder.takeBoth(page, name)
    await page.keyboard.press('Escape')
  }

  for (const number of ['+1 212 555 0188', '+44 20 7946 0018'])
    await requestPhone(page, 'POST', '/blocked-numbers', { number, scope: 'workspace' })
  await open('blocked-numbers')
  await folder.takeBoth(page, 'blocked-numbers')

  await takeVerification(page, phoneUrl, provider, folder)
}

async function createTrunk(page: Page, port: number): Promise<void> {
  const { id: trunkId } = await requestPhone(page, 'POST', '/trunks', {
    name: 'Northwind Telecom',
    host: '127.0.0.1',
    port,
    username: 'analytical-engines',
    password: 'the password of the trunk',
    numbers: [workshop, '+12025550159'],
  })
  await requestPhone(page, 'PUT', '/emergency-route', {
    trunkId,
    address: '12 Baker Street, Springfield',
    testNumber: '933',
  })
}

async function saveRouting(page: Page): Promise<void> {
  const { user } = await requestPhone(page, 'GET', '/me')
  const [groupId, queueId, menuId, openingHoursId] = Array.from({ length: 4 }, randomUUID)
  const { version } = await requestPhone(page, 'GET', '/routing')
  const voicemail = { kind: 'voicemail', announcementId: null }
  await requestPhone(page, 'PUT', '/routing', {
    version,
    configuration: {
      groups: [
        { id: groupId, name: 'Front desk', memberIds: [user.id], strategy: 'in-turn', ringSeconds: 20 },
      ],
      queues: [{ id: queueId, name: 'Orders', groupId, maxWaitSeconds: 300, maxCallers: 10 }],
      menus: [
        {
          id: menuId,
          name: 'Welcome',
          announcementId: null,
          entries: [
            { key: '1', label: 'Orders', target: { kind: 'queue', queueId } },
            { key: '2', label: 'Repairs', target: { kind: 'group', groupId } },
            { key: '3', label: 'Leave a message', target: voicemail },
          ],
          fallback: { kind: 'group', groupId },
        },
      ],
      openingHours: [
        {
          id: openingHoursId,
          name: 'Workshop',
          timeZone: 'America/New_York',
          weekly: [1, 2, 3, 4, 5].map((day) => ({ day, intervals: [{ from: '08:00', to: '17:30' }] })),
          holidays: [{ date: '2027-01-01', name: 'New Year', intervals: [] }],
        },
      ],
      routes: [
        {
          number: workshop,
          openingHoursId,
          open: { kind: 'menu', menuId },
          closed: voicemail,
          unanswered: voicemail,
        },
      ],
    },
  })
}

/** Takes a number that has been verified, and one that is being called. */
async function takeVerification(
  page: Page,
  phoneUrl: string,
  telephone: Awaited<ReturnType<typeof startTestPhone>>,
  folder: ScreenFolder,
): Promise<void> {
  await page.goto(`${phoneUrl}/app-config/phone-verification`)
  const dialog = page.getByRole('dialog')
  const verify = async (number: string, label: string) => {
    await page.getByRole('button', { name: messages['verify.add'] }).click()
    await dialog.getByLabel(messages['verify.number']).fill(number)
    await dialog.getByLabel(messages['verify.label']).fill(label)
    await dialog.getByRole('button', { name: messages['verify.call'] }).click()
  }
  const code = page.getByText(/^\d( \d){5}$/)

  await verify(mobile, 'Mobile')
  const call = await telephone.nextCall()
  await call.answer()
  await call.receivesSpeech()
  call.press((await code.textContent())?.replaceAll(' ', '') ?? '')
  await page.getByText(messages['verify.verified'], { exact: true }).waitFor()

  await verify(numbers.noAnswer, 'Warehouse')
  await page.getByText(messages['verify.ringing'], { exact: true }).waitFor()
  await code.waitFor()
  await folder.takeBoth(page, 'phone-verification')
}
