/** 订单: everything known of one order number as a timeline, and what is left of it. A number of several shops asks which is meant. */
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Empty, Input, Radio, Table, Tag } from 'antd'
import { useLayoutEffect } from 'react'
import { useSearchParams } from 'react-router'
import { showMoney } from '#platform/format/money.ts'
import { api } from '#platform/web/api/client.ts'
import { t } from '#platform/web/i18n/t.ts'
import { RowsFailed, RowsLoading } from '#platform/web/values/list-notices.tsx'
import { RecordLink, useRecordUrls } from '#platform/web/values/record-link.tsx'
import { showInstant } from '#platform/web/values/value.ts'
import { PaperButton } from '#platform/web/paper/paper-button.tsx'
import { usePaper } from '#platform/web/paper/use-paper.tsx'
import { isPageFailure } from '#platform/web/page/error-boundary.tsx'
import { clearableText } from '#platform/web/widgets/clearable.tsx'
import { usePage } from '#platform/web/page/page-context.ts'
import { pageSteps } from '#platform/web/widgets/page-steps.tsx'
import type { OrderAnswer, OrderCost, OrderEvent, OrderPart } from './answers.ts'
import { paperOfOrder } from './order-paper.tsx'
import '../../base/order.css'

const timeOf = (at: string): string => (at.length === 10 ? at : at === '' ? '—' : showInstant(at).slice(0, 16))
/** lists whose records the events are */
const recordTypes: Readonly<Record<string, string>> = {
  payments: 'orderPayment',
  corrections: 'financeCorrection',
  findings: 'orderFinding',
  claims: 'amazonClaim',
  subsidies: 'amazonSubsidy',
  multichannelOrders: 'amazonMultichannelOrder',
  dropshipping: 'amazonDropshipping',
}

function Amount({ amount, currency }: { amount: string | null; currency: string | null }) {
  if (amount === null) return <>—</>
  return (
    <span className={amount.startsWith('-') ? 'zg-figure zg-negative' : 'zg-figure'} title={amount}>
      {showMoney(amount)} {currency}
    </span>
  )
}

export default function OrderPage() {
  const [search, setSearch] = useSearchParams()
  const number = (search.get('id') ?? '').trim()
  const shopId = search.get('shop') ?? undefined
  if (number === '') return <AskNumber onAsk={id => setSearch({ id })} />
  return (
    <OrderOf key={number} number={number} shopId={shopId} onShop={shop => setSearch({ id: number, shop })} onOther={() => setSearch({})} />
  )
}

function AskNumber({ onAsk }: { onAsk: (number: string) => void }) {
  return (
    <section className="zg-order" aria-label={t('订单查询')}>
      <h1>{t('订单查询')}</h1>
      <Input.Search
        className="zg-order-ask"
        aria-label={t('订单号')}
        placeholder={t('输入完整的订单号')}
        enterButton={t('查询')}
        allowClear={clearableText()}
        maxLength={100}
        onSearch={text => {
          if (text.trim() !== '') onAsk(text.trim())
        }}
      />
      <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={t('列出一个订单在各种报告里的每一行、退款、包裹、成本和利润')} />
    </section>
  )
}

interface OrderOfProps {
  readonly number: string
  readonly shopId: string | undefined
  readonly onShop: (shopId: string) => void
  readonly onOther: () => void
}

function OrderOf({ number, shopId, onShop, onOther }: OrderOfProps) {
  const { setTitle } = usePage()
  useLayoutEffect(() => setTitle(t('订单 {number}', { number })), [number, setTitle])
  const { data, error, refetch } = useQuery<OrderAnswer>({
    queryKey: ['orderPage', number, shopId],
    queryFn: ({ signal }) =>
      api.post('/OmsOrder/page', { orderNo: number, ...(shopId === undefined ? {} : { shopId }) }, { signal, quiet: true }),
    throwOnError: (reason, query) => isPageFailure(reason, query.state.data !== undefined),
  })
  if (data === undefined)
    return error === null ? (
      <RowsLoading />
    ) : (
      <section className="zg-order" aria-label={t('订单查询')}>
        <RowsFailed error={error} onRetry={() => void refetch()} />
        <p className="zg-order-none">{t('请核对订单号：还没有导入的订单，和不属于您店铺的订单，在这里查不到。')}</p>
        <Button className="zg-order-other" onClick={onOther}>
          {t('查询其他订单')}
        </Button>
      </section>
    )
  if (data.shop === null) return <ChooseShop answer={data} onShop={onShop} />
  return <Known answer={data} onShop={onShop} />
}

function ChooseShop({ answer, onShop }: { answer: OrderAnswer; onShop: (shopId: string) => void }) {
  return (
    <section className="zg-order" aria-label={t('选择订单')}>
      <h1>{t('订单 {number}', { number: answer.orderNo })}</h1>
      <p>{t('有多个店铺使用这个订单号，请选择是哪一个：')}</p>
      <Radio.Group
        className="zg-order-shops"
        value={null}
        onChange={event => onShop(String(event.target.value))}
        options={answer.shops.map(one => ({ value: one.shopId, label: `${one.name} · ${one.marketplace} · ${one.first}` }))}
      />
    </section>
  )
}

