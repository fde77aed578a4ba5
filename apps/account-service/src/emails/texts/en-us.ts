import type { EmailTexts } from './text.ts'

export const enUs: EmailTexts = {
  verification: {
    subject: 'Verify your e-mail at {project}',
    heading: 'Verify your e-mail',
    body: 'Somebody, hopefully you, used this address for an account at {project}. Confirm that it is yours. The link works once, for one hour.',
    button: 'Verify e-mail',
    ignore: 'If this was not you, ignore this e-mail. Nothing happens without the link.',
  },
  magicLink: {
    subject: 'Sign in to {project}: your code is {otp}',
    heading: 'Sign in to {project}',
    body: 'Open the link in the browser in which you want to sign in. It works once, for ten minutes.',
    button: 'Sign in',
    orCode: 'Or type this code where you asked for it:',
    ignore: 'If you did not ask for this, ignore this e-mail and give the code to nobody.',
  },
  orLink: 'If the button does not work, open this address:',
}
