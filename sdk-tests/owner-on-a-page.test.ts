import type { CurrentInternalUser } from '@stackframe/react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startSmtpServer, waitUntil } from '../apps/account-service/src/email/delivery/testing.ts'
import { uniqueEmail } from '../apps/account-service/src/testing.ts'
import { newsTemplate, newsTheme } from './fixture/email-sources.ts'
import { ownerAppSettings, withEveryClient } from './fixture/fixture.ts'
import { signUp } from './fixture/users.ts'

withEveryClient(
  (fixture) => {
    let smtp: Awaited<ReturnType<typeof startSmtpServer>>
    beforeAll(async () => {
      smtp = await startSmtpServer()
    })
    afterAll(() => smtp[Symbol.asyncDispose]())

    /** The page of an owner with a new project. */
    const openOwnersPage = async () => {
      const hedy = await fixture().openDevice(ownerAppSettings(fixture()))
      await signUp(hedy, uniqueEmail('hedy'))
      await hedy.use(async (app) => {
        const user = (await app.getUser({ or: 'throw' })) as unknown as CurrentInternalUser
        await user.createProject({ displayName: 'Looms' })
      })
      return hedy
    }

    test('14.19: a page creates, pages, searches, updates and deletes users, and reads errors', async () => {
      await using hedy = await openOwnersPage()
      const email = uniqueEmail('ada')

      const seen = await hedy.use(async (app, primaryEmail, required) => {
        const user = (await app.getUser({ or: 'throw' })) as unknown as CurrentInternalUser
        const [project] = await user.listOwnedProjects()
        const tool = required(project, 'the project').app
        const input = { primaryEmail, primaryEmailAuthEnabled: true, primaryEmailVerified: true }
        const ada = await tool.createUser({ ...input, displayName: 'Ada', password: 'correct horse battery' })
        const ids = [ada.id]
        for (const displayName of ['Grace', 'Linus']) ids.push((await tool.createUser({ displayName })).id)
        const refused = await tool.createUser(input).then(
          () => null,
          (error: { errorCode?: string }) => error.errorCode,
        )
        const first = await tool.listUsers({ limit: 2, orderBy: 'signedUpAt' })
        const rest = await tool.listUsers({
          orderBy: 'signedUpAt',
          cursor: required(first.nextCursor, 'the cursor'),
        })
        const found = await tool.listUsers({ query: 'lin' })
        await ada.update({ serverMetadata: { engine: 2 } })
        const changed = await tool.getUser(ada.id)
        await required(changed, 'the changed user').delete()
        return {
          refused,
          paged: [...first, ...rest].map(({ id }) => ids.indexOf(id)),
          isLast: rest.nextCursor === null,
          found: found.map(({ displayName }) => displayName),
          metadata: required(changed, 'the changed user').serverMetadata,
          isGone: (await tool.getUser(ada.id)) === null,
        }
      }, email)

      expect(seen).toEqual({
        refused: 'USER_EMAIL_ALREADY_EXISTS',
        paged: [0, 1, 2],
        isLast: true,
        found: ['Linus'],
        metadata: { engine: 2 },
        isGone: true,
      })
    })

    test('14.19: a page edits, previews and sends a template and a theme, and lists sent e-mails', async () => {
      await using hedy = await openOwnersPage()
      const { host, port, username, password, sender_name, sender_email } = smtp.config
      const email = uniqueEmail('ada')
      const input = {
        email,
        template: newsTemplate,
        theme: newsTheme,
        emailConfig: { host, port, username, password, senderName: sender_name, senderEmail: sender_email },
      }

      const seen = await hedy.use(async (app, { email, template, theme, emailConfig }, required) => {
        const user = (await app.getUser({ or: 'throw' })) as unknown as CurrentInternalUser
        const [project] = await user.listOwnedProjects()
        const tool = required(project, 'the project').app
        await required(project, 'the project').update({
          config: { emailConfig: { type: 'standard', ...emailConfig } },
        })
        const ada = await tool.createUser({
          displayName: 'Ada',
          primaryEmail: email,
          primaryEmailVerified: true,
        })
        const created = await tool.createEmailTemplate('News')
        const createdTheme = await tool.createEmailTheme('Looms')
        await tool.updateEmailTheme(createdTheme.id, theme)
        const { renderedHtml } = await tool.updateEmailTemplate(created.id, template, createdTheme.id)
        const refused = await tool.updateEmailTemplate(created.id, 'this is no template', null).then(
          () => null,
          (error: { errorCode?: string }) => error.errorCode,
        )
        const preview = await tool.getEmailPreview({ themeId: createdTheme.id, templateId: created.id })
        const variables = { news: 'The loom runs' }
        await tool.sendEmail({
          userIds: [ada.id],
          templateId: created.id,
          themeId: createdTheme.id,
          variables,
        })
        const tried = await tool.sendTestEmail({ recipientEmail: 'hedy@example.com', emailConfig })
        return { renderedHtml, refused, preview, tried: tried.status }
      }, input)
      const { raw } = await waitUntil(() => smtp.received.find(({ to }) => to.includes(email)))
      const listed = await waitUntil(async () => {
        const all = await hedy.use(async (app, _given, required) => {
          const user = (await app.getUser({ or: 'throw' })) as unknown as CurrentInternalUser
          const [project] = await user.listOwnedProjects()
          return (await required(project, 'the project').app.listSentEmails()).map(({ subject }) => subject)
        })
        return all.includes('News for Ada') && all
      })

      expect(seen).toEqual({
        renderedHtml: expect.stringContaining('A loom was made'),
        refused: 'EMAIL_RENDERING_ERROR',
        preview: expect.stringContaining('Looms and engines'),
        tried: 'ok',
      })
      expect(raw).toContain('The loom runs')
      expect(listed).toContain('News for Ada')
    })
  },
  { places: ['browser'], service: () => ({ options: { outboundNetworks: ['127.0.0.0/8'] } }) },
)
