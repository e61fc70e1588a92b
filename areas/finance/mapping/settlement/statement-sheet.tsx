/** A settlement as a statement: verdict, roll, its amounts in both reports, what it adds up to, and where one goes on from it. */
import { CheckCircleOutlined, ExclamationCircleOutlined, LeftOutlined, MinusCircleOutlined, RightOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useEffect, useEffectEvent, type ReactNode } from 'react'
import { showMoney } from '#platform/format/money.ts'
import { api } from '#platform/web/api/client.ts'
import { t } from '#platform/web/i18n/t.ts'
import { RowsFailed, RowsLoading } from '#platform/web/values/list-notices.tsx'
import { RecordLink, useRecordUrls } from '#platform/web/values/record-link.tsx'
import { usePage } from '#platform/web/page/page-context.ts'
import { useShell } from '#platform/web/page/shell-context.ts'
import type { Statement } from '../../base/answers.ts'
import { AuditButton } from './audit-button.tsx'
import { Amount, StatementTable } from './statement-table.tsx'
import './statement.css'

const [equal, different] = [1, 2]
const imports = '/finance/amazon/imports'

export function StatementSheet({ id, version }: { id: string; version: string }) {
  const statement = useQuery({
    queryKey: ['list', 'amazonSettlement', 'statement', id, version],
    queryFn: ({ signal }) => api.post<Statement>('/AmzSettlement/statement', { id }, { signal, quiet: true }),
    throwOnError: false,
  })
  if (statement.data === undefined)
    return (
      <div className="zg-statement">
        {statement.isError ? <RowsFailed error={statement.error} onRetry={() => void statement.refetch()} /> : <RowsLoading />}
      </div>
    )
  const { data } = statement
  return (
    <section className="zg-statement" aria-label={t('结算单')}>
      <Verdict statement={data} />
      <Roll statement={data} />
      <StatementTable id={id} statement={data} />
      <Ways statement={data}>
        <AuditButton id={id} foot={data.foot} />
      </Ways>
    </section>
  )
}

/** Whether the person has the page at this address. */
function usePaths(): (path: string) => boolean {
  const { routes } = useShell()
  return path => routes.some(({ menu }) => menu.path === path)
}

function Verdict({ statement: { verdict, currency } }: { statement: Statement }) {
  const { open } = useShell()
  const has = usePaths()
  const { reconciled, difference, orders } = verdict
  if (reconciled === equal)
    return (
      <p className="zg-statement-verdict zg-statement-equal">
        <CheckCircleOutlined aria-hidden /> {t('与交易明细一致，差异 0.00')}
      </p>
    )
  if (reconciled === different)
    return (
      <p className="zg-statement-verdict zg-negative">
        <ExclamationCircleOutlined aria-hidden />{' '}
        {t('差异 {amount} {currency}，{count} 个订单', { amount: showMoney(difference ?? '0'), currency, count: orders })}
      </p>
    )
  return (
    <p className="zg-statement-verdict">
      <MinusCircleOutlined aria-hidden /> {t('缺交易明细')}
      {has(imports) && (
        <Button type="link" size="small" onClick={() => open(imports)}>
          {t('去导入')}
        </Button>
      )}
    </p>
  )
}

/** To the statement of the shop before or after it, by buttons and arrow keys, in the same tab. */
function useNeighbours({ neighbours }: Statement): (which: 'previous' | 'next') => (() => void) | null {
  const urlOf = useRecordUrls()
  const { turn } = useShell()
  const { tabKey } = usePage()
  const to = (which: 'previous' | 'next'): (() => void) | null => {
    const one = neighbours[which]
    const url = one === null ? null : urlOf('amazonSettlement', one.id)
    return url === null ? null : () => turn(tabKey, url)
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const which = event.key === 'ArrowLeft' ? 'previous' : event.key === 'ArrowRight' ? 'next' : null
    const isTaken =
      event.target instanceof Element &&
      event.target.closest('input, textarea, select, [contenteditable="true"], [role="dialog"], [role="grid"], [role="tab"]') !== null
    if (which === null || isTaken || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
    to(which)?.()
  })
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => onKey(event)
    window.addEventListener('keydown', hear)
    return () => window.removeEventListener('keydown', hear)
  }, [])
  return to
}

function Roll({ statement }: { statement: Statement }) {
  const { roll, neighbours, currency } = statement
  const urlOf = useRecordUrls()
  const to = useNeighbours(statement)
  const before = neighbours.previous
  const link = (url: string | null, text: ReactNode): ReactNode => (url === null ? text : <RecordLink url={url}>{text}</RecordLink>)
  return (
    <p className="zg-statement-roll">
      <Button
        type="text"
        size="small"
        icon={<LeftOutlined aria-hidden />}
        aria-label={t('上一张 (←)')}
        title={t('上一张 (←)')}
        disabled={to('previous') === null}
        onClick={() => to('previous')?.()}
      />
      <span>
        {link(before === null ? null : urlOf('amazonSettlement', before.id), t('上期结转'))} <Amount value={roll.carried} />
      </span>
      <span>
        + {t('本期')} <Amount value={roll.own} />
      </span>
      <strong>
        = {t('打款')} <Amount value={roll.total} /> {currency}
      </strong>
      <span>
        {roll.arrivedOn !== null
          ? link(roll.matchId === null ? null : urlOf('bankMatch', roll.matchId), t('银行到账 {day}', { day: roll.arrivedOn }))
          : !roll.isExpected
            ? t('无需到账')
            : roll.waitedDays === null
              ? t('未到付款日')
              : t('未到账 {count} 天', { count: roll.waitedDays })}
      </span>
      <Button
        type="text"
        size="small"
        icon={<RightOutlined aria-hidden />}
        aria-label={t('下一张 (→)')}
        title={t('下一张 (→)')}
        disabled={to('next') === null}
        onClick={() => to('next')?.()}
      />
    </p>
  )
}

/** Where one goes on: its profit, vouchers, the report of its file. */
function Ways({ statement, children }: { statement: Statement; children: ReactNode }) {
  const { shopId, settlementId, months, importId } = statement
  const { open } = useShell()
  const has = usePaths()
  const urlOf = useRecordUrls()
  const report = importId === null ? null : urlOf('fileImportHistory', importId)
  const query = (values: Readonly<Record<string, string>>): string => new URLSearchParams(values).toString()
  const ways: readonly (readonly [title: string, path: string, url: string])[] = [
    [
      t('这张的利润'),
      '/finance/profit',
      `/finance/profit?${query({ 'f.shop': shopId, 'f.settlement': settlementId, by: 'settlement,sku', ...months })}`,
    ],
    [t('凭证'), '/finance/vouchers/list', `/finance/vouchers/list?${query({ 'f.shopId': shopId, conditions: `month.EQ.${months.to}` })}`],
  ]
  return (
    <nav className="zg-statement-ways" aria-label={t('下一步')}>
      {ways.map(([title, path, url]) =>
        has(path) ? (
          <Button key={title} onClick={() => open(url)}>
            {title}
          </Button>
        ) : null,
      )}
      {report !== null && <Button onClick={() => open(report)}>{t('导入报告')}</Button>}
      {children}
    </nav>
  )
}
