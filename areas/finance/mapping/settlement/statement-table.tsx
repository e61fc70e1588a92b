/** The body of a statement: groups of finance items in both reports; a row unfolds to the orders that differ, these to their lines. */
import { CheckOutlined, CloseOutlined, DownOutlined, RightOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Fragment, useState, type ReactNode } from 'react'
import { showMoney } from '#platform/format/money.ts'
import { MISSING } from '#platform/format/numbers.ts'
import { api } from '#platform/web/api/client.ts'
import { t } from '#platform/web/i18n/t.ts'
import { RowsFailed, RowsLoading } from '#platform/web/values/list-notices.tsx'
import { RecordLink, useRecordUrls } from '#platform/web/values/record-link.tsx'
import { RelatedList } from '#platform/web/record/related-list.tsx'
import { useShell } from '#platform/web/page/shell-context.ts'
import type { Sides as Sums, Statement, StatementRow } from '../../base/answers.ts'
import { MapInPlace, useMayMap } from './map-in-place.tsx'

export const Amount = ({ value }: { value: string | null }) =>
  value === null ? (
    MISSING
  ) : (
    <span className={value.startsWith('-') ? 'zg-figure zg-negative' : 'zg-figure'} title={value}>
      {showMoney(value)}
    </span>
  )

const isZero = (value: string): boolean => /^-?0(\.0+)?$/.test(value)

const groupTitles = (): Readonly<Record<string, string>> => ({
  sales: t('销售'),
  refund: t('退款'),
  platformFee: t('平台费'),
  fbaFee: t('FBA 费'),
  advertising: t('广告'),
  other: t('其他'),
  tax: t('税'),
  transfer: t('转账'),
  unmapped: t('未映射'),
})

/** Without transaction lines there is nothing to compare. */
const Cells = ({ sums, isCompared }: { sums: Sums; isCompared: boolean }) => (
  <>
    <td>
      <Amount value={sums.settlement} />
    </td>
    <td>
      <Amount value={isCompared ? sums.transactions : null} />
    </td>
    <td className={isCompared && !isZero(sums.difference) ? 'zg-statement-differs' : undefined}>
      <Amount value={isCompared ? sums.difference : null} />
    </td>
  </>
)

const Unfold = ({ isOpen, onClick, children }: { isOpen: boolean; onClick: () => void; children: ReactNode }) => (
  <button type="button" className="zg-statement-unfold" aria-expanded={isOpen} onClick={onClick}>
    {isOpen ? <DownOutlined aria-hidden /> : <RightOutlined aria-hidden />} {children}
  </button>
)

export function StatementTable({ id, statement }: { id: string; statement: Statement }) {
  const { groups, foot, verdict } = statement
  const isCompared = verdict.reconciled !== 0
  const titles = groupTitles()
  const { open } = useShell()
  const { path: typeMap } = useMayMap()
  const isProven = isZero(foot.difference) || !isCompared
  const isWhole = foot.settlement === foot.stated && foot.lines === foot.statedLines
  return (
    <table className="zg-statement-table">
      <thead>
        <tr>
          <th scope="col">{t('财务科目')}</th>
          <th scope="col">{t('结算单')}</th>
          <th scope="col">{t('交易明细')}</th>
          <th scope="col">{t('差异')}</th>
        </tr>
      </thead>
      {groups.map(group => (
        <tbody key={group.code}>
          <tr className="zg-statement-group">
            <th scope="rowgroup">{titles[group.code] ?? group.code}</th>
            <Cells sums={group} isCompared={isCompared} />
          </tr>
          {group.rows.map(row => (
            <ItemRow key={row.key} id={id} statement={statement} row={row} isCompared={isCompared} />
          ))}
        </tbody>
      ))}
      <tfoot>
        <tr>
          <th scope="row">
            {t('合计')} = {t('文件控制总额')} <Amount value={foot.stated} />{' '}
            {isWhole ? (
              <CheckOutlined className="zg-statement-equal" aria-label={t('一致')} />
            ) : (
              <CloseOutlined className="zg-negative" aria-label={t('不一致')} />
            )}
            <small>
              {t('{count} 行', { count: foot.lines })}
              {foot.lines === foot.statedLines ? '' : ` / ${t('{count} 行', { count: foot.statedLines })}`}
              {foot.audited === 0 ? '' : ` · ${t('已审核 {count} 行', { count: foot.audited })}`}
            </small>
            {foot.unmapped > 0 &&
              (typeMap === null ? (
                <small>{t('未映射 {count}', { count: foot.unmapped })}</small>
              ) : (
                <Button type="link" size="small" onClick={() => open(typeMap)}>
                  {t('未映射 {count}', { count: foot.unmapped })}
                </Button>
              ))}
          </th>
          <Cells sums={foot} isCompared={isCompared} />
        </tr>
        {!isProven && verdict.orders === 0 && (
          <tr>
            <td colSpan={4}>{t('每个订单都一致')}</td>
          </tr>
        )}
      </tfoot>
    </table>
  )
}

