import { required } from '@parley/primitives'
import { type Headers, signUp, type TestService, uniqueEmail } from '../../testing.ts'

type User = Awaited<ReturnType<typeof signUp>>

/** Creates a workspace of Ada, who owns it, and plain members of it. */
async function createTeam(service: TestService, names: readonly string[]) {
  const ada = await signUp(service, uniqueEmail('ada'))
  const { body: team } = await service.post('/teams', { display_name: 'Engines' }, ada.headers)
  const members = await Promise.all(names.map((name) => signUp(service, uniqueEmail(name))))
  for (const { userId } of members)
    await service.post(`/team-memberships/${team.id}/${userId}`, {}, service.serverHeaders)

  const toPath = (user: User, id = 'phone_admin') => `/team-permissions/${team.id}/${user.userId}/${id}`
  return {
    ada,
    teamId: team.id as string,
    members,
    grant: (by: Headers, to: User, id?: string) => service.post(toPath(to, id), {}, by),
    /** As a back end does. */
    makeOwner: (to: User) => service.post(toPath(to, 'team_admin'), {}, service.serverHeaders),
    revoke: (by: Headers, from: User, id?: string) => service.delete(toPath(from, id), by),
    leave: (by: Headers, user: User) => service.delete(`/team-memberships/${team.id}/${user.userId}`, by),
    deleteAccount: (by: Headers) => service.delete('/users/me', by),
    async listHolders(id = 'phone_admin'): Promise<string[]> {
      const query = `team_id=${team.id}&permission_id=${id}&recursive=true`
      const { body } = await service.get(`/team-permissions?${query}`, service.serverHeaders)
      return body.items.map((item: { user_id: string }) => item.user_id)
    },
    /** Lists what a member was granted. */
    async listGranted({ userId }: User): Promise<string[]> {
      const query = `team_id=${team.id}&user_id=${userId}&recursive=false`
      const { body } = await service.get(`/team-permissions?${query}`, service.serverHeaders)
      return body.items.map((item: { id: string }) => item.id)
    },
  }
}

/** Creates a workspace of Ada with Grace as a member. */
export async function createTeamWithGrace(service: TestService) {
  const workspace = await createTeam(service, ['grace'])
  return { ...workspace, grace: required(workspace.members[0], 'Grace') }
}

/** Creates a workspace of Ada with Grace and Linus as members. */
export async function createTeamOfThree(service: TestService) {
  const { members, ...workspace } = await createTeam(service, ['grace', 'linus'])
  const [grace, linus] = members
  return { ...workspace, grace: required(grace, 'Grace'), linus: required(linus, 'Linus') }
}
