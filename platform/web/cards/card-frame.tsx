/** One card: its title, its own loading and failure, and the large view. What fails in it leaves the others alone. */
import { CloseOutlined, ExpandOutlined } from '@ant-design/icons'
import { QueryErrorResetBoundary } from '@tanstack/react-query'
import { Button, Card, Skeleton } from 'antd'
import { Component, Suspense, createContext, useContext, useEffect, useState, type ReactNode } from 'react'
import { ApiError } from '../api/client.ts'
import { t } from '../i18n/t.ts'
import { ignoreShownRefusal } from '../api/ignore-shown-refusal.ts'
import { TabModal } from '../page/tab-modal.tsx'
import { rememberEmpty } from './empty-cards.ts'
import { findHomeCard } from './home-cards.ts'
import type { ShownCard } from '../../declare/wire-home.ts'
import { HeadBeside } from './head-beside.ts'
import { useUnpin } from './use-home-cards.ts'

export class CardBoundary extends Component<{ readonly reset: () => void; readonly children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: null }

  static getDerivedStateFromError(error: unknown): { error: unknown } {
    return { error }
  }

  private readonly tryAgain = (): void => {
    this.props.reset()
    this.setState({ error: null })
  }

  override render(): ReactNode {
    const { error } = this.state
    if (error === null) return this.props.children
    return <CardFailed error={error} onRetry={this.tryAgain} />
  }
}

/** What happened, what to do, the request id small. */
export function CardFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const requestId = error instanceof ApiError ? error.requestId : null
  return (
    <div className="zg-card-notice" role="alert">
      <p>{error instanceof ApiError && error.msg !== '' ? error.msg : t('这张卡片加载失败')}</p>
      <Button size="small" onClick={onRetry}>
        {t('重试')}
      </Button>
      {requestId !== null && <p className="zg-request-id">{t('请求编号 {id}', { id: requestId })}</p>}
    </div>
  )
}

/** Heard by the frame of a card: whether it has nothing to show. */
const EmptyHeard = createContext<(isEmpty: boolean) => void>(() => undefined)

export function CardEmpty({ text }: { text: string }) {
  const tell = useContext(EmptyHeard)
  useEffect(() => {
    tell(true)
    return () => tell(false)
  }, [tell])
  return <div className="zg-card-notice">{text}</div>
}
/** At once: a frame with nothing in it would look like a card that has nothing to show. */
export const CardLoading = () => <Skeleton active title={false} paragraph={{ rows: 4 }} />

function Content({ card, large }: { card: ShownCard; large: boolean }) {
  const Drawn = findHomeCard(card.component)
  if (Drawn === null) return null
  return (
    <QueryErrorResetBoundary>
      {({ reset }) => (
        <CardBoundary reset={reset}>
          <Suspense fallback={<CardLoading />}>
            <Drawn large={large} card={card} />
          </Suspense>
        </CardBoundary>
      )}
    </QueryErrorResetBoundary>
  )
}

/** figures beside each other on a card across the page */
const placesOfRow = 6
/** A card across the page is as high as what it is made for. */
const stripOf = ({ places, why, component }: ShownCard): 'figures' | 'why' | 'queue' | null =>
  places !== undefined ? 'figures' : why !== undefined ? 'why' : component === 'home/queue' ? 'queue' : null

export function CardFrame({ card }: { card: ShownCard }) {
  // a card without content stays where it is, and steps back; the next time it stands behind the others
  const [isEmpty, setEmpty] = useState(false)
  useEffect(() => rememberEmpty(card.key, isEmpty), [card.key, isEmpty])
  const [isLarge, setLarge] = useState(false)
  const [beside, setBeside] = useState<HTMLElement | null>(null)
  const unpin = useUnpin()
  const enlarge = t('放大{title}', { title: card.title })
  return (
    <Card
      size="small"
      className="zg-home-card"
      data-wide={card.wide || undefined}
      data-strip={(card.wide && stripOf(card)) || undefined}
      data-rows={(card.wide && (card.places ?? 0) > placesOfRow && 2) || undefined}
      data-queue={card.component === 'home/queue' || undefined}
      data-empty={isEmpty || undefined}
      title={
        <>
          <h2>{card.title}</h2>
          <span className="zg-card-beside" ref={setBeside} />
        </>
      }
      extra={
        <>
          {card.large && (
            <Button
              type="text"
              size="small"
              icon={<ExpandOutlined aria-hidden />}
              aria-label={enlarge}
              title={enlarge}
              onClick={() => setLarge(true)}
            />
          )}
          {card.own === true && (
            <Button
              type="text"
              size="small"
              icon={<CloseOutlined aria-hidden />}
              aria-label={t('取消固定{title}', { title: card.title })}
              title={t('取消固定')}
              onClick={() => void ignoreShownRefusal(unpin(card))}
            />
          )}
        </>
      }
    >
      <EmptyHeard value={setEmpty}>
        <HeadBeside value={beside}>
          <Content card={card} large={false} />
        </HeadBeside>
      </EmptyHeard>
      {isLarge && (
        <TabModal open title={card.title} width={960} footer={null} onCancel={() => setLarge(false)}>
          <Content card={card} large />
        </TabModal>
      )}
    </Card>
  )
}
