import { PlainTextError } from '@parley/server/http'

/** Plain-text errors that more than one operation returns. Others are written where they are thrown. */
const plainTextErrors = {
  contactChannelNotFound: [404, 'Contact channel not found.'],
  emailTaken: [400, 'The user already has this e-mail address.'],
  passwordExists: [400, 'You already have a password. Use the old password to change it.'],
  passwordNeedsEmail: [400, 'A password needs a primary e-mail address.'],
  imageFormat: [400, 'An image must be a data URL of PNG, JPEG, GIF, BMP or WebP in Base64.'],
  themeNotFound: [404, 'E-mail theme not found.'],
  templateNotFound: [404, 'E-mail template not found.'],
  categoryNotFound: [404, 'Notification category not found.'],
  // The body of the request names them, not its URL.
  unknownTheme: [400, 'E-mail theme not found.'],
  unknownTemplate: [400, 'E-mail template not found.'],
  unknownCategory: [400, 'Notification category not found.'],
} as const satisfies Readonly<Record<string, readonly [status: number, message: string]>>

/** Creates a plain-text error of the table. */
export function plainTextError(key: keyof typeof plainTextErrors): PlainTextError {
  const [status, message] = plainTextErrors[key]
  return new PlainTextError(status, message)
}
