import { freePorts } from '@parley/dev-env'
import type { App } from './fixture.ts'
import { allowTrunks, requestPhone, type User } from './users.ts'

/**
 * Adds a trunk with a number, which any telephone on 127.0.0.1 may call. A number belongs to one trunk, so each test
 * has a different one.
 *
 * @param port - Of the telephone that is called through the trunk; none by default.
 */
export async function addTrunk(app: App, { page }: User, number: string, port?: number): Promise<void> {
  const [unusedPort] = await freePorts(1)
  await allowTrunks(page, app)
  await requestPhone(page, 'POST', '/trunks', {
    name: 'Front desk',
    host: '127.0.0.1',
    port: port ?? unusedPort,
    // With credentials, so that the workspaces of several tests may use one address.
    username: `front-desk-${number}`,
    password: 'front-desk-password',
    numbers: [number],
  })
}
