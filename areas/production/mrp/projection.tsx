/** What comes and is asked for of an item at a warehouse, with what is left after each, who gets what, and the rule of the item. */
import { useQuery } from '@tanstack/react-query'
import { Descriptions, Flex, Skeleton, Table, Tag, Typography } from 'antd'
import { canonical, negate } from '#platform/format/decimal.ts'
import { showNumber } from '#platform/format/numbers.ts'
import { api } from '#platform/web/api/client.ts'
import { SparkLine } from '#platform/web/home/spark-line.tsx'
import { t } from '#platform/web/i18n/t.ts'
import { RowsFailed } from '#platform/web/values/list-notices.tsx'
import { RecordLink, useRecordUrls } from '#platform/web/values/record-link.tsx'
import type { LeftOn, Projection, ProjectionRow, RuleTold } from './wire.ts'

const shown = (value: string): string => showNumber(canonical(value))
const lists: Readonly<Record<string, () => string>> = {
  '': () => t('现有库存'),
  purchaseOrder: () => t('采购单'),
  purchaseRequest: () => t('采购申请'),
  productionOrder: () => t('生产单'),
  goodsTransfer: () => t('调拨单'),
  shippingOrder: () => t('发货单'),
  shipPlan: () => t('发货计划'),
  goodsOut: () => t('出库单'),
  goodsConvert: () => t('组装拆分单'),
  planLine: () => t('已采纳的补货建议'),
  mrpLine: () => t('MRP 建议'),
  demandForecast: () => t('预测'),
}
const nameOf = ({ list }: ProjectionRow): string => lists[list]?.() ?? list
type UrlOf = ReturnType<typeof useRecordUrls>

function Origin({ row, urlOf }: { readonly row: ProjectionRow; readonly urlOf: UrlOf }) {
  const url = row.id === '' || row.list === '' ? null : urlOf(row.list, row.id)
  const text = [nameOf(row), row.no, row.what].filter(part => part !== '').join(' ')
  return (
    <>
      {url === null ? text : <RecordLink url={url}>{text}</RecordLink>} {row.isOwn && <Tag color="blue">{t('本条建议')}</Tag>}
    </>
  )
}

const ruleOf = ({ source, lead, moq, lot, safety }: RuleTold): readonly (readonly [string, string])[] => {
  const isBought = source === 1
  return [
    [t('来源'), [t('外购'), t('自制'), t('委外'), t('组合')][source - 1] ?? ''],
    [t('提前期'), isBought ? t('{n} 天', { n: lead }) : t('{n} 个工作日', { n: lead })],
    [t('最小批量'), shown(moq)],
    [t('批量倍数'), lot === '0' ? t('不限') : shown(lot)],
    [t('安全库存'), shown(safety)],
  ]
}

const withoutIt = ({ day, left }: LeftOn): string =>
  left.startsWith('-')
    ? t('没有它，{day} 会缺 {n}', { day, n: shown(negate(left)) })
    : t('没有它，{day} 只剩 {n}，低于安全库存', { day, n: shown(left) })

/** Why the own suggestion is there: to whom it goes, and the first day on which too little would be left without it. */
function reasonOf({ rows, lack }: Projection, urlOf: UrlOf) {
  const own = rows.find(one => one.isOwn)
  if (own === undefined || own.pegs.length === 0) return null
  return (
    <Typography.Paragraph>
      {t('{day} 到的 {n} 给：', { day: own.day, n: shown(own.quantity) })}
      {own.pegs.map(({ quantity, row }) => {
        const to = rows[row]
        return to === undefined ? null : (
          <span key={row} style={{ display: 'inline-block', marginInlineEnd: 16 }}>
            <Origin row={to} urlOf={urlOf} /> {to.day} × {shown(quantity)}
          </span>
        )
      })}
      {lack !== null && <div>{withoutIt(lack)}</div>}
    </Typography.Paragraph>
  )
}

export function ItemProjection({ id, itemId, version }: { readonly id?: string; readonly itemId?: string; readonly version: unknown }) {
  const { data, error, refetch } = useQuery({
    queryKey: ['mrpLine', 'explain', id ?? itemId, version],
    queryFn: ({ signal }) => api.post<Projection>('/mrpLine/explain', id === undefined ? { itemId } : { id }, { signal, quiet: true }),
  })
  const urlOf = useRecordUrls()
  if (error !== null) return <RowsFailed error={error} onRetry={() => void refetch()} />
  if (data === undefined) return <Skeleton active paragraph={{ rows: 5 }} />
  const { rows, rule, supplier, days } = data
  const supplierUrl = rule.supplierId === null ? null : urlOf('supplier', rule.supplierId)
  return (
    <Flex vertical gap={8} style={{ margin: '8px 0' }}>
      {reasonOf(data, urlOf)}
      <Descriptions
        size="small"
        column={{ xs: 1, sm: 2, lg: 4 }}
        items={[
          ...ruleOf(rule).map(([label, children]) => ({ key: label, label, children })),
          ...(supplier === null
            ? []
            : [
                {
                  key: 'supplier',
                  label: t('供应商'),
                  children: supplierUrl === null ? supplier : <RecordLink url={supplierUrl}>{supplier}</RecordLink>,
                },
              ]),
        ]}
      />
      {days.length > 1 && (
        <div style={{ maxWidth: 640 }}>
          <SparkLine label={t('逐日剩余')} values={days.map(one => one.left)} />
        </div>
      )}
      <Table<ProjectionRow & { readonly key: number }>
        size="small"
        pagination={rows.length > 50 ? { pageSize: 50 } : false}
        scroll={{ x: 'max-content' }}
        dataSource={rows.map((row, key) => ({ ...row, key }))}
        columns={[
          { title: t('日期'), dataIndex: 'day' },
          { title: t('来自'), key: 'origin', render: (_, row) => <Origin row={row} urlOf={urlOf} /> },
          {
            title: t('数量'),
            dataIndex: 'quantity',
            align: 'right',
            render: (quantity: string, { isDemand }) => shown(isDemand ? negate(quantity) : quantity),
          },
          { title: t('剩余'), dataIndex: 'left', align: 'right', render: shown },
          {
            title: t('给谁'),
            key: 'pegs',
            render: (_, { pegs }) =>
              pegs.map(({ quantity, row }) => {
                const to = rows[row]
                return to === undefined ? null : (
                  <div key={row}>
                    {to.day} {nameOf(to)} {to.no} {to.what} × {shown(quantity)}
                  </div>
                )
              }),
          },
        ]}
      />
    </Flex>
  )
}
