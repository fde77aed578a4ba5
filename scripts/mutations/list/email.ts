import type { Mutation } from '../mutation.ts'

const email = 'apps/account-service/src/email'
const users = 'apps/account-service/src/users'

export const emailMutations: readonly Mutation[] = [
  {
    removes: 'A template may render for eight seconds of CPU time.',
    file: `${email}/sandbox/interpreter.ts`,
    find: 'const cpuLimitMs = 1_000',
    replace: 'const cpuLimitMs = 8_000',
    tests: [`${email}/sandbox/sandbox.test.ts`],
    name: 'CPU',
  },
  {
    removes: 'What a template changed is still changed in the next render.',
    file: `${email}/sandbox/interpreter.ts`,
    find: '        restoreMemory(memory, before)\n',
    replace: '        void restoreMemory\n',
    tests: [`${email}/sandbox/sandbox.test.ts`],
    name: 'reset for each render',
  },
  {
    removes: 'The worker of the sandbox gets the environment of the service.',
    file: `${email}/sandbox/sandbox.ts`,
    find: '    env: {},\n',
    replace: '',
    tests: [`${email}/sandbox/sandbox.test.ts`],
    survives: 'QuickJS has no access to the environment of its worker; the empty one is a second protection.',
  },
  {
    removes: 'The result of a template is not limited.',
    file: `${email}/sandbox/sandbox.ts`,
    find: 'subject: z.string().max(2_000).nullable(),',
    replace: 'subject: z.string().nullable(),',
    tests: [`${email}/sandbox/sandbox.test.ts`],
    name: 'a huge subject',
  },
  {
    removes: 'One project fills the queue of the sandbox.',
    file: `${email}/sandbox/sandbox.ts`,
    find: 'maxWaitingPerQueue: 50',
    replace: 'maxWaitingPerQueue: 200',
    tests: [`${email}/sandbox/sandbox.test.ts`],
    name: 'round-robin',
  },
  {
    removes: 'A sender name may contain line breaks.',
    file: `${email}/delivery/project-server.ts`,
    find: 'oneLine(sender_name)',
    replace: 'sender_name',
    tests: [`${email}/delivery/emails.test.ts`],
    name: 'line breaks',
  },
  {
    removes: 'A rejected recipient gets further e-mails.',
    file: `${email}/delivery/suppressions.ts`,
    find: '  return row?.suppressed_at ?? null\n',
    replace: '  return row && null\n',
    tests: [`${email}/delivery/emails.test.ts`],
    name: 'suppressed for a day',
  },
  {
    removes: 'An unsubscribe link does not expire.',
    file: `${users}/notifications/unsubscribe-code.ts`,
    find: 'lifetimeMs: () => 7 * 24',
    replace: 'lifetimeMs: () => 700 * 24',
    tests: [`${email}/delivery/send-email.test.ts`],
    name: 'expires after seven days',
  },
  {
    removes: 'A user server for e-mail may be on a private network.',
    file: `${email}/delivery/project-server.ts`,
    find: 'allowedNetworks: options.outboundNetworks }',
    replace: "allowedNetworks: ['0.0.0.0/0', '::/0'] }",
    tests: [`${email}/delivery/send-test-email.test.ts`],
    name: 'LK6',
    survives: 'The test e-mail has its own call; a delivery is only made to a server that it reached.',
  },
  {
    removes: 'An image that decodes to too many pixels is accepted.',
    file: `${users}/images/encode-image.ts`,
    find: 'width * height > maxBmpPixels)',
    replace: 'width * height > maxPixels)',
    tests: [`${users}/images/images.test.ts`],
    name: 'bitmap of more than',
    survives:
      'The image library refuses the decoded bitmap; the earlier check only saves the time to decode it.',
  },
  {
    removes: 'Images are stored as they were sent.',
    file: `${users}/images/encode-image.ts`,
    find: 'return { format, bytes: await encode(smaller, format) }',
    replace: 'return { format, bytes: (await encode(smaller, format)) && bytes }',
    tests: [`${users}/images/images.test.ts`],
    name: 'metadata is stripped',
  },
]
