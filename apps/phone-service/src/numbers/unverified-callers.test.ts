import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startPhone } from '../testing/start-phone.ts'
import { trunkWithPassword } from '../testing/trunk-with-password.ts'

const trunk = { ...trunkWithPassword, numbers: ['+1 202 555 0150'] }

/** Guarantee (SR25): a stranger who signed up with any address cannot spend the money of a workspace. */
test('SR25: a user without a verified e-mail calls the simulated network, but not through a trunk', async () => {
  await using phone = await startPhone({ outboundNetworks: ['127.0.0.0/8'] })
  const ada = phone.signUp('Ada')
  const linus = phone.accounts.addUser('Linus', ada.teamIds)
  phone.accounts.setUnverified(linus.id)
  await phone.as(ada).post('/trunks', trunk)
  const call = async (to: string) => {
    const { status, body } = await phone.as(linus).post('/calls', { to, handsetId: randomUUID() })
    return [status, body.code]
  }

  expect(await call('+1 202 456 1111')).toEqual([403, 'EMAIL_NOT_VERIFIED'])
  expect(await call('+1 555 0100')).toEqual([201, undefined])
  const { body } = await phone.as(ada).post('/numbers/check', { typed: '+1 202 456 1111' })
  expect(JSON.stringify(body)).not.toContain('EMAIL_NOT_VERIFIED')
})
