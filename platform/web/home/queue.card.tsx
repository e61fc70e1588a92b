/** What waits for the person: how much, the oldest first, each with the act in its place where it can be answered here. */
import { Suspense, lazy } from 'react'
import { instantMs } from '#platform/format/instants.ts'
import { daysBetween, isDate } from '#platform/format/dates.ts'
import { dayInZone } from '#platform/format/zones.ts'
import type { QueueAnswer, WaitingItem } from '../../declare/wire-home.ts'
import { t } from '../i18n/t.ts'
import { organisationZone } from '../page/today.ts'
import { withReload } from '../page/chunk-load.ts'
import { CardEmpty, CardFailed, CardLoading } from '../cards/card-frame.tsx'
import { CardLink } from '../cards/card-link.tsx'
import type { HomeCardProps } from '../cards/home-cards.ts'
import { useCardData } from '../cards/use-home-cards.ts'

// most cards hold no approval
const ApprovalItem = lazy(withReload(() => import('./approval-item.tsx')))

const shownMax = 6

export default function QueueCard({ card, large }: HomeCardProps) {
  const { data, error, refetch } = useCardData<QueueAnswer>(card.key)
  if (data === undefined) return error === null ? <CardLoading /> : <CardFailed error={error} onRetry={() => void refetch()} />
  if (data.total === 0) return <CardEmpty text={t('都处理完了')} />
  return <Queue title={card.title} answer={data} most={large ? Infinity : shownMax} onDone={() => void refetch()} />
}

interface Listed extends WaitingItem {
  /** days that it has waited; below zero: left; null: not known */
  readonly days: number | null
}

/** What is answered in its place stands first; then all kinds together, what has waited or is overdue longest first. */
const urgency = ({ days, approval }: Listed): readonly [number, number] => [Number(approval !== undefined), days ?? Number.MIN_SAFE_INTEGER]
const byUrgency = (one: Listed, other: Listed): number => {
  const [[answered, days], [otherAnswered, otherDays]] = [urgency(one), urgency(other)]
  return otherAnswered - answered || otherDays - days
}

const dayOf = (since: string): string =>
  isDate(since) ? since : since.length === 7 ? `${since}-01` : dayInZone(instantMs(since), organisationZone)

interface QueueProps {
  readonly title: string
  readonly answer: QueueAnswer
  readonly most: number
  readonly onDone: () => void
}

function Queue({ title, answer: { total, parts, today }, most, onDone }: QueueProps) {
  const items = parts
    .flatMap(part => part.list)
    .map((one): Listed => ({ ...one, days: one.since === null ? null : daysBetween(dayOf(one.since), today) }))
    .toSorted(byUrgency)
  const [oldest] = items.filter(one => one.days !== null && one.due !== true).toSorted((a, b) => (b.days ?? 0) - (a.days ?? 0))
  return (
    <div className="zg-queue">
      <p className="zg-queue-head">
        {oldest === undefined || (oldest.days ?? 0) <= 0
          ? t('{n} 项待处理', { n: total })
          : t('{n} 项待处理，最早 {d} 天前：{title}', { n: total, d: oldest.days ?? 0, title: oldest.title })}
      </p>
      {(parts.length > 1 || parts[0]?.title !== title) && (
        <p className="zg-queue-parts">
          {parts.map(part => (
            <span key={part.title}>
              {part.url === null ? part.title : <CardLink to={part.url}>{part.title}</CardLink>} {part.count}
            </span>
          ))}
        </p>
      )}
      <ul className="zg-card-rows">
        {items.slice(0, most).map(item => (
          <Item key={item.key} item={item} onDone={onDone} />
        ))}
      </ul>
    </div>
  )
}

function whenOf({ days, due }: Listed): string {
  if (days === null) return ''
  if (due !== true) return days <= 0 ? t('今天') : t('{d} 天前', { d: days })
  return days === 0 ? t('今天') : days > 0 ? t('逾期 {d} 天', { d: days }) : t('还有 {d} 天', { d: -days })
}

function Item({ item, onDone }: { item: Listed; onDone: () => void }) {
  const { title, note, url, approval } = item
  if (approval !== undefined)
    return (
      <li className="zg-queue-approval">
        <Suspense fallback={title}>
          <ApprovalItem card={approval} note={note} onDone={onDone} />
        </Suspense>
      </li>
    )
  return (
    <li>
      <span title={title}>{url === null ? title : <CardLink to={url}>{title}</CardLink>}</span>
      <small>{[note, whenOf(item)].filter(text => text !== '').join(' · ')}</small>
    </li>
  )
}
