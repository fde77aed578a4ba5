/**
 * Configures a new project for the notes, and prints the settings of the application:
 *
 *   npm run --silent parley -- projects create "Notes" | node examples/notes/set-up.js > examples/notes/.env
 */
import { text } from 'node:stream/consumers'

const accountsUrl = process.env.ACCOUNTS_URL ?? 'http://localhost:4001'
const port = process.env.PORT ?? '3000'
const { projectId, publishableClientKey, secretServerKey, superSecretAdminKey } = JSON.parse(
  await text(process.stdin),
)

await send('PATCH', '/internal/projects/current', {
  config: { client_team_creation_enabled: true, allow_user_api_keys: true },
})
const { secret } = await send('POST', '/internal/webhook-endpoints', {
  url: `http://127.0.0.1:${port}/api/webhook`,
})

console.log(`NEXT_PUBLIC_STACK_API_URL=${accountsUrl}
NEXT_PUBLIC_STACK_PROJECT_ID=${projectId}
NEXT_PUBLIC_STACK_PUBLISHABLE_CLIENT_KEY=${publishableClientKey}
STACK_SECRET_SERVER_KEY=${secretServerKey}
WEBHOOK_SECRET=${secret}
PORT=${port}`)

async function send(method, path, body) {
  const response = await fetch(`${accountsUrl}/api/v1${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      'x-stack-project-id': projectId,
      'x-stack-access-type': 'admin',
      'x-stack-super-secret-admin-key': superSecretAdminKey,
    },
    body: JSON.stringify(body),
  })
  if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`)
  return await response.json()
}
