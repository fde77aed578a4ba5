import { unwrap } from '@parley/client'
import { announcements } from '@parley/contract/phone'
import { Button, Card, EmptyState, formatDuration, IconButton, List, ListRow } from '@parley/ui'
import { Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { PlayButton } from '../../announcements/play-button.tsx'
import { useLanguage } from '../../i18n/language.tsx'
import { usePhone } from '../../phone-context.tsx'
import { ErrorAlert } from '../../shell/errors/error-alert.tsx'
import { AnnouncementDialog } from './announcement-dialog.tsx'
import { DeleteAnnouncement } from './delete-announcement.tsx'

type Announcement = announcements.Announcement

/** The announcements of the workspace. */
export function AnnouncementsCard({ items }: { items: readonly Announcement[] }) {
  const { t } = useLanguage()
  const [isAdding, setIsAdding] = useState(false)
  const [deleted, setDeleted] = useState<Announcement | null>(null)
  const [problem, setProblem] = useState<unknown>(null)
  const isFull = items.length >= announcements.maxAnnouncements
  const add = (
    <Button
      size="small"
      icon={Plus}
      disabledReason={isFull ? t('error.ANNOUNCEMENT_LIMIT') : null}
      onClick={() => setIsAdding(true)}
    >
      {t('announcements.add')}
    </Button>
  )
  return (
    <Card title={t('announcements.own')} padding="none" aside={items.length > 0 && add}>
      {items.length === 0 ? (
        <div className="px-4.5">
          <EmptyState action={add}>{t('announcements.none')}</EmptyState>
        </div>
      ) : (
        <List label={t('announcements.own')}>
          {items.map((announcement) => (
            <AnnouncementRow
              key={announcement.id}
              announcement={announcement}
              onDelete={() => setDeleted(announcement)}
              onError={setProblem}
            />
          ))}
        </List>
      )}
      {problem !== null && (
        <div className="p-4.5">
          <ErrorAlert error={problem} />
        </div>
      )}
      {isAdding && <AnnouncementDialog onClose={() => setIsAdding(false)} />}
      {deleted && <DeleteAnnouncement announcement={deleted} onClose={() => setDeleted(null)} />}
    </Card>
  )
}

interface AnnouncementRowProps {
  announcement: Announcement
  onDelete: () => void
  onError: (error: unknown) => void
}

function AnnouncementRow({ announcement, onDelete, onError }: AnnouncementRowProps) {
  const { t } = useLanguage()
  const { api } = usePhone()
  const { id, name, durationMs, createdByName } = announcement
  const load = async () =>
    unwrap(await api('GET /announcements/{announcement}/audio', { params: { announcement: id } })).audio
  return (
    <ListRow
      title={name}
      subtitle={[formatDuration(durationMs), createdByName].filter(Boolean).join(' · ')}
      action={
        <>
          <PlayButton name={name} load={load} onError={onError} />
          <IconButton icon={Trash2} label={t('announcements.delete', { name })} onClick={onDelete} />
        </>
      }
    />
  )
}
