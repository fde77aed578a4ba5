/** A part of the state or of an event of a call, which is stored as JSON. */
type Json = unknown

const isObject = (value: Json): value is Readonly<Record<string, Json>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Returns a value whose properties are replaced; those for which `replace` returns undefined are searched too. */
function mapProperties(
  value: Json,
  replace: (property: Json, key: string, parent: Readonly<Record<string, Json>>) => Json,
): Json {
  if (Array.isArray(value)) return value.map((each) => mapProperties(each, replace))
  if (!isObject(value)) return value
  const entries = Object.entries(value).map(([key, property]) => {
    const replaced = replace(property, key, value)
    return [key, replaced === undefined ? mapProperties(property, replace) : replaced] as const
  })
  return Object.fromEntries(entries)
}

function hasText(value: Json, text: string): boolean {
  if (Array.isArray(value)) return value.some((each) => hasText(each, text))
  return isObject(value) ? Object.values(value).some((each) => hasText(each, text)) : value === text
}

/**
 * Returns a value without a number. The steps of a routing remain valid: who may read a call depends on the users for
 * whom it has rung, and no user reads it by a routing that is not understood.
 */
export function withoutNumberInJson(value: Json, number: string): Json {
  return mapProperties(value, (property, key) => {
    if (property === number) return null
    if (!Array.isArray(property)) return undefined
    if (key === 'steps') return property.map((step) => withoutNumberInStep(step, number))
    const others = property.filter((each) => each !== number)
    return others.length < property.length ? withoutNumberInJson(others, number) : undefined
  })
}

/** A step without the number that it dials, or a menu without its targets, as when the caller has left it. */
function withoutNumberInStep(step: Json, number: string): Json {
  if (!isObject(step) || !hasText(step, number)) return step
  const isMenu = step.kind === 'menu'
  return {
    ...step,
    ...(isMenu && { menus: [], groups: [], queues: [], unanswered: null }),
    ...(step.number === number && { number: '' }),
    // The name of a group, queue or menu is any text.
    ...(step.partName === number && { partName: '' }),
  }
}

/** The properties with names of users, and those beside them with their ids. */
const nameProperties: Readonly<Record<string, string>> = { userName: 'userId', byName: 'byUserId' }

interface NamedUser {
  readonly userId: string
  readonly names: readonly string[]
}

/** Returns a value without the name of a user. Without an id beside it, the name decides. */
export function withoutNameInJson(value: Json, { userId, names }: NamedUser): Json {
  return mapProperties(value, (property, key, parent) => {
    const idKey = nameProperties[key]
    if (idKey === undefined || typeof property !== 'string') return undefined
    const id = parent[idKey]
    const isSame = typeof id === 'string' ? id === userId : names.includes(property)
    return isSame ? null : property
  })
}
