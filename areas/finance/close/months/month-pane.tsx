/** One month of the books: how far it is, its checklist, closing it, what it came to, and what was carried into it. */
import { CheckCircleOutlined } from '@ant-design/icons'
import { Button, Collapse, Progress } from 'antd'
import { useEffect } from 'react'
import { RecordApproval } from '#platform/web/approval/record-approval.tsx'
import { t } from '#platform/web/i18n/t.ts'
import { showInstant } from '#platform/web/values/value.ts'
import { RelatedList } from '#platform/web/record/related-list.tsx'
import type { PageInfo } from '#platform/web/page/page-context.ts'
import type { BookMonth, ItemTitle } from '../../base/answers.ts'
import { Checklist } from './month-checklist.tsx'
import { Money, MonthFigures } from './month-figures.tsx'
import { MonthVouchers } from './month-vouchers.tsx'
import { useClosing } from './use-closing.tsx'
import { isDone } from './month-runs.tsx'
import { useMonthCheck, type MonthRun } from './use-month-check.tsx'
import '#platform/web/record/record.css'

/** Operation ids of operations.ts and month-operations.ts. */
const [editOperation, closeOperation, reopenOperation] = [3, 100, 101]

interface MonthPaneProps {
  readonly month: BookMonth
  readonly months: readonly BookMonth[]
  readonly items: readonly ItemTitle[]
  readonly isWhole: boolean
  readonly can: PageInfo['can']
  /** another item was answered */
  readonly onChecked: (done: number) => void
  readonly onChanged: () => Promise<unknown>
}

export function MonthPane({ month, months, items, isWhole, can, onChecked, onChanged }: MonthPaneProps) {
  const run = useMonthCheck(month.month, items)
  const { start } = run
  const isClosed = month.state === 1
  const isFresh = run.items.every(one => one.answeredMs === 0)
  // what keeps it open stands there without a click
  useEffect(() => {
    if (!isClosed && isFresh) start()
    // eslint-disable-next-line react-hooks/exhaustive-deps -- when the month is opened
  }, [])
  const answered = run.items.filter(one => one.list !== null).length
  const done = run.items.filter(isDone).length
  useEffect(() => onChecked(answered * items.length + done), [answered, done, items.length, onChecked])
  return (
    <div className="zg-month">
      <Head month={month} months={months} run={run} done={done} isWhole={isWhole} can={can} onChanged={onChanged} />
      {isClosed && (
        <div className="zg-month-closed">
          <CheckCircleOutlined aria-hidden className="zg-month-good" />
          <span>
            {t('利润（人民币）')} <Money value={month.profit} /> · {t('销售收入（人民币）')} <Money value={month.sales} />
          </span>
          <span className="zg-month-quiet">
            {t('{name} 于 {time} 结账', {
              name: month.closedByName ?? '',
              time: month.closedAt === null ? '' : showInstant(month.closedAt),
            })}
          </span>
          <MonthVouchers month={month.month} />
        </div>
      )}
      {(!isClosed || answered > 0 || run.isRunning) && (
        <Checklist month={month.month} run={run} mayEdit={isWhole && !isClosed && can(editOperation)} />
      )}
      <Collapse
        ghost
        size="small"
        destroyOnHidden
        items={[{ key: 'figures', label: t('各币种的数字'), children: <MonthFigures month={month.month} /> }]}
      />
      <section aria-label={t('跨期调整')}>
        <h3>{t('跨期调整')}</h3>
        <RelatedList relation={{ type: 'financeCarried', title: t('跨期调整') }} where={[['month', month.month]]} />
      </section>
    </div>
  )
}

interface HeadProps extends Pick<MonthPaneProps, 'month' | 'months' | 'isWhole' | 'can' | 'onChanged'> {
  readonly run: MonthRun
  readonly done: number
}

function Head({ month, months, run, done, isWhole, can, onChanged }: HeadProps) {
  const { items } = run
  const isClosed = month.state === 1
  const said = items.flatMap(one => one.list ?? []).filter(one => one.state === 'said')
  const [closing, questions] = useClosing(month, said, onChanged)
  const answered = items.filter(one => one.list !== null)
  const left = answered.filter(one => !isDone(one)).length
  const waits = items.length - answered.length
  const times = items.flatMap(one => (one.answeredMs === 0 ? [] : [one.answeredMs]))
  const first = months.findLast(one => one.due)?.month
  const why = !month.over
    ? t('{month} 还没有结束', { month: month.month })
    : !month.due && first !== undefined
      ? t('请先结 {month}，月份按顺序结账', { month: first })
      : null
  const isLast = month.month === months.find(one => one.state === 1)?.month
  return (
    <header className="zg-month-head">
      {questions}
      <h2>{month.month}</h2>
      {month.id !== null && month.approval !== null && (
        <RecordApproval type="financeMonth" row={{ id: month.id, approval: month.approval }} />
      )}
      {(!isClosed || answered.length > 0) && (
        <>
          <Progress
            percent={items.length === 0 ? 0 : (done / items.length) * 100}
            format={() => t('{done} / {all}', { done, all: items.length })}
            aria-label={t('{done} / {all} 项已完成', { done, all: items.length })}
          />
          <strong role="status">
            {run.isRunning
              ? t('正在检查，还有 {count} 项', { count: waits === 0 ? items.filter(one => one.isRunning).length : waits })
              : left > 0
                ? t('还差 {count} 项', { count: left })
                : waits > 0
                  ? t('{count} 项未检查', { count: waits })
                  : isWhole
                    ? t('没有阻止结账的问题')
                    : t('您能看到的店铺没有阻止结账的问题')}
          </strong>
        </>
      )}
      {times.length > 0 && (
        <span className="zg-month-quiet">{t('上次检查 {time}', { time: showInstant(new Date(Math.min(...times)).toISOString()) })}</span>
      )}
      <span className="zg-month-buttons">
        {run.isRunning ? <Button onClick={run.stop}>{t('取消检查')}</Button> : <Button onClick={run.start}>{t('检查')}</Button>}
        {isWhole && !isClosed && can(closeOperation) && (
          <Button
            type="primary"
            title={why ?? undefined}
            disabled={why !== null || run.isRunning || left > 0 || waits > 0}
            onClick={closing.close}
          >
            {t('结账')}
          </Button>
        )}
        {isWhole && isClosed && isLast && month.approval?.state !== 1 && can(reopenOperation) && (
          <Button danger onClick={closing.reopen}>
            {t('反结账')}
          </Button>
        )}
      </span>
      {why !== null && !isClosed && <p className="zg-month-quiet">{why}</p>}
    </header>
  )
}
