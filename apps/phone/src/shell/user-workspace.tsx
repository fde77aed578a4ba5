import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { createQueryClient } from '../api/queries.ts'
import type { Me } from '../phone-context.tsx'
import { Notifications } from './notifications.tsx'

interface UserWorkspaceProps {
  me: Pick<Me, 'user' | 'workspace'>
  children: ReactNode
}

/**
 * The responses, messages and state of one user in one workspace. Nothing in it remains when the user or the
 * workspace changes.
 */
export function UserWorkspace({ me, children }: UserWorkspaceProps) {
  return <Session key={`${me.user.id} ${me.workspace.id}`}>{children}</Session>
}

function Session({ children }: { children: ReactNode }) {
  const [queryClient] = useState(createQueryClient)
  return (
    <QueryClientProvider client={queryClient}>
      <Notifications>{children}</Notifications>
    </QueryClientProvider>
  )
}