function Known({ answer, onShop }: { answer: OrderAnswer; onShop: (shopId: string) => void }) {
  const { shop } = answer
  if (shop === null) return null
  return (
    <section className="zg-order" aria-label={t('订单 {number}', { number: answer.orderNo })}>
      <header>
        <div>
          <h1>{t('订单 {number}', { number: answer.orderNo })}</h1>
          <p>
            {shop.name} · {shop.marketplace} · {shop.first === shop.last ? shop.first : `${shop.first} – ${shop.last}`}
          </p>
        </div>
        <Paper answer={answer} />
      </header>
      {answer.shops.length > 1 && (
        <Radio.Group
          aria-label={t('店铺')}
          optionType="button"
          value={shop.shopId}
          onChange={event => onShop(String(event.target.value))}
          options={answer.shops.map(one => ({ value: one.shopId, label: one.name }))}
        />
      )}
      {answer.lacking.length > 0 && (
        <Alert type="warning" showIcon title={t('利润还不完整：{what}', { what: answer.lacking.join(t('；')) })} />
      )}
      <ProfitOf answer={answer} />
      <Costs costs={answer.costs} />
      <Timeline events={answer.timeline} />
      <Withheld reasons={answer.notFilled} />
    </section>
  )
}

/** Why parts are not shown: a few in words, many behind their number. */
const saidMax = 2

function Withheld({ reasons }: { reasons: readonly string[] }) {
  if (reasons.length === 0) return null
  if (reasons.length <= saidMax) return <p className="zg-order-note">{reasons.join(t('；'))}</p>
  return (
    <details className="zg-order-note">
      <summary>{t('{count} 项内容没有权限或没有资料，未显示', { count: reasons.length })}</summary>
      {reasons.join(t('；'))}
    </details>
  )
}

function Paper({ answer }: { answer: OrderAnswer }) {
  const paper = usePaper(() => paperOfOrder(answer))
  return (
    <>
      <PaperButton tools={paper} />
      {paper.sheet}
    </>
  )
}

const partRow = (one: OrderPart) => (
  <div key={`${one.name} ${one.currency}`} className={one.isIn ? '' : 'zg-order-aside'}>
    <dt>{one.title}</dt>
    <dd>
      <Amount amount={one.amount} currency={one.currency} />
    </dd>
  </div>
)

function ProfitOf({ answer }: { answer: OrderAnswer }) {
  if (answer.parts.length === 0) return null
  return (
    <dl className="zg-order-parts" aria-label={t('利润')}>
      {answer.parts.filter(one => one.isIn).map(partRow)}
      {answer.sums.map(one => (
        <div key={one.currency} className="zg-order-sum">
          <dt>
            {answer.sums.length > 1 ? t('小计（{currency}）', { currency: one.currency }) : answer.isProfit ? t('利润') : t('扣费后收入')}
          </dt>
          <dd>
            <Amount amount={one.amount} currency={one.currency} />
          </dd>
        </div>
      ))}
      <div className="zg-order-sum">
        <dt>{answer.isProfit ? t('利润（人民币）') : t('扣费后收入（人民币）')}</dt>
        <dd>
          <Amount amount={answer.cny} currency={answer.cny === null ? null : 'CNY'} />
        </dd>
      </div>
      {answer.parts.filter(one => !one.isIn).map(partRow)}
    </dl>
  )
}

/** What its units cost, each figure with the way to what it is made of. */
function Costs({ costs }: { costs: readonly OrderCost[] }) {
  const urlOf = useRecordUrls()
  if (costs.length === 0) return null
  return (
    <Table<OrderCost>
      size="small"
      rowKey={one => `${one.made} ${one.item}`}
      dataSource={[...costs]}
      pagination={false}
      scroll={{ x: 700 }}
      columns={[
        { title: t('成本科目'), width: 150, dataIndex: 'item' },
        { title: t('日期'), width: 110, dataIndex: 'day' },
        { title: t('MSKU'), dataIndex: 'sku' },
        { title: t('数量'), width: 70, align: 'right', dataIndex: 'quantity' },
        { title: t('金额'), width: 150, align: 'right', render: (_, one) => <Amount amount={one.amount} currency={one.currency} /> },
        {
          title: t('成本构成'),
          width: 100,
          render(_, one) {
            const url = urlOf('unitCost', one.made)
            return url === null ? '—' : <RecordLink url={url}>{t('查看构成')}</RecordLink>
          },
        },
      ]}
    />
  )
}

function Timeline({ events }: { events: readonly OrderEvent[] }) {
  const urlOf = useRecordUrls()
  return (
    <Table<OrderEvent>
      size="small"
      rowKey="id"
      dataSource={[...events]}
      scroll={{ x: 900 }}
      pagination={{ pageSize: 100, size: 'small', hideOnSinglePage: true, showSizeChanger: false, itemRender: pageSteps }}
      locale={{ emptyText: t('没有您可以查看的明细') }}
      columns={[
        { title: t('时间'), width: 150, className: 'zg-order-time', render: (_, one) => timeOf(one.at) },
        { title: t('来源'), width: 130, render: (_, one) => one.title },
        {
          title: t('内容'),
          render(_, one) {
            const type = recordTypes[one.source]
            const url = one.recordId === null || type === undefined ? null : urlOf(type, one.recordId)
            const words = one.what === '' ? one.reference : one.what
            return (
              <>
                {url === null ? words : <RecordLink url={url}>{words === '' ? one.title : words}</RecordLink>}
                {one.isDeferred && <Tag>{t('暂扣')}</Tag>}
              </>
            )
          },
        },
        { title: t('MSKU'), width: 150, dataIndex: 'sku' },
        { title: t('数量'), width: 70, align: 'right', render: (_, one) => one.quantity ?? '' },
        { title: t('金额'), width: 150, align: 'right', render: (_, one) => <Amount amount={one.amount} currency={one.currency} /> },
      ]}
    />
  )
}
