/** Why so many units are proposed: 90 days drawn small, and each figure of the steps with the list that it comes from. */
import { useQuery } from '@tanstack/react-query'
import { Flex, Skeleton, Table, Typography } from 'antd'
import { canonical, roundTo } from '#platform/format/decimal.ts'
import { showNumber } from '#platform/format/numbers.ts'
import { api } from '#platform/web/api/client.ts'
import { t } from '#platform/web/i18n/t.ts'
import { useShell } from '#platform/web/page/shell-context.ts'
import { SparkLine } from '#platform/web/home/spark-line.tsx'
import { RowsFailed } from '#platform/web/values/list-notices.tsx'
import { withFilterAt } from '#platform/web/values/list-state.ts'
import { RecordLink, useRecordUrls } from '#platform/web/values/record-link.tsx'
import type { BuyTold, Explained, ItemTold } from './wire.ts'

interface Fact {
  readonly name: string
  readonly value: string
  readonly how: string
  readonly url?: string | null
}
/** address of a list with these filters; null: the person has no page of it */
type Opens = (type: string, filters: Readonly<Record<string, string | null>>) => string | null

function useLists(): Opens {
  const { routes } = useShell()
  return (type, filters) => {
    const path = routes.find(route => route.menu.component === `list/${type}`)?.path
    if (path === undefined) return null
    return Object.entries(filters).reduce((url, [field, value]) => withFilterAt(url, field, value), path)
  }
}

export function Explanation({ id, itemId }: { readonly id?: string; readonly itemId?: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['planLine', 'explain', id ?? itemId],
    queryFn: ({ signal }) => api.post<Explained>('/planLine/explain', id === undefined ? { itemId } : { id }, { signal, quiet: true }),
  })
  const opens = useLists()
  const urlOf = useRecordUrls()
  if (error !== null) return <RowsFailed error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton active paragraph={{ rows: 5 }} />
  const goods = data.productId === null ? null : urlOf('goodsStockByItem', data.productId)
  const facts =
    data.item !== null ? ofItem(data, data.item, opens, urlOf, goods) : data.buy !== null ? ofBuy(data, data.buy, opens, goods) : []
  return (
    <Flex vertical gap={8} style={{ margin: '8px 0' }}>
      {data.item !== null && (
        <>
          <Typography.Text type="secondary">{t('近 90 天每天的销量，断开处当天没有可售库存')}</Typography.Text>
          <div style={{ maxWidth: 640 }}>
            <SparkLine label={t('近 90 天每天的销量')} values={data.item.history.split(',').map(day => (day.endsWith('x') ? null : day))} />
          </div>
        </>
      )}
      <Table<Fact>
        size="small"
        rowKey="name"
        pagination={false}
        scroll={{ x: 'max-content' }}
        dataSource={[...facts]}
        columns={[
          { title: t('测算项'), dataIndex: 'name' },
          {
            title: t('数值'),
            dataIndex: 'value',
            align: 'right',
            render: (value: string, { url }) => (url == null ? value : <RecordLink url={url}>{value}</RecordLink>),
          },
          { title: t('怎样得来'), dataIndex: 'how' },
        ]}
      />
    </Flex>
  )
}

const shown = (value: number | null, digits = 0): string =>
  showNumber(value === null ? null : canonical(roundTo(String(value), digits, 'halfUp')))
const parts = (values: readonly (number | null)[]): string => values.map(one => shown(one, 2)).join(' · ')

/** How fast it sells. */
function ofSpeed(item: ItemTold, of: { readonly shopId: string | null; readonly sku: string | null }, opens: Opens): readonly Fact[] {
  const orders = opens('orderLine', of)
  const rules = opens('replenishRule', {})
  return [
    {
      name: t('有货的天数'),
      value: shown(item.seenDays),
      how: t('90 天里当天有可售库存的天数'),
      url: opens('fbaStockOnHand', {}) ?? orders,
    },
    { name: t('单日上限'), value: shown(item.cutAt, 2), how: t('最近 28 个有货日的中位数加 3 倍偏差，超过的按它算'), url: orders },
    {
      name: t('7 · 14 · 30 天均值'),
      value: parts(item.means),
      how: t('权重 {weights}%', { weights: item.weights.join(' · ') }),
      url: orders,
    },
    {
      name: t('日均销量'),
      value: shown(item.daily, 2),
      how: item.means.some(one => one !== null)
        ? t('三个均值按权重')
        : item.isMean
          ? t('有货天数不足，取品类均值')
          : t('有货天数不足，取手工值'),
      url: rules,
    },
    {
      name: t('季节和活动'),
      value: shown(item.ahead ?? null, 2),
      how: t('提前期和补货周期内每天的销量是日均的几倍'),
      url: opens('demandEvent', {}),
    },
    { name: t('波动'), value: shown(item.sigma, 2), how: t('最近 56 个有货日的标准差'), url: orders },
  ]
}

