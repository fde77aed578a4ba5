/**
 * Returns the settings of the program.
 *
 * @throws {Error} with a message for the user of the program if one is missing or wrong.
 */
export function readSettings() {
  return {
    baseUrl: readAccountsUrl(),
    projectId: readVariable('PROJECT_ID'),
    publishableClientKey: readVariable('PUBLISHABLE_CLIENT_KEY'),
    secretServerKey: readVariable('SECRET_SERVER_KEY'),
  }
}

function readAccountsUrl(): string {
  const url = readVariable('ACCOUNTS_URL')
  if (!URL.canParse(url)) throw new Error('ACCOUNTS_URL must be a URL such as http://localhost:4001.')
  if (/\/api\/v1\/*$/.test(url))
    throw new Error('ACCOUNTS_URL must not include /api/v1, which the SDK appends.')
  return url
}

function readVariable(name: string): string {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set. See docs/accounts.md.`)
  return value
}
