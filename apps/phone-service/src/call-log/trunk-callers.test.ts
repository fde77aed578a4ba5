import { expect, test } from 'vitest'
import { openIncomingTrunk } from '../testing/open-incoming-trunk.ts'
import { startPhone } from '../testing/start-phone.ts'
import { openBrowser } from '../testing/test-browser.ts'

/** Guarantee: a caller through a trunk is not shown as a colleague or a service of the simulated network. */
test.each(['of a colleague', 'of a service'])(
  'ZR528: a caller through a trunk who claims the number %s is shown without its name',
  async (whose) => {
    await using phone = await startPhone()
    const ada = phone.signUp('Ada')
    const grace = phone.accounts.addUser('Grace', ada.teamIds)
    await using trunk = await openIncomingTrunk(phone, ada)
    await using browser = await openBrowser(phone, ada)
    const ofGrace = (await phone.as(grace).get('/me')).body.numbers[0].number
    const from = whose === 'of a colleague' ? ofGrace : '+15550100'

    await trunk.callIn(from)

    const { call } = await browser.next('call.incoming')
    expect(call).toMatchObject({ number: from, name: null, service: null })
    expect(call.legs).toMatchObject([{ number: from, name: null, service: null }])
  },
)
