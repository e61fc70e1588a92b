/** The history of a record, beside it. Mounted only while it is open. */
import { t } from '../i18n/t.ts'
import { TabDrawer } from '../page/tab-modal.tsx'
import { HistoryList } from './history-list.tsx'

const drawerWidth = 520

interface HistoryDrawerProps {
  /** list type of the record */
  readonly type: string
  readonly id: string
  readonly onClose: () => void
}

export default function HistoryDrawer({ type, id, onClose }: HistoryDrawerProps) {
  return (
    <TabDrawer open size={drawerWidth} title={t('修改历史')} onClose={onClose}>
      <HistoryList type={type} id={id} />
    </TabDrawer>
  )
}
