import { expect, test } from 'vitest'
import { headersForProject } from '../../email/delivery/testing.ts'
import { setUpAccountService, type TestService, uniqueEmail } from '../../testing.ts'

const service = setUpAccountService({ options: { internalSignUp: true } })

/** Returns the headers of the keys of two projects with the same owner. */
async function createTwoProjects(of: TestService) {
  const application = {
    'x-stack-project-id': 'internal',
    'x-stack-publishable-client-key': of.keys.internal.publishableClientKey,
  }
  const { body: owner } = await of.post(
    '/auth/password/sign-up',
    {
      email: uniqueEmail('ada'),
      password: 'correct horse battery',
      verification_callback_url: 'http://accounts.example.com/handler/email-verification',
    },
    application,
  )
  const headers = { ...application, 'x-stack-access-token': owner.access_token }
  const create = async (display_name: string) => {
    const { body } = await of.post('/internal/projects', { display_name }, headers)
    return (await headersForProject(of, body.id)).admin
  }
  return [await create('Notes'), await create('Lists')] as const
}

/** Guarantee: an owner, who may be a stranger, leaves the database and the event loop to others. */
test('ZR560: four reads of the back ends of one owner run at a time, and others do not wait for them', async () => {
  const { pool } = service().server
  const [notes, lists] = await createTwoProjects(service())
  const [other] = await createTwoProjects(service())
  const read = (headers: typeof notes) => service().get('/teams', headers)
  const countWaiting = async () => {
    const { rows } = await pool.query(
      `select count(*)::int as count from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and query like '%teams%'`,
    )
    return rows[0].count
  }
  const blocking = await pool.connect()
  const reads: ReturnType<typeof read>[] = []
  try {
    await blocking.query('begin; lock table accounts.teams in access exclusive mode')
    for (let count = 0; count < 5; count++) reads.push(read(notes), read(lists))
    await expect.poll(countWaiting, { timeout: 20_000 }).toBe(4)
    reads.push(read(other))
    await expect.poll(countWaiting, { timeout: 20_000 }).toBe(5)
  } finally {
    await blocking.query('rollback')
    blocking.release()
  }

  expect((await Promise.all(reads)).map(({ status }) => status)).toEqual(reads.map(() => 200))
})
