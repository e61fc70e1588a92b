/** What keeps a month open, what should be looked at, and its figures by currency; of a closed month also what would be others today. */
import { CheckCircleOutlined, LoadingOutlined, StopOutlined } from '@ant-design/icons'
import { useQueries, useQuery } from '@tanstack/react-query'
import { Button, Table } from 'antd'
import { useContext, useState } from 'react'
import { showMoney } from '#platform/format/money.ts'
import { MISSING } from '#platform/format/numbers.ts'
import { api } from '#platform/web/api/client.ts'
import { t } from '#platform/web/i18n/t.ts'
import { RowsFailed, RowsLoading } from '#platform/web/list/list-notices.tsx'
import { TabDrawer } from '#platform/web/shell/page/tab-modal.tsx'
import { ShellContext } from '#platform/web/shell/shell-context.ts'
import type { Finding, ListedItem, MonthCheck } from '../answers.ts'
import { pageSteps } from '#platform/web/widgets/page-steps.tsx'
import { Checklist, isSettled } from './month-checklist.tsx'
import './month-drawer.css'

/** items that are asked for at once: others work beside this */
const atOnce = 2
const keyOf = (month: string, part: string): readonly string[] => ['list', 'financeMonth', 'months', 'check', month, part]

/** Figures and what keeps the month open first, then the checklist item by item: a check of a large month takes its time. */
export function MonthDrawer({ month, mayEdit, onClose }: { month: string; mayEdit: boolean; onClose: () => void }) {
  const check = useQuery<MonthCheck>({
    queryKey: keyOf(month, 'figures'),
    queryFn: ({ signal }) => api.post('/financeMonth/check', { month, withItems: false }, { signal, quiet: true }),
    throwOnError: false,
  })
  return (
    <TabDrawer open size={720} title={t('月结检查 {month}', { month })} onClose={onClose}>
      {check.isError ? (
        <RowsFailed error={check.error} onRetry={() => void check.refetch()} />
      ) : check.data === undefined ? (
        <>
          <Doing text={t('正在核对 {month} 的金额和导入', { month })} onLeave={onClose} />
          <RowsLoading />
        </>
      ) : (
        <Checked check={check.data} mayEdit={mayEdit} onLeave={onClose} />
      )}
    </TabDrawer>
  )
}

/** What is being done, and the way out of it: the drawer is closed, and the server stops. */
const Doing = ({ text, onLeave }: { text: string; onLeave: () => void }) => (
  <p className="zg-month-doing" role="status">
    <LoadingOutlined aria-hidden /> {text}
    <Button type="link" size="small" onClick={onLeave}>
      {t('取消检查')}
    </Button>
  </p>
)

function useItems({ month, titles }: MonthCheck) {
  const [asked, setAsked] = useState(atOnce)
  const answers = useQueries({
    queries: titles.map(({ code }, at) => ({
      queryKey: keyOf(month, code),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        api.post<{ readonly list: readonly ListedItem[] }>('/financeMonth/checkItem', { month, item: code }, { signal, quiet: true }),
      enabled: at < asked,
      throwOnError: false,
    })),
  })
  const settled = answers.filter(one => one.isFetched).length
  if (settled + atOnce > asked) setAsked(settled + atOnce)
  return {
    items: answers.flatMap(one => one.data?.list ?? []),
    failed: answers.filter(one => one.isError && one.data === undefined),
    left: titles.filter((_, at) => answers[at]?.isFetched !== true),
  }
}

function Checked({ check, mayEdit, onLeave }: { check: MonthCheck; mayEdit: boolean; onLeave: () => void }) {
  const { items, failed, left } = useItems(check)
  const { titles, blockers } = check
  const isFree = blockers.length === 0 && left.length === 0 && failed.length === 0 && items.every(isSettled)
  return (
    <div className="zg-month-check">
      {!check.isWhole && <p>{t('金额只包含您能看到的店铺。结账由能看到全部店铺的人操作。')}</p>}
      {left.length > 0 && (
        <Doing
          text={t('正在检查 {item}（{done} / {all}）', {
            item: left[0]?.title ?? '',
            done: titles.length - left.length,
            all: titles.length,
          })}
          onLeave={onLeave}
        />
      )}
      {check.closed ? (
        <p>
          <CheckCircleOutlined aria-hidden /> {t('已结账')}
        </p>
      ) : isFree ? (
        <p>
          <CheckCircleOutlined aria-hidden /> {check.isWhole ? t('没有阻止结账的问题') : t('您能看到的店铺没有阻止结账的问题')}
        </p>
      ) : (
        blockers.length > 0 && <Findings title={t('处理后才能结账')} findings={blockers} />
      )}
      {failed.map(one => (
        <RowsFailed key={String(one.errorUpdatedAt)} error={one.error} onRetry={() => void one.refetch()} />
      ))}
      {items.length > 0 && <Checklist month={check.month} items={items} mayEdit={mayEdit && check.isWhole && !check.closed} />}
      <Figures check={check} />
      {check.altered.length > 0 && <Altered check={check} />}
    </div>
  )
}

/** Each with the way to the page that solves it, where the person has that page. */
function Findings({ title, findings }: { title: string; findings: readonly Finding[] }) {
  const shell = useContext(ShellContext)
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <ul>
        {findings.map(one => (
          <li key={one.message}>
            <StopOutlined aria-hidden className="zg-negative" />
            <span>{one.message}</span>
            {one.path !== null && shell?.routes.some(r => r.menu.path === one.path) && (
              <Button type="link" size="small" onClick={() => shell.open(one.path ?? '')}>
                {t('去处理')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

const amount = (value: string | null | undefined) =>
  value == null ? (
    MISSING
  ) : (
    <span className={value.startsWith('-') ? 'zg-figure zg-negative' : 'zg-figure'} title={value}>
      {showMoney(value)}
    </span>
  )

function Figures({ check }: { check: MonthCheck }) {
  const rows = [
    ...Object.entries(check.result.shops).map(([currency, values]) => ({ currency, values })),
    { currency: t('合计（人民币）'), values: check.result.cny },
  ]
  const isTotal = (at: number): boolean => at === rows.length - 1
  return (
    <section>
      <h3>{t('现在的数字')}</h3>
      <Table
        size="small"
        rowKey="currency"
        pagination={false}
        dataSource={rows}
        rowClassName={(_, at) => (isTotal(at) ? 'zg-totals' : '')}
        columns={[
          { title: t('币种'), dataIndex: 'currency' },
          { title: t('销售收入'), align: 'right', render: (_, one) => amount(one.values['sales']) },
          { title: t('退款'), align: 'right', render: (_, one) => amount(one.values['refund']) },
          { title: t('利润'), align: 'right', render: (_, one) => amount(one.values['profit']) },
        ]}
      />
    </section>
  )
}

function Altered({ check }: { check: MonthCheck }) {
  return (
    <section>
      <h3>{t('与结账时不同的数字')}</h3>
      <Table
        size="small"
        rowKey={one => `${one.currency} ${one.measure}`}
        pagination={{ pageSize: 8, size: 'small', hideOnSinglePage: true, showSizeChanger: false, itemRender: pageSteps }}
        dataSource={[...check.altered]}
        columns={[
          { title: t('币种'), dataIndex: 'currency' },
          { title: t('指标'), dataIndex: 'title' },
          { title: t('结账时'), align: 'right', render: (_, one) => amount(one.closed) },
          { title: t('现在'), align: 'right', render: (_, one) => amount(one.now) },
        ]}
      />
    </section>
  )
}
