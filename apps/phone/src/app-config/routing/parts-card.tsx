import { Button, Card, EmptyState } from '@parley/ui'
import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { DeletePart } from './delete-part.tsx'
import { PartRow } from './part-row.tsx'
import type { Configuration } from './use-routing.ts'

interface Part {
  readonly id: string
  readonly name: string
}

interface PartsCardProps<T extends Part> {
  title: string
  parts: readonly T[]
  configuration: Configuration
  addLabel: string
  /** Whether a further part can be added. */
  canAdd: boolean
  /** The sentence that is shown without a part. */
  none: string
  /** Returns the configuration without a part. */
  remove: (configuration: Configuration, id: string) => Configuration
  renderBadge?: (part: T) => ReactNode
  /** Renders further buttons of a part. */
  renderActions?: (part: T) => ReactNode
  renderSummary: (part: T) => ReactNode
  /** Renders the dialog that changes a part, or adds one if it is null. */
  renderDialog: (part: T | null, onClose: () => void) => ReactNode
}

/** The groups, queues, menus or opening hours of the workspace. */
export function PartsCard<T extends Part>(props: PartsCardProps<T>) {
  const { title, parts, configuration, remove } = props
  const [edited, setEdited] = useState<T | 'new' | null>(null)
  const [deleted, setDeleted] = useState<T | null>(null)
  const add = props.canAdd && (
    <Button size="small" icon={Plus} onClick={() => setEdited('new')}>
      {props.addLabel}
    </Button>
  )
  return (
    <Card title={title} padding="none" aside={parts.length > 0 && add}>
      {parts.length === 0 ? (
        <div className="px-4.5">
          <EmptyState action={add}>{props.none}</EmptyState>
        </div>
      ) : (
        <ul className="[&>li+li]:border-t [&>li+li]:border-line">
          {parts.map((part) => (
            <PartRow
              key={part.id}
              name={part.name}
              badge={props.renderBadge?.(part)}
              actions={props.renderActions?.(part)}
              onEdit={() => setEdited(part)}
              onDelete={() => setDeleted(part)}
            >
              {props.renderSummary(part)}
            </PartRow>
          ))}
        </ul>
      )}
      {edited !== null && props.renderDialog(edited === 'new' ? null : edited, () => setEdited(null))}
      {deleted !== null && (
        <DeletePart
          part={deleted}
          configuration={configuration}
          remove={remove}
          onClose={() => setDeleted(null)}
        />
      )}
    </Card>
  )
}
