/** 调整首页: cards in order by drag or keyboard, each shown or hidden; saved at once. */
import { Button, Switch } from 'antd'
import { ApiError } from '../api/client.ts'
import { t } from '../i18n/t.ts'
import { ignoreShownRefusal } from '../api/ignore-shown-refusal.ts'
import { TabDrawer } from '../page/tab-modal.tsx'
import { Sortable } from '../widgets/sortable.tsx'
import type { ShownCard } from '../../declare/wire-home.ts'
import { useArrange, useResetHome } from '../cards/use-home-cards.ts'

interface ArrangeDrawerProps {
  readonly cards: readonly ShownCard[]
  /** other than it begins with */
  readonly isArranged: boolean
  readonly open: boolean
  readonly onClose: () => void
}

export default function ArrangeDrawer({ cards, isArranged, open, onClose }: ArrangeDrawerProps) {
  const save = useArrange()
  const reset = useResetHome()
  const arrange = (next: readonly ShownCard[]): void => {
    save(next).catch((error: unknown) => {
      // the message has been shown, the old order is back
      if (!(error instanceof ApiError)) throw error
    })
  }
  const moved = (ids: readonly string[]): void => arrange(ids.flatMap(id => cards.filter(card => card.key === id)))
  const toggle = (key: string, hidden: boolean): void => arrange(cards.map(card => (card.key === key ? { ...card, hidden } : card)))
  return (
    <TabDrawer
      open={open}
      size={360}
      title={t('调整首页')}
      extra={
        <Button size="small" disabled={!isArranged} onClick={() => void ignoreShownRefusal(reset())}>
          {t('恢复默认')}
        </Button>
      }
      onClose={onClose}
    >
      <Sortable
        items={cards.map(({ key, title }) => ({ id: key, title }))}
        onChange={moved}
        className="zg-home-order"
        itemClassName="zg-home-order-item"
        beside={({ id, title }) => (
          <Switch
            size="small"
            aria-label={t('显示{title}', { title })}
            checked={cards.some(card => card.key === id && !card.hidden)}
            onChange={isShown => toggle(id, !isShown)}
          />
        )}
      />
    </TabDrawer>
  )
}