interface ItemRowProps {
  readonly id: string
  readonly statement: Statement
  readonly row: StatementRow
  readonly isCompared: boolean
}

function ItemRow({ id, statement, row, isCompared }: ItemRowProps) {
  const [isOpen, setOpen] = useState(false)
  const mayMap = useMayMap()
  const differs = isCompared && !isZero(row.difference)
  return (
    <>
      <tr>
        <th scope="row">
          <Unfold isOpen={isOpen} onClick={() => setOpen(!isOpen)}>
            {row.title}
          </Unfold>
          {row.unmapped !== null && mayMap.canAdd && <MapInPlace kindId={row.unmapped} may={mayMap} />}
        </th>
        <Cells sums={row} isCompared={isCompared} />
      </tr>
      {isOpen &&
        (differs ? (
          <Orders id={id} statement={statement} row={row} />
        ) : (
          <tr>
            <td colSpan={4}>
              <Lines statement={statement} more={['kindId', row.kinds]} />
            </td>
          </tr>
        ))}
    </>
  )
}

interface Orders {
  readonly list: readonly (Sums & { readonly orderId: string })[]
  readonly isMore: boolean
}

function Orders({ id, statement, row }: Omit<ItemRowProps, 'isCompared'>) {
  const orders = useQuery({
    queryKey: ['list', 'amazonSettlement', 'orders', id, row.key, row.difference],
    queryFn: ({ signal }) => api.post<Orders>('/AmzSettlement/statementOrders', { id, key: row.key }, { signal, quiet: true }),
    throwOnError: false,
  })
  const [shown, setShown] = useState<string | null>(null)
  const urlOf = useRecordUrls()
  if (orders.data === undefined)
    return (
      <tr>
        <td colSpan={4}>{orders.isError ? <RowsFailed error={orders.error} onRetry={() => void orders.refetch()} /> : <RowsLoading />}</td>
      </tr>
    )
  return (
    <>
      {orders.data.list.map(one => {
        const url = one.orderId === '' ? null : urlOf('order', one.orderId)
        const isOpen = shown === one.orderId
        return (
          <Fragment key={one.orderId}>
            <tr className="zg-statement-order">
              <th scope="row">
                <Unfold isOpen={isOpen} onClick={() => setShown(isOpen ? null : one.orderId)}>
                  {one.orderId === '' ? t('（无订单）') : one.orderId}
                </Unfold>
                {url !== null && <RecordLink url={url}>{t('订单')}</RecordLink>}
              </th>
              <Cells sums={one} isCompared />
            </tr>
            {isOpen && (
              <tr>
                <td colSpan={4}>
                  <Lines statement={statement} more={one.orderId === '' ? ['kindId', row.kinds] : ['orderId', one.orderId]} />
                </td>
              </tr>
            )}
          </Fragment>
        )
      })}
      {orders.data.isMore && (
        <tr>
          <td colSpan={4}>{t('只列出差异最大的 {count} 张订单', { count: orders.data.list.length })}</td>
        </tr>
      )}
    </>
  )
}

interface LinesProps {
  readonly statement: Statement
  readonly more: readonly [field: string, value: string | readonly string[]]
}

/** The lines in the settlement report. */
const Lines = ({ statement: { shopId, settlementId }, more }: LinesProps) =>
  more[1].length === 0 ? (
    <p className="zg-statement-none">{t('结算报告里没有这一项')}</p>
  ) : (
    <RelatedList
      relation={{ type: 'amazonSettlementLine', title: t('结算明细') }}
      where={[['shopId', shopId], ['settlementId', settlementId], more]}
    />
  )
