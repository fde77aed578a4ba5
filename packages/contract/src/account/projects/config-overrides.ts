import { z } from 'zod'
import { defineAccountEndpoint } from '../define-endpoint.ts'
import { boundedString, largeBodyBytes, storableString, success } from '../fields.ts'

/** JSON text of an object. The operation parses it. */
const configString = storableString.max(1_000_000)

/** Clients distinguish three levels of overrides. All change the same configuration. */
const level = z.enum(['project', 'branch', 'environment'])

const updateBody = z.object({ config_override_string: configString })

const sourceInput = z.looseObject({ type: z.enum(['pushed-from-github', 'pushed-from-unknown', 'unlinked']) })

export const getConfig = defineAccountEndpoint({
  method: 'GET',
  path: '/internal/config',
  access: 'admin',
  summary:
    'Get the configuration of the project as the JSON text of one tree, as clients since 2.8.39 read it.',
  response: z.object({ config_string: z.string() }),
  errors: [],
})

export const overrideConfig = defineAccountEndpoint({
  method: 'PATCH',
  path: '/internal/config/override',
  access: 'admin',
  summary:
    'Change keys of the configuration, which may be dotted: {"auth.allowSignUp": false}. Null sets a key to its default. Unknown keys are rejected.',
  body: updateBody,
  maxBodyBytes: largeBodyBytes,
  response: success,
  errors: [],
  plainTextErrors: [400],
})

export const overrideConfigAtLevel = defineAccountEndpoint({
  method: 'PATCH',
  path: '/internal/config/override/{level}',
  access: 'admin',
  summary: 'Change keys of the configuration. All levels change the same configuration.',
  params: z.object({ level }),
  body: updateBody,
  maxBodyBytes: largeBodyBytes,
  response: success,
  errors: [],
  plainTextErrors: [400],
})

export const pushConfig = defineAccountEndpoint({
  method: 'PUT',
  path: '/internal/config/override/{level}',
  access: 'admin',
  summary: 'Set keys of the configuration. Omitted keys stay unchanged. The source is not stored.',
  params: z.object({ level }),
  body: z.object({ config_string: configString, source: sourceInput.optional() }),
  maxBodyBytes: largeBodyBytes,
  response: success,
  errors: [],
  plainTextErrors: [400],
})

export const getConfigAtLevel = defineAccountEndpoint({
  method: 'GET',
  path: '/internal/config/override/{level}',
  access: 'admin',
  summary: 'Get the configuration that was set: all of it for the level environment, nothing for the others.',
  params: z.object({ level }),
  response: z.object({ config_string: z.string() }),
  errors: [],
})

export const resetConfigKeys = defineAccountEndpoint({
  method: 'POST',
  path: '/internal/config/override/{level}/reset-keys',
  access: 'admin',
  summary: 'Set keys of the configuration, and the keys below them, to their defaults.',
  params: z.object({ level }),
  body: z.object({ keys: z.array(boundedString).max(1_000) }),
  response: success,
  errors: [],
  plainTextErrors: [400],
})

export const getConfigSource = defineAccountEndpoint({
  method: 'GET',
  path: '/internal/config/source',
  access: 'admin',
  summary: 'Get where the configuration was pushed from, which is not recorded: always unlinked.',
  response: z.object({ source: z.object({ type: z.literal('unlinked') }) }),
  errors: [],
})

export const unlinkConfigSource = defineAccountEndpoint({
  method: 'DELETE',
  path: '/internal/config/source',
  access: 'admin',
  summary: 'Has no effect, because no source is recorded.',
  response: success,
  errors: [],
})
