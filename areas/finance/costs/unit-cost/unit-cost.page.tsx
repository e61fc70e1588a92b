/** 单位成本构成: purchase, first leg, duty and other of what was sold, by receipt and by day; opened from figures of costs. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Alert, Empty, Segmented, Table, Tag, type TableColumnsType } from 'antd'
import { useLayoutEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { canonical, isZero } from '#platform/format/decimal.ts'
import { showMoney } from '#platform/format/money.ts'
import { showNumber } from '#platform/format/numbers.ts'
import { api } from '#platform/web/api/client.ts'
import { t } from '#platform/web/i18n/t.ts'
import { RowsFailed, RowsLoading } from '#platform/web/values/list-notices.tsx'
import { RecordLink, useRecordUrls } from '#platform/web/values/record-link.tsx'
import { isPageFailure } from '#platform/web/page/error-boundary.tsx'
import { usePage } from '#platform/web/page/page-context.ts'
import { pageSteps } from '#platform/web/widgets/page-steps.tsx'
import type { CostFigures, CostOfDay, CostOfLayer, CostOfMonth, ProductUnitCost, Span, UnitCostAnswer } from './answers.ts'
import '../../base/order.css'

export default function UnitCostPage() {
  const [search] = useSearchParams()
  const id = search.get('id') ?? ''
  if (id === '')
    return (
      <section className="zg-order" aria-label={t('单位成本构成')}>
        <h1>{t('单位成本构成')}</h1>
        <Empty
          image={Empty.PRESENTED_IMAGE_SIMPLE}
          description={t('从利润报表的成本明细、订单页或产品成本里点“构成”打开，这里列出每一分成本的来源')}
        />
      </section>
    )
  return <UnitCostOf key={id} id={id} />
}

function UnitCostOf({ id }: { id: string }) {
  const [span, setSpan] = useState<Span | null>(null)
  const { data, error, refetch } = useQuery<UnitCostAnswer>({
    queryKey: ['unitCost', id, span],
    queryFn: ({ signal }) => api.post('/FinanceStockCost/madeOf', { id, ...(span === null ? {} : { span }) }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
    throwOnError: (reason, query) => isPageFailure(reason, query.state.data !== undefined),
  })
  const { setTitle } = usePage()
  const name = data?.sku ?? data?.products[0]?.sku ?? ''
  useLayoutEffect(() => setTitle(t('成本构成 {sku}', { sku: name })), [name, setTitle])
  const words: Readonly<Record<Span, string>> = { day: t('当天'), month: t('当月'), year: t('全年') }
  return (
    <section className="zg-order" aria-label={t('单位成本构成')}>
      <header>
        <div>
          <h1>{t('成本构成 {sku}', { sku: name })}</h1>
          {data !== undefined && (
            <p>{[data.shop, data.from === data.to ? data.from : `${data.from} – ${data.to}`].filter(one => one !== null).join(' · ')}</p>
          )}
        </div>
        {data !== undefined && (
          <Segmented<Span>
            aria-label={t('期间')}
            value={data.span}
            options={data.spans.map(one => ({ value: one, label: words[one] }))}
            onChange={setSpan}
          />
        )}
      </header>
      {data !== undefined ? (
        data.products.map(product => <ProductOf key={product.productId} product={product} />)
      ) : error === null ? (
        <RowsLoading />
      ) : (
        <RowsFailed error={error} onRetry={() => void refetch()} />
      )}
      {data !== undefined && data.notFilled.length > 0 && <p className="zg-order-note">{data.notFilled.join(t('；'))}</p>}
    </section>
  )
}

function Amount({ value }: { value: string }) {
  if (isZero(value)) return <>—</>
  return (
    <span className={value.startsWith('-') ? 'zg-figure zg-negative' : 'zg-figure'} title={`${canonical(value)} CNY`}>
      {showMoney(value)}
    </span>
  )
}

const titles = (): readonly (readonly [keyof CostFigures, string])[] => [
  ['purchase', t('采购')],
  ['purchaseLater', t('采购后到差额')],
  ['firstLeg', t('头程预估')],
  ['firstLegLater', t('头程实际差额')],
  ['duty', t('关税')],
  ['other', t('其他成本')],
  ['total', t('成本合计')],
]
const amountColumns = <Row extends CostFigures>(): TableColumnsType<Row> =>
  titles().map(([name, title]) => ({
    key: name,
    title,
    width: name === 'total' ? 130 : 110,
    align: 'right',
    ...(name === 'total' ? { fixed: 'right' as const } : {}),
    render: (_, row) => <Amount value={row[name]} />,
  }))

function ProductOf({ product }: { product: ProductUnitCost }) {
  const { sum, unitCost, units, method, months } = product
  const isByMonth = months.length > 0
  return (
    <>
      <p>
        {product.sku} {product.name} <Tag>{methodTitle(isByMonth ? 'month' : method)}</Tag>
      </p>
      {!isZero(product.lacking) && (
        <Alert
          type="warning"
          showIcon
          title={t('有 {count} 件没有成本批次，不在下面的金额里，请补登入库成本', { count: showNumber(product.lacking) })}
        />
      )}
      {!isZero(product.afterwards) && (
        <Alert
          type="info"
          showIcon
          title={t('这些数量后来还有成本差异 {amount} 元，计入以后的日期', { amount: showMoney(product.afterwards) })}
        />
      )}
      {isByMonth ? (
        <Months months={months} />
      ) : product.days.length === 0 ? (
        <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('这个期间没有销售，也没有成本')} />
      ) : (
        <>
          <dl className="zg-order-parts" aria-label={t('单位成本构成')}>
            <Fact title={t('销量')}>{showNumber(units)}</Fact>
            <Fact title={t('单位成本')}>{unitCost === null ? '—' : <span className="zg-figure">{showMoney(unitCost)} CNY</span>}</Fact>
            {titles()
              .filter(([name]) => !isZero(sum[name]))
              .map(([name, title]) => (
                <Fact key={name} title={title} isSum={name === 'total'}>
                  <Amount value={sum[name]} />
                </Fact>
              ))}
          </dl>
          <Layers layers={product.layers} />
          <Days days={product.days} />
        </>
      )}
    </>
  )
}

const methodTitle = (method: ProductUnitCost['method']): string =>
  method === 'fifo' ? t('先进先出') : method === 'average' ? t('移动加权平均') : t('按月单位成本')

function Fact({ title, isSum = false, children }: { title: string; isSum?: boolean; children: React.ReactNode }) {
  return (
    <div className={isSum ? 'zg-order-sum' : ''}>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </div>
  )
}

const pagination = { pageSize: 50, size: 'small', hideOnSinglePage: true, showSizeChanger: false, itemRender: pageSteps } as const

function Layers({ layers }: { layers: readonly CostOfLayer[] }) {
  const urlOf = useRecordUrls()
  return (
    <Table<CostOfLayer>
      size="small"
      rowKey={one => one.receiptId ?? ''}
      dataSource={[...layers]}
      pagination={pagination}
      scroll={{ x: 1_100 }}
      columns={[
        {
          title: t('入库批次'),
          width: 180,
          render(_, one) {
            if (one.receiptId === null) return t('多个批次合并')
            const url = urlOf('financeCostReceipt', one.receiptId)
            return (
              <>
                {url === null ? one.documentNo : <RecordLink url={url}>{one.documentNo}</RecordLink>}
                {one.isProvisional && <Tag color="warning">{t('发票未到')}</Tag>}
              </>
            )
          },
        },
        { title: t('入库日期'), width: 110, render: (_, one) => one.receivedOn || '—' },
        { title: t('数量'), width: 90, align: 'right', render: (_, one) => showNumber(one.units) },
        ...amountColumns<CostOfLayer>(),
      ]}
    />
  )
}

function Days({ days }: { days: readonly CostOfDay[] }) {
  return (
    <Table<CostOfDay>
      size="small"
      rowKey="id"
      dataSource={[...days]}
      pagination={pagination}
      scroll={{ x: 1_020 }}
      columns={[
        {
          title: t('日期'),
          width: 200,
          render: (_, one) => (
            <>
              {one.day} {one.isVariance && <Tag color="warning">{t('成本差异')}</Tag>}
            </>
          ),
        },
        { title: t('数量'), width: 90, align: 'right', render: (_, one) => showNumber(one.units) },
        ...amountColumns<CostOfDay>(),
      ]}
    />
  )
}

function Months({ months }: { months: readonly CostOfMonth[] }) {
  return (
    <Table<CostOfMonth>
      size="small"
      rowKey="month"
      dataSource={[...months]}
      pagination={pagination}
      columns={[
        { title: t('月份'), width: 110, dataIndex: 'month' },
        {
          title: t('单位成本'),
          width: 160,
          align: 'right',
          render: (_, one) => (
            <span className="zg-figure" title={one.unitCost}>
              {showMoney(one.unitCost)} {one.currency}
            </span>
          ),
        },
        { title: t('登记月份'), dataIndex: 'since' },
      ]}
    />
  )
}
