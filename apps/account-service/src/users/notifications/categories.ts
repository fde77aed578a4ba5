/** An e-mail category. The ids are part of the wire contract. */
export interface NotificationCategory {
  readonly id: string
  readonly name: 'Transactional' | 'Marketing'
  readonly isEnabledByDefault: boolean
  readonly canDisable: boolean
}

export const transactional: NotificationCategory = {
  id: '7bb82d33-2f54-4a3d-9d23-82739e0d66ef',
  name: 'Transactional',
  isEnabledByDefault: true,
  canDisable: false,
}

export const marketing: NotificationCategory = {
  id: '4f6f8873-3d04-46bd-8bef-18338b1a1b4c',
  name: 'Marketing',
  isEnabledByDefault: true,
  canDisable: true,
}

/** All categories, in list order. */
export const categories: readonly NotificationCategory[] = [transactional, marketing]

export function findCategoryByName(name: string): NotificationCategory | null {
  return categories.find((category) => category.name === name) ?? null
}

export function findCategory(id: string): NotificationCategory | null {
  return categories.find((category) => category.id === id) ?? null
}
