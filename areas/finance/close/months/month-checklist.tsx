/** The checklist of a month in the order of working: what is in order is one line for each group, the rest is a row with what it lacks. */
import {
  CheckOutlined,
  CloseOutlined,
  DownOutlined,
  ExclamationOutlined,
  LoadingOutlined,
  MinusOutlined,
  RightOutlined,
} from '@ant-design/icons'
import { useEffect, useState, type ReactNode } from 'react'
import type { CloseGroup } from '#platform/declare/close-groups.ts'
import { t } from '#platform/web/i18n/t.ts'
import { RowsFailed } from '#platform/web/values/list-notices.tsx'
import { showInstant } from '#platform/web/values/value.ts'
import type { ListedItem } from '../../base/answers.ts'
import { ItemRow } from './month-item.tsx'
import { isDone, isSettled } from './month-runs.tsx'
import type { CheckedItem, MonthRun } from './use-month-check.tsx'

/** a row that takes longer says how far it is */
const slowMs = 20_000

const groupTitles = (): Readonly<Record<CloseGroup, string>> => ({
  data: t('数据齐全'),
  costs: t('映射与成本'),
  fees: t('费用与分摊'),
  match: t('对账'),
  vouchers: t('凭证'),
  review: t('复核'),
})

interface ChecklistProps {
  readonly month: string
  readonly run: MonthRun
  readonly mayEdit: boolean
}

export function Checklist({ month, run, mayEdit }: ChecklistProps) {
  const names = groupTitles()
  return (
    <div className="zg-month-groups">
      {[...Map.groupBy(run.items, one => one.group)].map(([group, items]) => (
        <Group key={group} title={names[group]} month={month} items={items} mayEdit={mayEdit} onAgain={run.again} />
      ))}
    </div>
  )
}

interface GroupProps {
  readonly title: string
  readonly month: string
  readonly items: readonly CheckedItem[]
  readonly mayEdit: boolean
  readonly onAgain: (code: string) => void
}

function Group({ title, month, items, mayEdit, onAgain }: GroupProps) {
  const [isOpen, setOpen] = useState(false)
  const done = items.filter(isDone)
  const isWhole = done.length === items.length
  const said = done.flatMap(({ list }) => list ?? []).filter(({ state }) => state === 'said').length
  const shown = isOpen ? items : items.filter(one => !done.includes(one))
  return (
    <section className="zg-month-group" aria-label={title}>
      <header>
        <h3>
          {isWhole ? <Sign kind="good" /> : null} {title}
        </h3>
        <span>{t('{done} / {all}', { done: done.length, all: items.length })}</span>
        {done.length > 0 && (
          <button type="button" className="zg-month-fold" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {isOpen ? <DownOutlined aria-hidden /> : <RightOutlined aria-hidden />}
            {done.map(one => one.title).join(t('、'))}
            {said > 0 && <em>{t('已说明 {count} 项', { count: said })}</em>}
          </button>
        )}
      </header>
      {shown.length > 0 && (
        <ul>
          {shown.map(one => (
            <Rows key={one.code} month={month} item={one} mayEdit={mayEdit} onAgain={() => onAgain(one.code)} />
          ))}
        </ul>
      )}
    </section>
  )
}

const keyOf = ({ code, company }: ListedItem): string => `${code} ${company?.id ?? ''}`

interface RowsProps {
  readonly month: string
  readonly item: CheckedItem
  readonly mayEdit: boolean
  readonly onAgain: () => void
}

/** One row for each legal entity that the item is asked of; before it has an answer, one that says what is being done. */
function Rows({ month, item, mayEdit, onAgain }: RowsProps) {
  const { list, error, isRunning, answeredMs } = item
  if (error !== null && list === null && !isRunning)
    return (
      <li className="zg-month-row">
        <Sign kind="bad" />
        <strong>{item.title}</strong>
        <RowsFailed error={error} onRetry={onAgain} />
      </li>
    )
  if (list === null)
    return (
      <li className="zg-month-row" aria-busy={isRunning}>
        {isRunning ? <LoadingOutlined aria-hidden /> : <Sign kind="none" />}
        <strong>{item.title}</strong>
        <span className="zg-month-quiet">{isRunning ? <Running progress={item.progress} /> : t('未检查')}</span>
      </li>
    )
  return list.map(one => (
    <ItemRow
      key={keyOf(one)}
      month={month}
      item={one}
      sign={isRunning ? <LoadingOutlined aria-hidden /> : <Sign kind={signOf(one)} />}
      mayEdit={mayEdit}
      checked={showInstant(new Date(answeredMs).toISOString())}
      onChanged={onAgain}
    />
  ))
}

function Running({ progress }: Pick<CheckedItem, 'progress'>): ReactNode {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), slowMs)
    return () => clearTimeout(timer)
  }, [])
  return isSlow && progress !== null ? t('正在计算 {done} / {all}', { ...progress }) : t('正在检查')
}

const signOf = (one: ListedItem): SignKind => (isSettled(one) ? 'good' : one.needs === 'clean' ? 'bad' : 'warn')

type SignKind = 'good' | 'bad' | 'warn' | 'none'
const signs = { good: CheckOutlined, bad: CloseOutlined, warn: ExclamationOutlined, none: MinusOutlined } as const
function Sign({ kind }: { kind: SignKind }) {
  const Icon = signs[kind]
  return <Icon aria-hidden className={`zg-month-sign zg-month-${kind}`} />
}
