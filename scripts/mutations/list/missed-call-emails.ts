import type { Mutation } from '../mutation.ts'

const email = 'apps/account-service/src/email'
const tests = [`${email}/delivery/missed-call-emails.test.ts`] as const
const file = `${email}/delivery/send-missed-call-email.ts`

export const missedCallEmailMutations: readonly Mutation[] = [
  {
    removes: 'ZR510: The keys of any project send e-mails about missed calls.',
    file,
    find: 'isBuiltInProject(project) && project.settings',
    replace: 'project.settings',
    tests,
    name: 'ZR510',
  },
  {
    removes: 'ZR510: E-mails about missed calls cannot be turned off.',
    file,
    find: 'isBuiltInProject(project) && project.settings.sends_missed_call_emails',
    replace: 'isBuiltInProject(project)',
    tests,
    name: 'ZR510',
  },
  {
    removes: 'ZR511: An e-mail about missed calls contains any name of a caller.',
    file,
    find: "toPlainName(caller_name ?? '')",
    replace: "(caller_name ?? '')",
    tests,
    name: 'ZR511',
  },
  {
    removes: 'ZR511: An e-mail about missed calls contains any name of a workspace.',
    file,
    find: 'toPlainName(workspace_name)',
    replace: 'workspace_name',
    tests,
    name: 'ZR511',
  },
  {
    removes: 'ZR511: The name of a caller is markup.',
    file: `${email}/templates/render-fragment.ts`,
    find: 'font-weight:600">${escapeHtml(label)}</a>, ',
    replace: 'font-weight:600">${label}</a>, ',
    tests,
    name: 'ZR511',
  },
  {
    removes: "ZR512: Themes of a project apply to the e-mails of the installation's server.",
    file: `${email}/templates/render-stored.ts`,
    find: "if (project.config.email_config.type === 'shared')",
    replace: "if (project.config.email_config.type === 'shared' && name !== 'missed-calls')",
    tests,
    name: 'ZR512',
  },
  {
    removes: 'ZR513: Any number of e-mails about missed calls is sent to an address.',
    file,
    find: '  await limitMissedCallEmails(services, project, to)\n',
    replace: '',
    tests,
    name: 'ZR513',
  },
  {
    removes: 'ZR513: Unverified addresses get e-mails about missed calls.',
    file,
    find: 'to === null || !user.primaryEmailVerified',
    replace: 'to === null',
    tests,
    name: 'ZR513',
  },
]
