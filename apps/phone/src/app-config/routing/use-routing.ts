import { unwrap } from '@parley/client'
import { required } from '@parley/primitives'
import { useToast } from '@parley/ui'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isPhoneApiError } from '../../api/errors.ts'
import type { PhoneOutput } from '../../api/phone-api.ts'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'

export type Configuration = PhoneOutput<'GET /routing'>['configuration']
export type Group = Configuration['groups'][number]
export type OpeningHours = Configuration['openingHours'][number]
export type Queue = Configuration['queues'][number]
export type Menu = Configuration['menus'][number]
export type NumberRoute = Configuration['routes'][number]
export type Target = NumberRoute['open']
/** Where a key of a menu leads. */
export type KeyTarget = Menu['entries'][number]['target']

/** A member of the workspace. The name is the e-mail without one; null if there is neither. */
export interface Member {
  readonly userId: string
  readonly name: string | null
}

/** The parts and members that targets name. */
export interface PartNames {
  readonly configuration: Configuration
  readonly members: readonly Member[]
}

/** Reads the members of the workspace, the user first. */
export function useMembers() {
  const { me, queries } = usePhone()
  const colleagues = useQuery(queries.allColleagues())
  const { user } = me
  const self: Member = { userId: user.id, name: user.displayName ?? user.primaryEmail }
  const { error, refetch } = colleagues
  return { data: colleagues.data && [self, ...colleagues.data.items], error, refetch }
}

/**
 * Saves a change of the configuration that was loaded when the form was opened. When another administrator has
 * saved since, nothing is saved, and theirs is loaded.
 */
export function useSaveRouting(onSaved: () => void) {
  const { t } = useLanguage()
  const { api, queries } = usePhone()
  const queryClient = useQueryClient()
  const show = useToast()
  const { queryKey } = queries.routing()
  const [opened] = useState(() => queryClient.getQueryData(queryKey))
  return useMutation({
    mutationFn: async (change: (before: Configuration) => Configuration) => {
      const { version, configuration } = required(opened, 'the configuration that is shown')
      return unwrap(await api('PUT /routing', { body: { version, configuration: change(configuration) } }))
    },
    onSuccess: (saved) => {
      queryClient.setQueryData(queryKey, saved)
      show({ text: t('routing.saved') })
      onSaved()
    },
    onError: async (error) => {
      if (isPhoneApiError(error, 'ROUTING_CHANGED')) await queryClient.invalidateQueries({ queryKey })
    },
  })
}