type UrlOf = ReturnType<typeof useRecordUrls>
function ofItem(data: Explained, item: ItemTold, opens: Opens, urlOf: UrlOf, goods: string | null): readonly Fact[] {
  const of = { shopId: data.shopId, sku: data.sku }
  const { need, slow, fast } = item
  const coming = item.coming.reduce((sum, one) => sum + one.units, 0)
  const rules = opens('replenishRule', {})
  const facts = ofSpeed(item, of, opens)
  if (need === null) return facts
  const channel = (id: string) => (id === '' ? null : urlOf('logisticsChannel', id))
  return [
    ...facts,
    {
      name: t('提前期（天）'),
      value: shown(need.lead),
      how: t('备货 {prep} + 运输 {transit} + 上架 {receive}', {
        prep: slow.prepDays,
        transit: slow.transitP80,
        receive: slow.receiveDays,
      }),
      url: channel(slow.id),
    },
    { name: t('安全库存'), value: shown(need.safety), how: t('服务水平 × 提前期和补货周期内的波动'), url: rules },
    {
      name: t('目标库存'),
      value: shown(need.target),
      how: t('{days} 天的销量加安全库存', { days: need.lead + item.reviewDays }),
      url: rules,
    },
    { name: t('目的地库存'), value: shown(item.onHand), how: t('可售加预留'), url: opens('replenishItem', of) },
    { name: t('在途和计划'), value: shown(coming), how: t('在途、未发运的发货单和计划'), url: goods },
    {
      name: t('需求'),
      value: shown(need.need),
      how: t('目标 − 已有，按每箱 {carton} 件取整，最多可售 {days} 天', { carton: item.carton, days: item.maxCoverDays }),
      url: rules,
    },
    ...(fast === null
      ? []
      : [
          {
            name: t('其中走快渠道'),
            value: shown(need.fast),
            how: t('现有库存第 {day} 天卖完，常规渠道第 {lead} 天到，中间缺 {missing} 件', {
              day: need.endsOn ?? '—',
              lead: need.lead,
              missing: need.missing,
            }),
            url: channel(fast.id),
          },
        ]),
    { name: t('可发'), value: shown(item.given), how: t('自有库存不够时先补可售天数最少的'), url: goods },
    { name: t('自有库存不足'), value: shown(item.lack), how: t('需求 − 可发'), url: goods },
  ]
}

function supplyTold({ supplyBy }: BuyTold): string {
  if (supplyBy === 'receipts') return t('到货记录的 80% 分位，再加 2 天')
  if (supplyBy === 'supplier') return t('供应商交期，再加 2 天')
  return supplyBy === 'rule' ? t('补货参数的默认供应天数，再加 2 天') : t('到货记录的 80% 分位，没有时用供应商交期，再加 2 天')
}

function ofBuy(data: Explained, buy: BuyTold, opens: Opens, goods: string | null): readonly Fact[] {
  const of = { productId: data.productId }
  return [
    { name: t('MSKU 数'), value: shown(buy.listings), how: t('卖这个商品的 MSKU'), url: opens('replenishItem', of) },
    {
      name: t('供应天数'),
      value: shown(buy.supplyDays),
      how: supplyTold(buy),
      url: opens('supplierItem', of),
    },
    { name: t('目标库存'), value: shown(buy.target), how: t('供应、运输和补货周期内的销量加安全库存'), url: opens('replenishItem', of) },
    { name: t('平台和在途'), value: shown(buy.there), how: t('各 MSKU 目的地库存与在途之和'), url: opens('replenishItem', of) },
    { name: t('自有库存'), value: shown(buy.own), how: t('自营仓可用，减去已计划发出的'), url: goods },
    {
      name: t('采购未到和待检'),
      value: shown(buy.coming),
      how: t('采购单、采购申请未到的和仓库待检、待上架的'),
      url: opens('purchaseOrderLine', of),
    },
    { name: t('需求'), value: shown(buy.need), how: t('目标 − 已有') },
    {
      name: t('建议数量'),
      value: shown(buy.quantity),
      how: t('起订量 {moq}，整包 {pack}', { moq: buy.moq, pack: buy.pack }),
      url: opens('supplierItem', of),
    },
  ]
}
