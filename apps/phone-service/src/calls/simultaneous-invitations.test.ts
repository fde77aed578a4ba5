import { waitUntil } from '@parley/primitives'
import { expect, test } from 'vitest'
import { startPhone } from '../testing/start-phone.ts'
import { openBrowser } from '../testing/test-browser.ts'

/** Starts two answered calls of Ada, who can add her colleague Grace to them. */
async function startCalls() {
  const stack = new AsyncDisposableStack()
  const phone = stack.use(await startPhone())
  const ada = phone.signUp('Ada')
  const grace = phone.accounts.addUser('Grace', [...ada.teamIds])
  const as = phone.as(ada)
  const atGrace = stack.use(await openBrowser(phone, grace))
  const to: string = (await phone.as(grace).get('/me')).body.numbers[0].number
  const call = async (number: string) => {
    const browser = stack.use(await openBrowser(phone, ada))
    const { id } = await browser.call(number)
    await browser.waitForCall(id, ({ phase }) => phase === 'talking')
    return id
  }
  const ids = [await call('+15550101'), await call('+15550100')]
  return {
    phone,
    grace,
    ids,
    /** Adds Grace to these calls at the same time. Returns the calls that ring for her. */
    add: async (conferences: readonly string[]) => {
      const added = await Promise.all(conferences.map((id) => as.post(`/calls/${id}/participants`, { to })))
      expect(added.map(({ status }) => status)).toEqual(conferences.map(() => 201))
      return await waitUntil('each call rings', () => {
        const incoming = atGrace.messages.filter((message) => message.type === 'call.incoming')
        const ringing = [...new Set(incoming.map(({ call: { id } }) => id))]
        return ringing.length === conferences.length && ringing
      })
    },
    /** Returns the legs of Ada's calls that have dialled Grace, and who has dialled each call of Grace. */
    readLegs: async (ringing: readonly string[]) => {
      const calls = await Promise.all(ids.map(async (id) => (await as.get(`/calls/${id}`)).body))
      const legs = calls.flatMap((one) => one.legs.filter(({ number }: { number: string }) => number === to))
      const { rows } = await phone.database.pool.query(
        'select inviting_leg_id as id from phone.calls where id = any($1)',
        [ringing],
      )
      return { dialling: legs.map(({ id }) => id).sort(), inviting: rows.map(({ id }) => id).sort() }
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

/**
 * Guarantee: the rules of connected calls, about recordings, emergency services and voicemail, also apply to calls that
 * are dialled with the same numbers at the same time.
 */
test('ZR663: each of several calls to one colleague at the same time belongs to the leg that has dialled it', async () => {
  await using calls = await startCalls()
  const [first = '', second = ''] = calls.ids

  const ringing = await calls.add([first, second, first, second])

  const { dialling, inviting } = await calls.readLegs(ringing)
  expect(dialling).toHaveLength(4)
  expect(inviting).toEqual(dialling)
})

test('ZR663: the voicemail of a colleague who is added twice at the same time joins no call', async () => {
  await using calls = await startCalls()
  const [first = ''] = calls.ids

  const ringing = await calls.add([first, first])
  for (const id of ringing)
    expect((await calls.phone.as(calls.grace).post(`/calls/${id}/decline`)).status).toBe(200)

  await waitUntil('the calls have ended', async () => {
    const { rows } = await calls.phone.database.pool.query(
      `select state->'voicemail' as voicemail from phone.calls where id = any($1) and phase = 'ended'`,
      [ringing],
    )
    expect(rows.every(({ voicemail }) => voicemail === null)).toBe(true)
    return rows.length === 2
  })
})
